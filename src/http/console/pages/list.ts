import { z } from 'zod'
import { type ListName, type SavedView, viewAddress } from '#core/access/saved-view.ts'
import { groupedNumber } from '#core/numbers.ts'
import { html, type Html, type Renderable } from '#html.ts'
import { assetUrl } from '#http/pages/layout.ts'
import { hiddenInput, type Option } from './form.ts'

/** Rows of a page of any list. */
export const LIST_PAGE_SIZE = 100

/** Counting stops there: a page costs the same however many more there are. */
export const MOST_COUNTED = 1_000

/** What the address of a list says, apart from the place of the page. Empty parameters are left out. */
export type ListAddress = Readonly<Record<string, string | readonly string[] | null>>

const pairsOf = (address: ListAddress): [name: string, value: string][] =>
  Object.entries(address).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : (value ?? []))
      .filter((one) => one !== '')
      .map((one): [string, string] => [name, one]),
  )

/** The address of a list. */
export const listUrl = (path: string, address: ListAddress): string => {
  const search = new URLSearchParams(pairsOf(address)).toString()
  return search === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${search}`
}

const pathOf = (list: ListName): string => viewAddress({ list, search: '' })

/** The columns that an address asks for; the schema of every list has it. */
export const columnsParameter = () => z.array(z.string().max(50)).max(50).optional()

/** A parameter of a form that may be left empty. */
export const emptyAsNull = (text: string | undefined): string | null =>
  text === undefined || text.trim() === '' ? null : text.trim()

export type ListColumn<Row> = {
  /** In the address. */
  name: string
  label: string
  cell: (row: Row) => Renderable
  /** Always shown, or only if it is asked for; otherwise shown unless other columns are asked for. */
  shown?: 'always' | 'on request'
  /** The orders that its heading leads to, one after the other. */
  orders?: readonly string[]
}

export type ListOrder = { value: string; label: string; direction: 'ascending' | 'descending' }

export type ListFilter = { name: string; label: string; value: string | null } & (
  | { kind: 'search' }
  | { kind: 'text'; example: string }
  | { kind: 'choice'; options: readonly Option[] }
)

/** What can be done with rows that are selected. */
export type ListSelection<Row> = {
  /** Where the form goes, with the id of each row as `name`. */
  action: string
  name: string
  idOf: (row: Row) => string
  /** What a row is called to those who hear it; its id if omitted. */
  labelOf?: (row: Row) => string
  /** At most so many rows, of a page or of all that match. */
  most: number
  /** Whether the rows of this page are selected from the start. */
  isPage: boolean
  controls: Html
}

export type ListView<Row> = {
  name: ListName
  address: ListAddress
  /** What it lists, such as "Papers", and one and many of them within a sentence. */
  label: string
  words: readonly [one: string, many: string]
  columns: readonly ListColumn<Row>[]
  rows: readonly Row[]
  /** Instead of a table, for rows that have no columns. */
  entries?: (rows: readonly Row[]) => Html
  filters: readonly ListFilter[]
  /** The orders to choose from, that of the plain address first. */
  orders: readonly ListOrder[]
  isFirst: boolean
  /** The parameter and the value that name the next page; null on the last one. */
  next: readonly [name: string, value: string] | null
  /** How many there are, if that is cheap to know; not exact: more than so many. */
  total: { count: number; isExact: boolean } | null
  empty: Renderable
  selection?: ListSelection<Row>
  /** What the editor saved of this list; null for those who may not save any. */
  views: readonly SavedView[] | null
}

const asked = ({ address }: Pick<ListView<never>, 'address'>): readonly string[] => {
  const { columns = null } = address
  return typeof columns === 'string' ? [columns] : (columns ?? [])
}

const isShown = <Row>({ name, shown }: ListColumn<Row>, wanted: readonly string[]): boolean =>
  shown === 'always' || (wanted.length === 0 ? shown === undefined : wanted.includes(name))

const orderOf = ({ address, orders }: Pick<ListView<never>, 'address' | 'orders'>): ListOrder | undefined =>
  orders.find(({ value }) => value === address.order) ?? orders[0]

/** The address of the same list in another order; that of the plain address is not named. */
const inOrder = ({ name, address, orders }: Place, order: string): string =>
  listUrl(pathOf(name), { ...address, order: order === orders[0]?.value ? null : order })

type Place = Pick<ListView<never>, 'name' | 'address' | 'orders'>

const heading = <Row>({ label, orders = [] }: ListColumn<Row>, list: Place): Html => {
  const possible = orders.filter((order) => list.orders.some(({ value }) => value === order))
  const current = orderOf(list)
  const at = possible.findIndex((order) => order === current?.value)
  const next = possible[(at + 1) % Math.max(1, possible.length)]
  if (next === undefined) return html`<th scope="col">${label}</th>`
  const sorted = at !== -1 && current !== undefined && html` aria-sort="${current.direction}"`
  return html`<th scope="col"${sorted}><a href="${inOrder(list, next)}">${label}</a></th>`
}

const filterControl = (filter: ListFilter): Html => {
  const { name, label, value } = filter
  if (filter.kind === 'choice')
    return html`<label>${label} <select name="${name}">${filter.options.map(
      (option) =>
        html`<option value="${option.value}"${option.value === (value ?? '') && html` selected`}>${option.label}</option>`,
    )}</select></label>`
  return html`<label>${label} <input type="${filter.kind === 'search' ? 'search' : 'text'}" name="${name}" value="${value}" maxlength="256"${
    filter.kind === 'text' && html` placeholder="${filter.example}"`
  } /></label>`
}

/** What an address says beside the controls of a form, which sends it again. */
export const hiddenParameters = (address: ListAddress, controls: readonly string[]): Html =>
  html`${pairsOf(address)
    .filter(([name]) => !controls.includes(name))
    .map(([name, value]) => hiddenInput(name, value))}`

/** The filters and the order of a list; in a narrow window it has no headings to choose the order by. */
const filterForm = <Row>(list: ListView<Row>): Html | false => {
  const { address, filters, orders } = list
  const path = pathOf(list.name)
  if (filters.length === 0 && orders.length < 2) return false
  const order: ListFilter = {
    kind: 'choice',
    name: 'order',
    label: 'Order',
    value: orderOf(list)?.value ?? '',
    options: orders.map(({ value, label }) => ({ value, label })),
  }
  const controls = orders.length < 2 ? filters : [...filters, order]
  const names = [...controls.map(({ name }) => name), 'order']
  return html`<form class="filters list-filters" method="get" action="${path}" role="search">
      ${controls.map(filterControl)}
      ${hiddenParameters(address, names)}
      <button type="submit">Show</button>
    </form>`
}

const columnsForm = <Row>(list: ListView<Row>): Html | false => {
  const { address, columns } = list
  const path = pathOf(list.name)
  const free = columns.filter(({ shown }) => shown !== 'always')
  const wanted = asked(list)
  return (
    free.length > 1 &&
    html`<details class="list-columns"><summary>Columns</summary>
      <form method="get" action="${path}">
        <fieldset class="choices"><legend>Shown</legend>${free.map(
          (column) =>
            html`<label><input type="checkbox" name="columns" value="${column.name}"${isShown(column, wanted) && html` checked`} /> ${column.label}</label> `,
        )}</fieldset>
        ${hiddenParameters(address, ['columns'])}
        <button class="plain" type="submit">Show these</button>
        ${wanted.length > 0 && html`<a href="${listUrl(path, { ...address, columns: null })}">Show the usual ones</a>`}
      </form>
    </details>`
  )
}

const countText = (
  { words: [one, many] }: Pick<ListView<never>, 'words'>,
  { count, isExact }: { count: number; isExact: boolean },
) => (isExact ? `${groupedNumber(count)} ${count === 1 ? one : many}` : `more than ${groupedNumber(count)} ${many}`)

const table = <Row>(list: ListView<Row>, shown: readonly ListColumn<Row>[]): Html => {
  const { label, rows, selection } = list
  const box = (row: Row): Html | false =>
    selection !== undefined &&
    html`<td><input type="checkbox" name="${selection.name}" value="${selection.idOf(row)}"${selection.isPage && html` checked`} aria-label="Select ${(selection.labelOf ?? selection.idOf)(row)}" /></td>`
  return html`<div class="wide-table" tabindex="0" role="region" aria-label="${label}"><table class="stacked list">
      <thead><tr>${selection !== undefined && html`<td></td>`}${shown.map((column) => heading(column, list))}</tr></thead>
      <tbody>${rows.map(
        (row) =>
          html`<tr data-row>${box(row)}${shown.map(({ label: name, cell }) => html`<td data-label="${name}">${cell(row)}</td>`)}</tr>`,
      )}</tbody>
    </table></div>`
}

/** The table within the form of what is done with selected rows. `where` is the search whose matches may all be meant. */
const selectableTable = <Row>(list: ListView<Row>, selection: ListSelection<Row>, body: Html): Html => {
  const { address, words, total } = list
  const path = pathOf(list.name)
  const where = listUrl('', address).slice(1)
  const isMore = total === null || !total.isExact || total.count > list.rows.length
  return html`<form method="post" action="${selection.action}" data-list>
      ${hiddenInput('list', list.name)}${hiddenInput('where', where)}
      ${body}
      <section class="list-actions" aria-label="With the selected ${words[1]}">
        <p class="acts"><span class="scripted" role="status" data-selected>${selection.isPage ? list.rows.length : 0} selected</span>
          <a href="${listUrl(path, { ...address, selected: selection.isPage ? null : 'page' })}" data-select-page aria-keyshortcuts="*">Select ${selection.isPage ? 'none' : 'all'} on this page</a>
          <button type="button" class="as-link scripted" data-select-row aria-keyshortcuts="x">Select or unselect a row</button>
          ${isMore && html`<label><input type="checkbox" name="all" value="true" /> All that match, up to ${groupedNumber(selection.most)}</label>`}</p>
        ${selection.controls}
      </section>
    </form>`
}

/** Links to what the editor saved of the list, and a form to save what it shows. */
const viewLinks = ({
  name: list,
  address,
  views,
}: Pick<ListView<never>, 'name' | 'address' | 'views'>): Html | false => {
  if (views === null) return false
  const search = listUrl('', address).slice(1)
  const isHere = (view: SavedView): boolean => view.search === search
  const isNew = search !== '' && !views.some(isHere)
  return (
    (views.length > 0 || isNew) &&
    html`<nav class="list-views" aria-label="Your views">
      <ul class="tags">${views.map(
        (view) =>
          html`<li><a href="${viewAddress(view)}"${isHere(view) && html` aria-current="page"`}>${view.name}</a></li>`,
      )}</ul>
      ${
        isNew &&
        html`<details><summary>Save this view</summary>
        <form class="filters" method="post" action="/console/views">
          ${hiddenInput('list', list)}${hiddenInput('search', search)}
          <label>Name <input name="name" maxlength="100" required autocomplete="off" /></label>
          <button class="plain" type="submit">Save</button>
        </form></details>`
      }
      ${views.length > 0 && html`<a href="/console/views">Rename or delete</a>`}
    </nav>`
  )
}

/** Fills the rest of a page with a list: its filters, how many there are, its rows and the way to the next ones. */
export const listSection = <Row>(list: ListView<Row>): Html => {
  const { address, columns, rows, isFirst, next, total, empty, selection } = list
  const path = pathOf(list.name)
  const wanted = asked(list)
  const body =
    list.entries?.(rows) ??
    table(
      list,
      columns.filter((column) => isShown(column, wanted)),
    )
  return html`${viewLinks(list)}
      ${filterForm(list)}
      <div class="list-head">${total !== null && html`<p class="quiet">${countText(list, total)}</p>`}${columnsForm(list)}</div>
      ${rows.length === 0 ? html`<p>${empty}</p>` : selection === undefined ? body : selectableTable(list, selection, body)}
      ${
        (!isFirst || next !== null) &&
        html`<p class="acts">${!isFirst && html`<a href="${listUrl(path, address)}">First page</a>`}${
          next !== null && html`<a href="${listUrl(path, { ...address, [next[0]]: next[1] })}" rel="next">Next page</a>`
        }</p>`
      }`
}

/** What a page with a list has in its head. */
export const listHead = (): Html => html`<link rel="stylesheet" href="${assetUrl('console-lists.css')}" />
    <script type="module" src="${assetUrl('console-lists.js')}"></script>`
