import type { MarkdownMarkup } from '#core/text/markdown.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { RenderedText, RenderedTextReader, RenderingReader } from '#ports/store/renderings.ts'

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

/** Renders texts whose markup is not stored, such as drafts and submissions. */
export const renderTexts = async (markdown: MarkdownRenderer, texts: readonly string[]): Promise<MarkupOf> =>
  markupLookup(await renderEach(markdown, texts))

/** The stored markup of these texts. Missing markup is rendered here; a job stores it later. */
export const renderCachedTexts = async (
  { renderings, markdown }: { renderings: RenderingReader; markdown: MarkdownRenderer },
  texts: readonly RenderedText[],
): Promise<MarkupOf> => {
  const subjects = texts.map(({ subject }) => subject)
  const kept = await renderings.find(subjects, markdown.version)
  const missing = texts.filter(({ subject }) => !kept.has(subject)).map(({ text }) => text)
  const found = texts.flatMap(({ subject, text }): [string, MarkdownMarkup][] => {
    const markup = kept.get(subject)
    return markup === undefined ? [] : [[text, markup]]
  })
  return markupLookup([...found, ...(await renderEach(markdown, missing))])
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
