import { micromark } from 'micromark'
import { markdownBoundExceeded } from '#core/text/markdown-bounds.ts'
import type { MarkdownMarkup } from '#core/text/markdown-markup.ts'
import { plainMarkup } from '#core/text/plain-markup.ts'

/** Pictures would be fetched from elsewhere, which the policy of our pages forbids. */
const WITHOUT_IMAGES = { disable: { null: ['labelStartImage'] } }

/**
 * Markdown as markup. HTML in it is escaped, and addresses that are not http, https or mail lose their link. What is
 * beyond the bounds is plain text.
 */
export const renderMarkdown = (text: string): MarkdownMarkup =>
  markdownBoundExceeded(text) === null
    ? (micromark(text, { extensions: [WITHOUT_IMAGES] }) as MarkdownMarkup)
    : plainMarkup(text)
