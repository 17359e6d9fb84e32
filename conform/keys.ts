import { join } from 'node:path'
import { longview } from '../test/support/process/longview-process.ts'
import type { Judged } from './check.ts'

/** Where the server that is judged keeps its corpus. */
export const databaseIn = (folder: string): string => `sqlite:${join(folder, 'longview.db')}`

/** A new key of the server that is judged, with one scope. */
export const createKey = async ({ folder }: Judged, scope: string): Promise<string> => {
  const args = ['keys', 'create', '--label', 'conform', '--scope', scope, '--json']
  const { code, stdout, stderr } = await longview(args, { DATABASE_URL: databaseIn(folder) })
  if (code !== 0) throw new Error(`no key was made: ${stderr}`)
  return (JSON.parse(stdout) as { key: string }).key
}
