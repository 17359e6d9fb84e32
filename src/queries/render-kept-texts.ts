import type { MarkdownMarkup } from '#core/text/markdown-markup.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { RenderedText, RenderedTextReader, RenderingReader } from '#ports/store/renderings.ts'

/** The markup of a text; only of texts that were asked for. */
export type MarkupOf = (text: string) => MarkdownMarkup

/** Looks markup up by its text. Throws for a text that was not rendered beforehand. */
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

/** What is kept rendered of a brief. */
export const briefTexts = ({ id, summary, take }: { id: string; summary: string; take: string }): RenderedText[] => [
  { subject: `brief:${id}:summary`, text: summary },
  { subject: `brief:${id}:take`, text: take },
]

/** Renders texts that nothing is kept of: drafts, what a submission proposes. */
export const renderTexts = async (markdown: MarkdownRenderer, texts: readonly string[]): Promise<MarkupOf> =>
  markupLookup(await renderEach(markdown, texts))

/** The markup that is kept with these texts; what is not there yet is rendered, and kept by the job that looks for it. */
export const renderKeptTexts = async (
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

type AskedParts = {
  paperId: string
  /** Null for the present one. */
  version: number | null
  /** Markdown of each section of each part, by the number of the part. */
  parts: ReadonlyMap<number, readonly string[]>
}

/** The markup that is kept of parts of a full text; what is not there yet is rendered. */
export const renderKeptParts = async (
  { renderedTexts, markdown }: { renderedTexts: RenderedTextReader; markdown: MarkdownRenderer },
  { paperId, version, parts }: AskedParts,
): Promise<MarkupOf> => {
  const kept = await renderedTexts.findParts({ paperId, version }, [...parts.keys()], markdown.version)
  const found: [string, MarkdownMarkup][] = []
  const missing: string[] = []
  for (const [part, bodies] of parts) {
    const markups = kept.get(part) ?? []
    // The job kept the part as this program cuts it.
    if (markups.length !== bodies.length) missing.push(...bodies)
    else markups.forEach((markup, index) => found.push([bodies[index] ?? '', markup]))
  }
  return markupLookup([...found, ...(await renderEach(markdown, missing))])
}
