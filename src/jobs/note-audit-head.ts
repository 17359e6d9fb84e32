import { noteAuditHead } from '#actions/outbox/note-audit-head.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { Job } from './run-jobs.ts'

/** Looks once an hour whether the end of the audit log is to be mailed; every process does, one of them sends. */
export const noteAuditHeadJob = ({ run }: { run: RunAction }): Job => ({
  name: 'note-audit-head',
  everySeconds: 3_600,
  run: async () => {
    await run(noteAuditHead, null)
    return { more: false }
  },
})
