import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs a function when a test is over: a test's context, or the `after` of a whole file. */
export type Ending = { after(close: () => Promise<void>): void }

/** A folder that is gone after the test. */
export const temporaryFolder = async (t: Ending): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'longview-test-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}
