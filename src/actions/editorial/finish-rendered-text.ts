import type { ActionContext } from '#actions/run-action.ts'
import type { StoredText } from '#ports/store/renderings.ts'

type FinishRenderedTextInput = { of: StoredText; renderer: number }

/** Notes that all of a full text is rendered. */
export const finishRenderedText = (tx: ActionContext, { of, renderer }: FinishRenderedTextInput): Promise<void> =>
  tx.renderedTexts.finishText(of, renderer)
