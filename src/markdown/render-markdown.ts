import { micromark } from 'micromark'
import { markdownBoundExceeded, type MarkdownMarkup, plainMarkup } from '#core/text/markdown.ts'

/** Images would be loaded from other servers, which our content security policy forbids. */
const WITHOUT_IMAGES = { disable: { null: ['labelStartImage'] } }

/**
 * Renders Markdown. HTML in it is escaped, and links other than http, https and mailto are dropped. A text beyond the limits
 * becomes plain text.
 */
export const renderMarkdown = (text: string): MarkdownMarkup =>
  markdownBoundExceeded(text) === null
    ? (micromark(text, { extensions: [WITHOUT_IMAGES] }) as MarkdownMarkup)
    : plainMarkup(text)
