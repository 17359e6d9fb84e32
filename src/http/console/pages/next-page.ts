import { html, type Html } from '#html.ts'

/** A link to the next page of a list; parameters that are empty stay out of the address. */
export const nextPageLink = (path: string, parameters: Record<string, string | number | null>, label: string): Html => {
  const filled = Object.entries(parameters).filter(([, value]) => value !== null && value !== '')
  const search = new URLSearchParams(filled.map(([name, value]) => [name, String(value)])).toString()
  return html`<p><a href="${path}?${search}" rel="next">${label}</a></p>`
}
