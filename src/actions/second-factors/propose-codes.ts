import type { ActionContext } from '#actions/run-action.ts'
import { areCodesActive } from '#core/access/one-time-code.ts'
import type { Editor } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'

type ProposeCodesInput = { editor: Editor; sealedSecret: string }

/** Keeps a new secret until its first code is given. Throws `wrong_state` for an editor who has one-time codes. */
export const proposeCodes = async (tx: ActionContext, { editor, sealedSecret }: ProposeCodesInput): Promise<void> => {
  if (areCodesActive(await tx.secondFactors.find(editor.id)))
    throw new Failure('wrong_state', 'You have one-time codes already: remove them first.')
  await tx.secondFactors.propose({ editorId: editor.id, sealedSecret, createdAt: tx.now.toISOString() })
}
