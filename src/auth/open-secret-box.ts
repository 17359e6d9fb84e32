import type { SecretBox } from '#ports/secret-box.ts'
import { secretBox } from './secret-box.ts'
import { keyFile } from './secret-key.ts'

type KeySettings = {
  secretKey: string | null
  database: { engine: 'sqlite'; path: string } | { engine: 'postgres' }
}

/**
 * Seals with the key of the configuration, or with that of a file beside an SQLite database, which no backup holds. Null
 * for PostgreSQL without a key: processes on several machines must share one.
 */
export const openSecretBox = ({ secretKey, database }: KeySettings): SecretBox | null => {
  if (secretKey !== null) return secretBox(() => secretKey)
  return database.engine === 'sqlite' ? secretBox(keyFile(`${database.path}.key`)) : null
}
