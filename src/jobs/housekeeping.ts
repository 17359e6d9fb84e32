import { pruneExpired, noteAuditHead } from '#actions/housekeeping.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { Job } from './run-jobs.ts'
import { takeUnusedFiles } from '#actions/paper-files.ts'
import type { Clock, Log } from '#ports/runtime.ts'
import type { FileStore } from '#ports/file-store.ts'
import { undoStep } from '#actions/ingest-sessions.ts'
import type { IngestionReader } from '#ports/store/imports.ts'
import { applyDueDecisions } from '#actions/scheduled-decisions.ts'
import type { DecisionReader } from '#ports/store/review.ts'

/** Deletes what has expired, once an hour. */
export const pruneExpiredJob = ({ run }: { run: RunAction }): Job => ({
  name: 'prune-expired',
  everySeconds: 3_600,
  run: async () => {
    await run(pruneExpired, null)
    return { more: false }
  },
})

/** Merges new papers into the ranking, in small steps that let other writers in. */
export const mergeRankingJob = ({ run }: { run: RunAction }): Job => ({
  name: 'merge-ranking',
  everySeconds: 10,
  run: async () => ({ more: await run((tx) => tx.ranking.mergeStep(), null) }),
})

/** Checks once an hour whether the head of the audit log is due to be emailed. Every process checks; one sends. */
export const noteAuditHeadJob = ({ run }: { run: RunAction }): Job => ({
  name: 'note-audit-head',
  everySeconds: 3_600,
  run: async () => {
    await run(noteAuditHead, null)
    return { more: false }
  },
})

const FILES_PER_RUN = 20
const LEFTOVERS_KEPT_MS = 24 * 3_600_000

type FilePorts = { run: RunAction; files: FileStore; clock: Clock }

/** Removes files that nothing has referenced for some days, and the remains of failed uploads. */
export const removeUnusedFilesJob = ({ run, files, clock }: FilePorts): Job => ({
  name: 'remove-unused-files',
  everySeconds: 3_600,
  run: async () => {
    const taken = await run(takeUnusedFiles, FILES_PER_RUN)
    for (const sha256 of taken) {
      await files.remove(sha256)
      await run((tx) => tx.files.forget(sha256), null)
    }
    await files.removeLeftovers(new Date(clock.now().getTime() - LEFTOVERS_KEPT_MS))
    return { more: taken.length === FILES_PER_RUN }
  },
})

/** How many of the newest sessions are searched for one that is being undone. */
const RECENT_SESSIONS = 100

type UndoPorts = { run: RunAction; ingestion: Pick<IngestionReader, 'list'> }

/** Undoes ingestion sessions at an admin's request, in small steps that let other writers in. */
export const undoIngestionJob = ({ run, ingestion }: UndoPorts): Job => ({
  name: 'undo-ingestion',
  everySeconds: 2,
  run: async () => {
    const session = (await ingestion.list(RECENT_SESSIONS)).find(({ state }) => state === 'undoing')
    if (session === undefined) return { more: false }
    await run(undoStep, session.id)
    return { more: true }
  },
})

type DecisionPorts = { run: RunAction; decisions: DecisionReader; clock: Clock; log: Log }

/** Applies scheduled decisions that can no longer be undone. Every process runs this; each decision is applied once. */
export const applyDueDecisionsJob = ({ run, decisions, clock, log }: DecisionPorts): Job => ({
  name: 'apply-due-decisions',
  everySeconds: 1,
  run: async () => {
    // Most runs find nothing to do, and must not block writers.
    if ((await decisions.due(clock.now().toISOString(), 1)).length === 0) return { more: false }
    const { dropped, more } = await run(applyDueDecisions, null)
    for (const id of dropped)
      log.info(
        { paper: id },
        'a scheduled decision was dropped: the paper was withdrawn or changed before it took effect',
      )
    return { more }
  },
})
