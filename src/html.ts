import { html as honoHtml, raw } from 'hono/html'

/** Escaped markup. Only this file can make it, so nothing typed by anybody is ever taken for markup. */
export type Html = { readonly isEscaped: true; toString(): string }

/** What may stand in a template: objects, dates and promises are compile errors. */
export type Part = Html | string | number | false | null | undefined | readonly Part[]

/** The tag for HTML and XML; every value is escaped. Attributes must be quoted. */
export const html = (strings: TemplateStringsArray, ...values: Part[]): Html =>
  honoHtml(strings, ...values.map(plain)) as unknown as Html

const plain = (part: Part): unknown =>
  part === false || part === null || part === undefined ? '' : Array.isArray(part) ? part.map(plain) : part

/** The document type cannot be written in a template without being part of its markup. */
export const document = (root: Html): Html => raw(`<!doctype html>\n${root.toString()}`)
