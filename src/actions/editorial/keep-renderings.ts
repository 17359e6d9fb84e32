import type { ActionContext } from '#actions/run-action.ts'
import type { MarkdownMarkup } from '#core/text/markdown-markup.ts'
import type { RenderedText } from '#ports/store/renderings.ts'

type KeepRenderingsInput = { rendered: readonly (RenderedText & { markup: MarkdownMarkup })[]; version: number }

/** Keeps markup with the texts that it was made of, where they still say the same. Pages say the same before and after. */
export const keepRenderings = async (tx: ActionContext, { rendered, version }: KeepRenderingsInput): Promise<void> => {
  for (const one of rendered) await tx.renderings.keep({ ...one, version })
}
