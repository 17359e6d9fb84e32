import { html as honoHtml, raw } from 'hono/html'
import { micromark } from 'micromark'

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

/** Pictures would be fetched from elsewhere, which the policy of our pages forbids. */
const WITHOUT_IMAGES = { disable: { null: ['labelStartImage'] } }
const HEADING_TAG = /<(?<slash>\/?)h(?<level>[1-6])>/gu

/**
 * Markdown as markup. HTML in it is escaped and addresses that are not http, https or mail lose their link; its
 * first heading level becomes `firstHeading`, so that it fits below the headings of the page.
 */
export const markdown = (text: string, firstHeading = 3): Html =>
  raw(
    micromark(text, { extensions: [WITHOUT_IMAGES] }).replaceAll(
      HEADING_TAG,
      (_tag, slash: string, level: string) => `<${slash}h${Math.min(6, Number(level) + firstHeading - 1)}>`,
    ),
  )

/** A block of JSON for machines that read the page; no value can end the element. */
export const jsonBlock = (type: 'application/ld+json' | 'application/json', value: unknown): Html =>
  raw(`<script type="${type}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`)
