import { micromark } from 'micromark'
import { markdownBoundExceeded, type MarkdownMarkup, plainMarkup } from '#core/text/markdown.ts'
import { formulasOfText, hasMarks } from './formulas.ts'
import { mathSyntax } from './math-syntax.ts'
import { tableMarkup, tableSyntax, writeTables } from './tables.ts'

/** Images would be loaded from other servers, which our content security policy forbids. */
const WITHOUT_IMAGES = { disable: { null: ['labelStartImage'] } }

/**
 * Renders Markdown with mathematics and tables. HTML in it is escaped, and links other than http, https and mailto are dropped. A text beyond
 * the limits becomes plain text.
 */
export const renderMarkdown = (text: string): MarkdownMarkup => {
  if (markdownBoundExceeded(text) !== null) return plainMarkup(text)
  const withFormulas = !hasMarks(text)
  const formulas = formulasOfText()
  const markup = micromark(text, {
    extensions: [WITHOUT_IMAGES, tableSyntax, ...(withFormulas ? [mathSyntax] : [])],
    htmlExtensions: [tableMarkup, formulas.extension],
  })
  const tabled = writeTables(markup)
  return (withFormulas ? formulas.write(tabled) : tabled) as MarkdownMarkup
}
