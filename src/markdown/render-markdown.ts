import { micromark } from 'micromark'
import { markdownBoundExceeded, type MarkdownMarkup, plainMarkup } from '#core/text/markdown.ts'
import { formulasOfText, hasMarks } from './formulas.ts'
import { writeImages } from './images.ts'
import { mathSyntax } from './math-syntax.ts'
import { tableMarkup, tableSyntax, writeTables } from './tables.ts'

/**
 * Renders Markdown with mathematics, tables and links to images. HTML in it is escaped, and links other than http, https and mailto are dropped. A text beyond
 * the limits becomes plain text.
 */
export const renderMarkdown = (text: string): MarkdownMarkup => {
  if (markdownBoundExceeded(text) !== null) return plainMarkup(text)
  const withFormulas = !hasMarks(text)
  const formulas = formulasOfText()
  const markup = micromark(text, {
    extensions: [tableSyntax, ...(withFormulas ? [mathSyntax] : [])],
    htmlExtensions: [tableMarkup, formulas.extension],
  })
  const written = writeImages(writeTables(markup))
  return (withFormulas ? formulas.write(written) : written) as MarkdownMarkup
}
