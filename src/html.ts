import { html as honoHtml, raw } from 'hono/html'
import { lineWithMarks, markFormulas } from '#core/text/formula-marks.ts'
import { plainMarkup, type MarkdownMarkup } from '#core/text/markdown.ts'

/** Escaped markup. Only this file can make it, so user input is never taken for markup. */
export type Html = { readonly isEscaped: true; toString(): string }

/** What may stand in a template: objects, dates and promises are compile errors. */
export type Renderable = Html | string | number | false | null | undefined | readonly Renderable[]

/** The template tag for HTML and XML; every value is escaped. Attributes must be quoted. */
export const html = (strings: TemplateStringsArray, ...values: Renderable[]): Html =>
  honoHtml(strings, ...values.map(renderable)) as unknown as Html

const renderable = (part: Renderable): unknown =>
  part === false || part === null || part === undefined ? '' : Array.isArray(part) ? part.map(renderable) : part

/** A whole HTML document. The document type is not an element, so it is added outside the template. */
export const document = (root: Html): Html => raw(`<!doctype html>\n${root.toString()}`)

/** Code points that XML 1.0 cannot contain in any form (section 2.2). */
const NO_XML_CHARACTERS = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

/** A whole XML document; the escapes of `html` are valid XML. */
export const xmlDocument = (root: Html): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${root.toString().replaceAll(NO_XML_CHARACTERS, '\ufffd')}\n`

/** A title or another line of plain text, whose formulas become MathML before the page is sent. */
export const withFormulas = (text: string): Html => raw(lineWithMarks(text))

/** The paragraphs of a plain text, with its formulas. */
export const plainParagraphs = (text: string): Html => raw(markFormulas(plainMarkup(text)))

const HEADING_TAG = /<(?<slash>\/?)h(?<level>[1-6])>/gu

/**
 * Rendered Markdown; its top heading level becomes `firstHeading`, to fit below the headings of the page. Levels that a text skips are
 * closed up, so that whoever moves by headings misses none (WCAG 2.2, technique G141).
 */
export const markdown = (markup: MarkdownMarkup, firstHeading = 3): Html => {
  /** The levels, as written, of the headings that the current place is under. */
  const above: number[] = []
  return raw(
    markup.replaceAll(HEADING_TAG, (_tag, slash: string, level: string) => {
      if (slash === '') {
        while ((above.at(-1) ?? 0) >= Number(level)) above.pop()
        above.push(Number(level))
      }
      return `<${slash}h${Math.min(6, above.length + firstHeading - 1)}>`
    }),
  )
}

/** A block of JSON for programs that read the page; no value can close the element. */
export const jsonBlock = (type: 'application/ld+json' | 'application/json', value: unknown): Html =>
  raw(`<script type="${type}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`)
