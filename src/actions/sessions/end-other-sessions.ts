import type { ActionContext } from '#actions/run-action.ts'
import { editorActor, type Editor } from '#core/access/editor.ts'

type EndOtherSessionsInput = { editor: Editor; currentSessionId: string }

/** Ends every session of an editor but the current one; returns the number that ended. */
export const endOtherSessions = async (
  tx: ActionContext,
  { editor, currentSessionId }: EndOtherSessionsInput,
): Promise<number> => {
  const ended = await tx.sessions.endOthers(editor.id, currentSessionId)
  const at = tx.now.toISOString()
  const actor = editorActor(editor)
  await tx.audit.record({ at, actor, act: 'editor.sign-out', subject: editor.id, before: null, after: { ended } })
  return ended
}
