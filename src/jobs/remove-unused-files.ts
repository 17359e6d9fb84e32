import { takeUnusedFiles } from '#actions/files/take-unused-files.ts'
import { forgetFile } from '#actions/files/forget-file.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { Clock } from '#ports/clock.ts'
import type { FileStore } from '#ports/file-store.ts'
import type { Job } from './run-jobs.ts'

const AT_ONCE = 20
const LEFTOVERS_KEPT_MS = 24 * 3_600_000

type Ports = { run: RunAction; files: FileStore; clock: Clock }

/** Removes files that nothing has referred to for some days, and what broken uploads left behind. */
export const removeUnusedFilesJob = ({ run, files, clock }: Ports): Job => ({
  name: 'remove-unused-files',
  everySeconds: 3_600,
  run: async () => {
    const taken = await run(takeUnusedFiles, AT_ONCE)
    for (const sha256 of taken) {
      await files.remove(sha256)
      await run(forgetFile, sha256)
    }
    await files.removeLeftovers(new Date(clock.now().getTime() - LEFTOVERS_KEPT_MS))
    return { more: taken.length === AT_ONCE }
  },
})
