import type { MarkdownMarkup } from '#core/text/markdown.ts'
import { answer } from '#threads/answer.ts'
import { renderMarkdown } from './render-markdown.ts'

/** A third of the processor time of threads that serve requests; with less, pages would wait long on a busy machine. */
const NICENESS = 5

/** Renders each list of texts, in the same order. */
await answer((texts: readonly string[]): MarkdownMarkup[] => texts.map(renderMarkdown), { niceness: NICENESS })
