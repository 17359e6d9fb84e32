import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { endIngestion, type EndIngestionInput } from './end-ingestion.ts'
import { getSession } from './get-session.ts'

/**
 * Ends a session and has what it brought taken back, step by step (`undoStep`). Throws `not_found`, and `wrong_state` for
 * one that is undone.
 */
export const undoSession = async (tx: ActionContext, input: EndIngestionInput): Promise<void> => {
  const { state } = await getSession(tx.ingestion, input.id)
  if (state === 'undone') throw new Failure('wrong_state', `The ingestion session ${input.id} is undone already.`)
  if (state !== 'undoing') await endIngestion(tx, input, 'undoing')
}
