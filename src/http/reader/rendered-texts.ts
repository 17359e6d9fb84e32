import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import { byId, paperLinker, type MentionedPaper } from '#core/papers/paper-mentions.ts'
import { markdownOf, textParts } from '#core/passages/text-parts.ts'
import type { SectionedText, TextSection } from '#core/text/split-sections.ts'
import type { RenderedText } from '#ports/store/renderings.ts'
import type { Store } from '#ports/store/store.ts'
import { findMentionedPapers } from '#queries/mentioned-papers.ts'
import { renderCachedParts, renderCachedTexts, type MarkupOf } from '#queries/rendered-texts.ts'
import type { Context } from 'hono'
import { checkedId } from '#http/input/query.ts'
import type { Form } from '#http/routing/route.ts'
import { MARKDOWN_TYPE } from '#http/routing/reply.ts'

type Ports = { store: Store; markdown: MarkdownRenderer }

/** The public Markdown texts of a page, rendered or taken from the cache. */
export const renderCached = ({ store, markdown }: Ports, texts: readonly RenderedText[]): Promise<MarkupOf> =>
  renderCachedTexts({ renderings: store.public.renderings, markdown }, texts)

/**
 * The same as `renderCached`, with links in place of the ids of public papers.
 *
 * @param known papers that the caller has read; others are looked up
 */
export const renderLinked = async (
  ports: Ports,
  texts: readonly RenderedText[],
  known: readonly MentionedPaper[] = [],
): Promise<MarkupOf> => {
  const [markupOf, found] = await Promise.all([
    renderCached(ports, texts),
    findMentionedPapers(
      ports.store.public.related,
      texts.map(({ text }) => text),
    ),
  ])
  const linked = paperLinker(new Map([...found, ...byId(known)]))
  return (text) => linked(markupOf(text))
}

type TextVersion = { paperId: string; version: number | null; text: SectionedText }

const renderParts = (
  { store, markdown }: Ports,
  { paperId, version, text: { format } }: TextVersion,
  parts: readonly (readonly [part: number, sections: readonly TextSection[]])[],
): Promise<MarkupOf> => {
  const shown = parts.map(([part, sections]) => [part, markdownOf({ format, sections: [...sections] })] as const)
  const ports = { renderedTexts: store.public.renderedTexts, markdown }
  return renderCachedParts(ports, { paperId, version, parts: new Map(format === 'markdown' ? shown : []) })
}

/** All of a full text, rendered. */
export const renderWholeText = (ports: Ports, version: TextVersion): Promise<MarkupOf> =>
  renderParts(
    ports,
    version,
    textParts(version.text).map((sections, index) => [index + 1, sections]),
  )

/** One part of a full text, rendered. */
export const renderTextPart = (
  ports: Ports,
  version: TextVersion,
  { part, sections }: { part: number; sections: readonly TextSection[] },
): Promise<MarkupOf> => renderParts(ports, version, [[part, sections]])

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

/** A page as Markdown. `write` gets the last parameter of its path. */
export const markdownForm = (write: (id: string, context: Context) => Promise<string> | string): Form => ({
  ending: 'md',
  name: 'Markdown',
  mediaType: MARKDOWN_TYPE,
  show: async (context, id) => ({
    status: 200,
    body: await write(checkedId(id), context),
    type: MARKDOWN_TYPE,
    headers: {},
  }),
})
