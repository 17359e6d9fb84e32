import type { ActionContext } from '#actions/run-action.ts'
import type { Editor } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'

type EndSessionInput = { id: string; editor: Editor }

/** Ends one session of an editor's own, at once and in every process. Throws `not_found`. */
export const endSession = async (tx: ActionContext, { id, editor }: EndSessionInput): Promise<void> => {
  if (!(await tx.sessions.end(id, editor.id)))
    throw new Failure('not_found', 'That session has ended already, or is not yours.')
}
