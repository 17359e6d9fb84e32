import { fillPlaceholders, withoutPlaceholders, withPlaceholders } from '#core/text/evidence-marks.ts'
import { paperLinker } from '#core/papers/paper-mentions.ts'
import type { MarkdownMarkup } from '#core/text/markdown.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { RelatedReader } from '#ports/store/ranking.ts'
import type { RenderedText, RenderedTextReader, RenderingReader } from '#ports/store/renderings.ts'
import { findMentionedPapers } from './mentioned-papers.ts'

/** Gives the markup of a text; throws for one that was not rendered beforehand. */
export type MarkupOf = (text: string) => MarkdownMarkup

const markupLookup = (pairs: Iterable<readonly [text: string, markup: MarkdownMarkup]>): MarkupOf => {
  const markups = new Map(pairs)
  return (text) => {
    const found = markups.get(text)
    if (found === undefined) throw new Error('a text was not rendered before its page')
    return found
  }
}

const renderEach = async (
  markdown: MarkdownRenderer,
  texts: readonly string[],
): Promise<[text: string, markup: MarkdownMarkup][]> => {
  const markups = await markdown.render(texts)
  return texts.flatMap((text, index) => {
    const markup = markups[index]
    return markup === undefined ? [] : [[text, markup]]
  })
}

/** The texts of a brief whose markup is stored. */
export const briefTexts = ({ id, summary, take }: { id: string; summary: string; take: string }): RenderedText[] => [
  { subject: `brief:${id}:summary`, text: summary },
  { subject: `brief:${id}:take`, text: take },
]

/** The corrections under a brief, oldest first. */
export const correctionTexts = (id: string, corrections: readonly { text: string }[]): RenderedText[] =>
  corrections.map(({ text }, index) => ({ subject: `brief:${id}:correction-${index + 1}`, text }))

/** Renders texts whose markup is not stored, such as drafts and submissions. */
export const renderTexts = async (markdown: MarkdownRenderer, texts: readonly string[]): Promise<MarkupOf> =>
  markupLookup(await renderEach(markdown, texts))

type LinkPorts = { markdown: MarkdownRenderer; related: Pick<RelatedReader, 'publicPapers'> }

/** The same as `renderTexts`, with links in place of the ids of public papers, as readers would see them. */
export const renderLinkedTexts = async (
  { markdown, related }: LinkPorts,
  texts: readonly string[],
): Promise<MarkupOf> => {
  const markupOf = await renderTexts(markdown, texts)
  const linked = paperLinker(await findMentionedPapers(related, texts))
  return (text) => linked(markupOf(text))
}

/** The same for texts with marks of evidence, which become their numbers. */
export const renderCitingDrafts = async (
  { markdown, related }: LinkPorts,
  texts: readonly string[],
): Promise<MarkupOf> => {
  const markupOf = await renderTexts(markdown, texts.map(withPlaceholders))
  const linked = paperLinker(await findMentionedPapers(related, texts))
  return (text) => fillPlaceholders(linked(markupOf(withPlaceholders(text))), (number) => `<sup>${number}</sup>`)
}

/** Texts of these subjects may have marks of evidence. */
const MARKED_SUBJECT = /^(?:paper:|version:|gap:|brief:[^:]*:(?:summary|take)$)/u

/** The markup of texts as it is stored, with a placeholder for each mark of evidence. */
export const renderSubjects = (markdown: MarkdownRenderer, texts: readonly RenderedText[]): Promise<MarkdownMarkup[]> =>
  markdown.render(texts.map(({ subject, text }) => (MARKED_SUBJECT.test(subject) ? withPlaceholders(text) : text)))

type CachePorts = { renderings: RenderingReader; markdown: MarkdownRenderer }

/** The stored markup of these texts, with placeholders. Missing markup is rendered here; a job stores it later. */
export const renderMarkedTexts = async (
  { renderings, markdown }: CachePorts,
  texts: readonly RenderedText[],
): Promise<MarkupOf> => {
  const subjects = texts.map(({ subject }) => subject)
  const kept = await renderings.find(subjects, markdown.version)
  const missing = texts.filter(({ subject }) => !kept.has(subject))
  const rendered = await renderSubjects(markdown, missing)
  const found = texts.map(({ subject, text }): [string, MarkdownMarkup | undefined] => [
    text,
    kept.get(subject) ?? rendered[missing.findIndex((one) => one.subject === subject)],
  ])
  return markupLookup(found.flatMap(([text, markup]) => (markup === undefined ? [] : [[text, markup] as const])))
}

/** The same without the marks of evidence. */
export const renderCachedTexts = async (ports: CachePorts, texts: readonly RenderedText[]): Promise<MarkupOf> => {
  const markupOf = await renderMarkedTexts(ports, texts)
  return (text) => withoutPlaceholders(markupOf(text))
}

type RequestedParts = {
  paperId: string
  /** Null for the current one. */
  version: number | null
  /** Markdown of each section of each part, by the number of the part. */
  parts: ReadonlyMap<number, readonly string[]>
}

/** The stored markup of parts of a full text; missing markup is rendered here. */
export const renderCachedParts = async (
  { renderedTexts, markdown }: { renderedTexts: RenderedTextReader; markdown: MarkdownRenderer },
  { paperId, version, parts }: RequestedParts,
): Promise<MarkupOf> => {
  const kept = await renderedTexts.findParts({ paperId, version }, [...parts.keys()], markdown.version)
  const found: [string, MarkdownMarkup][] = []
  const missing: string[] = []
  for (const [part, bodies] of parts) {
    const markups = kept.get(part) ?? []
    // Otherwise the part was divided differently by another version of the program.
    if (markups.length !== bodies.length) missing.push(...bodies)
    else markups.forEach((markup, index) => found.push([bodies[index] ?? '', markup]))
  }
  return markupLookup([...found, ...(await renderEach(markdown, missing))])
}
