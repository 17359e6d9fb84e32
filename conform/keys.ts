import { join } from 'node:path'
import { longview } from '../test/support/process/longview-process.ts'
import type { Judged } from './check.ts'

/** The corpus of the server under test. */
export const databaseIn = (folder: string): string => `sqlite:${join(folder, 'longview.db')}`

/** Creates a key of the server under test, with one scope. */
export const createKey = async ({ folder }: Judged, scope: string): Promise<string> => {
  const args = ['keys', 'create', '--label', 'conform', '--scope', scope, '--json']
  const { code, stdout, stderr } = await longview(args, { DATABASE_URL: databaseIn(folder) })
  if (code !== 0) throw new Error(`no key was made: ${stderr}`)
  return (JSON.parse(stdout) as { key: string }).key
}
