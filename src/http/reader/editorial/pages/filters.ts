import { html, type Html } from '#html.ts'

export type FilterLink = { label: string; count: number; address: string; isActive: boolean }

/** Filters of a list as links, since the choice is in the address. */
export const filterLinks = (name: string, list: readonly FilterLink[]): Html =>
  html`<nav aria-label="${name}"><ul class="tags">
    ${list.map(({ label, count, address, isActive }) => html`<li><a href="${address}"${isActive && html` aria-current="true"`}>${label} <span class="count">${count}</span></a></li>\n`)}
  </ul></nav>`

/** Links to the pages before and after. */
export const pager = (page: number, pages: number, addressOf: (page: number) => string): Html | false =>
  pages > 1 &&
  html`<nav class="pages" aria-label="Pages">
    <span>${page > 1 && html`<a rel="prev" href="${addressOf(page - 1)}">Previous</a>`}</span>
    <span class="quiet">Page ${page} of ${pages}</span>
    <span>${page < pages && html`<a rel="next" href="${addressOf(page + 1)}">Next</a>`}</span>
  </nav>`

/** An address with the parameters that have a value. */
export const pathWithQuery = (path: string, parameters: Record<string, string | number | null>): string => {
  const given = Object.entries(parameters).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]))
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`
}
