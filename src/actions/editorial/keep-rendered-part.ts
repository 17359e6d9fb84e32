import type { ActionContext } from '#actions/run-action.ts'
import type { RenderedPart, StoredText } from '#ports/store/renderings.ts'

type KeepRenderedPartInput = { of: StoredText; part: RenderedPart; renderer: number }

/** Keeps the markup of one part of a full text. Pages say the same before and after. */
export const keepRenderedPart = (tx: ActionContext, { of, part, renderer }: KeepRenderedPartInput): Promise<void> =>
  tx.renderedTexts.keepPart(of, part, renderer)
