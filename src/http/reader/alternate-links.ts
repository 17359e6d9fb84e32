import { html, type Html } from '#html.ts'

/** Elements of a page's head that lead to its other forms. */
export const alternateLinks = (
  path: string,
  forms: readonly { ending: string; mediaType: string }[],
  search = '',
): Html =>
  html`${forms.map(({ ending, mediaType }) => html`<link rel="alternate" type="${mediaType.split(';')[0]}" href="${path}.${ending}${search}" />\n    `)}`
