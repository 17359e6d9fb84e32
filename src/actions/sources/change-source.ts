import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { getSource } from './get-source.ts'

export const sourceChanges = ['pause', 'resume', 'remove'] as const
export type SourceChange = (typeof sourceChanges)[number]

type ChangeSourceInput = { id: number; change: SourceChange; actor: string }

/**
 * Pauses, resumes or removes a source. Whoever reads it stops before the next record is stored; what it brought stays.
 * Throws `not_found`, and `wrong_state` when nothing would change.
 */
export const changeSource = async (tx: ActionContext, { id, change, actor }: ChangeSourceInput): Promise<void> => {
  const { state, name, nextRunAt } = await getSource(tx, id)
  if (change === 'pause' && state === 'paused') throw new Failure('wrong_state', `The source ${id} is paused already.`)
  if (change === 'resume' && state === 'active') throw new Failure('wrong_state', `The source ${id} is not paused.`)
  const at = tx.now.toISOString()
  if (change === 'remove') await tx.sources.remove(id)
  else await tx.sources.setState(id, change === 'pause' ? 'paused' : 'active', change === 'resume' ? at : nextRunAt)
  const before = { name, state }
  await tx.audit.record({ at, actor, act: `source.${change}`, subject: String(id), before, after: null })
}
