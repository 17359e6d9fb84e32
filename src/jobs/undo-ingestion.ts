import { undoStep } from '#actions/ingestion/undo-step.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { IngestionReader } from '#ports/store/imports/ingestion.ts'
import type { Job } from './run-jobs.ts'

/** Sessions that are looked through for one that is being undone: the newest. */
const LOOKED_AT = 100

type Ports = { run: RunAction; ingestion: Pick<IngestionReader, 'list'> }

/** Takes back what sessions brought that an admin has undone, in small steps between which others write. */
export const undoIngestionJob = ({ run, ingestion }: Ports): Job => ({
  name: 'undo-ingestion',
  everySeconds: 2,
  run: async () => {
    const session = (await ingestion.list(LOOKED_AT)).find(({ state }) => state === 'undoing')
    if (session === undefined) return { more: false }
    await run(undoStep, session.id)
    return { more: true }
  },
})
