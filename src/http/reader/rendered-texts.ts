import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { RenderedText } from '#ports/store/renderings.ts'
import type { Store } from '#ports/store/store.ts'
import { renderKeptTexts, type MarkupOf } from '#queries/render-kept-texts.ts'

/** The public Markdown of a page, rendered. */
export const renderKept = (
  { store, markdown }: { store: Store; markdown: MarkdownRenderer },
  texts: readonly RenderedText[],
): Promise<MarkupOf> => renderKeptTexts({ renderings: store.public.renderings, markdown }, texts)

export const commentariesOf = (papers: readonly { id: string; commentary: string | null }[]): RenderedText[] =>
  papers.flatMap(({ id, commentary }) => (commentary === null ? [] : [{ subject: `paper:${id}`, text: commentary }]))

export const explanationOf = ({ id, explanation }: { id: string; explanation: string }): RenderedText => ({
  subject: `gap:${id}`,
  text: explanation,
})

export const introductionOf = ({ number, introduction }: { number: number; introduction: string }): RenderedText => ({
  subject: `chapter:${number}`,
  text: introduction,
})
