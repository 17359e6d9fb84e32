import { noteAuditHead } from '#actions/outbox/note-audit-head.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { Job } from './run-jobs.ts'

/** Checks once an hour whether the head of the audit log has to be mailed. Every process checks, one sends. */
export const noteAuditHeadJob = ({ run }: { run: RunAction }): Job => ({
  name: 'note-audit-head',
  everySeconds: 3_600,
  run: async () => {
    await run(noteAuditHead, null)
    return { more: false }
  },
})
