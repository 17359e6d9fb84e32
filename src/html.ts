import { html as honoHtml, raw } from 'hono/html'
import type { MarkdownMarkup } from '#core/text/markdown-markup.ts'

/** Escaped markup. Only this file can make it, so nothing typed by anybody is ever taken for markup. */
export type Html = { readonly isEscaped: true; toString(): string }

/** What may stand in a template: objects, dates and promises are compile errors. */
export type Renderable = Html | string | number | false | null | undefined | readonly Renderable[]

/** The tag for HTML and XML; every value is escaped. Attributes must be quoted. */
export const html = (strings: TemplateStringsArray, ...values: Renderable[]): Html =>
  honoHtml(strings, ...values.map(renderable)) as unknown as Html

const renderable = (part: Renderable): unknown =>
  part === false || part === null || part === undefined ? '' : Array.isArray(part) ? part.map(renderable) : part

/** The document type cannot be written in a template without being part of its markup. */
export const document = (root: Html): Html => raw(`<!doctype html>\n${root.toString()}`)

/** Code points that XML 1.0 cannot hold in any form (section 2.2). */
const NO_XML_CHARACTERS = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

/** A whole document of XML; the escapes of `html` are those of XML, too. */
export const xmlDocument = (root: Html): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${root.toString().replaceAll(NO_XML_CHARACTERS, '\ufffd')}\n`

const HEADING_TAG = /<(?<slash>\/?)h(?<level>[1-6])>/gu

/** Rendered Markdown; its first heading level becomes `firstHeading`, so that it fits below the headings of the page. */
export const markdown = (markup: MarkdownMarkup, firstHeading = 3): Html =>
  raw(
    markup.replaceAll(
      HEADING_TAG,
      (_tag, slash: string, level: string) => `<${slash}h${Math.min(6, Number(level) + firstHeading - 1)}>`,
    ),
  )

/** A block of JSON for machines that read the page; no value can end the element. */
export const jsonBlock = (type: 'application/ld+json' | 'application/json', value: unknown): Html =>
  raw(`<script type="${type}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`)
