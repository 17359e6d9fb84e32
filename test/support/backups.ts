import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import type { Config } from '#config.ts'
import { type Ending, temporaryFolder } from './files.ts'
import { bucketServer, CREDENTIALS } from './files/bucket-server.ts'

type Place = NonNullable<Config['backups']>['place']

/** Where backups of a test go, as configured and as environment. */
export type TestPlace = { place: Place; environment: Record<string, string> }

/** Each kind of place for backups. */
export const backupPlaces: { name: string; open: (t: Ending) => Promise<TestPlace> }[] = [
  {
    name: 'a folder',
    open: async (t) => {
      const path = join(await temporaryFolder(t), 'backups')
      return { place: { kind: 'folder', path }, environment: { BACKUP_URL: `file:${path}` } }
    },
  },
  {
    name: 'a bucket',
    open: async (t) => {
      const { endpoint } = await bucketServer(t)
      return {
        place: { kind: 's3', bucket: 'files', endpoint, ...CREDENTIALS },
        environment: {
          BACKUP_URL: `s3://files?endpoint=${endpoint}`,
          AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
          AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
        },
      }
    },
  },
]

/** A new pair of keys. */
export const newKeys = async (): Promise<{ identity: string; recipient: string }> => {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}
