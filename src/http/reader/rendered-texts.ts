import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import { markdownOf, textParts } from '#core/passages/text-parts.ts'
import type { SectionedText, TextSection } from '#core/text/split-sections.ts'
import type { RenderedText } from '#ports/store/renderings.ts'
import type { Store } from '#ports/store/store.ts'
import { renderKeptParts, renderKeptTexts, type MarkupOf } from '#queries/render-kept-texts.ts'

type Ports = { store: Store; markdown: MarkdownRenderer }

/** The public Markdown of a page, rendered. */
export const renderKept = ({ store, markdown }: Ports, texts: readonly RenderedText[]): Promise<MarkupOf> =>
  renderKeptTexts({ renderings: store.public.renderings, markdown }, texts)

type AskedText = { paperId: string; version: number | null; text: SectionedText }

const renderParts = (
  { store, markdown }: Ports,
  { paperId, version, text: { format } }: AskedText,
  parts: readonly (readonly [part: number, sections: readonly TextSection[]])[],
): Promise<MarkupOf> => {
  const shown = parts.map(([part, sections]) => [part, markdownOf({ format, sections: [...sections] })] as const)
  const ports = { renderedTexts: store.public.renderedTexts, markdown }
  return renderKeptParts(ports, { paperId, version, parts: new Map(format === 'markdown' ? shown : []) })
}

/** All of a full text, rendered. */
export const renderWholeText = (ports: Ports, asked: AskedText): Promise<MarkupOf> =>
  renderParts(
    ports,
    asked,
    textParts(asked.text).map((sections, index) => [index + 1, sections]),
  )

/** One part of a full text, rendered. */
export const renderTextPart = (
  ports: Ports,
  asked: AskedText,
  { part, sections }: { part: number; sections: readonly TextSection[] },
): Promise<MarkupOf> => renderParts(ports, asked, [[part, sections]])

export const commentariesOf = (papers: readonly { id: string; commentary: string | null }[]): RenderedText[] =>
  papers.flatMap(({ id, commentary }) => (commentary === null ? [] : [{ subject: `paper:${id}`, text: commentary }]))

/** The commentary that an earlier version of a paper had. */
export const earlierCommentaryOf = (
  { id, commentary }: { id: string; commentary: string | null },
  version: number,
): RenderedText[] => (commentary === null ? [] : [{ subject: `version:${id}:${version}`, text: commentary }])

export const explanationOf = ({ id, explanation }: { id: string; explanation: string }): RenderedText => ({
  subject: `gap:${id}`,
  text: explanation,
})

export const introductionOf = ({ number, introduction }: { number: number; introduction: string }): RenderedText => ({
  subject: `chapter:${number}`,
  text: introduction,
})
