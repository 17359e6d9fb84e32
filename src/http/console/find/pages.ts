import type { Editor } from '#core/access/editor.ts'
import { html, type Html } from '#html.ts'
import { selectInput } from '#http/console/pages/form.ts'
import { consolePage, FIND_PATH } from '#http/console/pages/frame.ts'
import { actionButton } from '#http/console/pages/parts.ts'
import type { LiveSite } from '#ports/site.ts'
import { type Found, type FoundKind, foundKinds } from './found.ts'

type FindView = { editor: Editor; q: string; kind: FoundKind | null; results: readonly Found[] }

const kindOptions = [
  { value: '', label: 'everything' },
  ...foundKinds.map((kind) => ({ value: kind, label: kind === 'pages' ? 'pages and actions' : kind })),
]

/** Signing out changes something, so it is a form. */
const resultLink = ({ title, href }: Found): Html =>
  href === '/console/sign-out'
    ? actionButton({ path: href, label: title })
    : html`<a href="${href}" dir="auto">${title}</a>`

const section = (kind: FoundKind, results: readonly Found[]): Html | false => {
  const own = results.filter((found) => found.kind === kind)
  return (
    own.length > 0 &&
    html`<h2>${kindOptions.find(({ value }) => value === kind)?.label}</h2>
      <ul class="found">${own.map((found) => html`<li>${resultLink(found)} <span class="quiet" dir="auto">${found.detail}</span></li>`)}</ul>`
  )
}

/** What the command palette finds, as a page. */
export const findPage = ({ site }: { site: LiveSite }, { editor, q, kind, results }: FindView): Html =>
  consolePage({
    title: 'Find',
    site,
    editor,
    activePath: FIND_PATH,
    body: html`<h1>Find</h1>
      <form class="filters" method="get" action="${FIND_PATH}" role="search">
        <label>Words <input type="search" name="q" value="${q}" maxlength="200" /></label>
        ${selectInput({ name: 'kind', label: 'Among', value: kind ?? '', options: kindOptions, errors: [] })}
        <button type="submit">Find</button>
      </form>
      ${results.length === 0 && html`<p>Nothing found for “${q}”. Words may be cut short, and a long one may have two typos.</p>`}
      ${foundKinds.map((one) => section(one, results))}`,
  })
