// @ts-check
// Rows of a list: moving between them, and selecting one, a range or a page. Without this script each box is ticked by itself, and
// a link ticks those of the page.

import { isTyping } from './console-typing.js'

const rows = () => [...document.querySelectorAll('main tr[data-row]')]

/** The box of a row; null in lists whose rows are only read. @param {Element | undefined} row @returns {HTMLInputElement | null} */
const boxIn = (row) => row?.querySelector('input[type="checkbox"]') ?? null

const form = () => document.querySelector('form[data-list]')

/** Where a concept for the selected rows is typed; from the rows it is many steps of Tab away. @returns {HTMLInputElement | null} */
const concept = () => form()?.querySelector('input[name="concept"]') ?? null

/** Where a range begins: the last row that was ticked or left alone. */
let anchor = 0

/** The row with the focus; -1 if none has it. */
export const rowAt = () => rows().findIndex((row) => row.contains(document.activeElement))

/** Shows how many rows are selected, and keeps what is done with them in view. */
const showSelected = () => {
  const list = form()
  if (list === null) return
  const count = rows().filter((row) => boxIn(row)?.checked).length
  const all = list.querySelector('input[name="all"]')
  const isAll = all instanceof HTMLInputElement && all.checked
  list.querySelector('[data-selected]')?.replaceChildren(isAll ? 'All that match' : `${count} selected`)
  list.toggleAttribute('data-active', isAll || count > 0)
  const link = list.querySelector('[data-select-page]')
  link?.replaceChildren(`Select ${count === rows().length ? 'none' : 'all'} on this page`)
}

/** Gives the rows between two the same state. @param {number} from @param {number} to @param {boolean} isWanted */
const selectRange = (from, to, isWanted) => {
  for (const row of rows().slice(Math.min(from, to), Math.max(from, to) + 1)) {
    const box = boxIn(row)
    if (box !== null) box.checked = isWanted
  }
  showSelected()
}

/** Opens what there is to read in a row, and closes it in the others; a link leads to it. @param {Element} row */
const read = (row) => {
  for (const fold of document.querySelectorAll('main details[data-reads]'))
    if (fold instanceof HTMLDetailsElement) fold.open = row.contains(fold)
  const link = row.querySelector('a[data-reads]')
  if (link instanceof HTMLElement) link.click()
}

/** Moves the focus to a row, or to the last one before it; whether there is any. @param {number} index */
export const focusRow = (index) => {
  const row = rows()[Math.min(index, rows().length - 1)]
  const target = row?.querySelector('[data-entry]') ?? boxIn(row)
  if (row === undefined || !(target instanceof HTMLElement)) return false
  read(row)
  target.focus()
  target.scrollIntoView({ block: 'nearest' })
  return true
}

/** @param {1 | -1} by @param {boolean} isRange */
const step = (by, isRange) => {
  // A row that keys act on without the focus is the current one.
  const at = rowAt() === -1 ? rows().findIndex((row) => row.querySelector('[data-key]') !== null) : rowAt()
  const last = rows().length - 1
  const next = at === -1 ? (by === 1 ? 0 : last) : Math.min(last, Math.max(0, at + by))
  if (isRange && at !== -1) {
    // A range that grew back gives up what it leaves.
    selectRange(anchor, at, false)
    selectRange(anchor, next, true)
  } else anchor = next
  focusRow(next)
}

const toggleRow = () => {
  const at = rowAt() === -1 ? anchor : rowAt()
  const box = boxIn(rows()[at])
  if (box === null) return
  anchor = at
  box.checked = !box.checked
  showSelected()
}

const togglePage = () =>
  selectRange(
    0,
    rows().length - 1,
    rows().some((row) => boxIn(row)?.checked === false),
  )

addEventListener('click', (event) => {
  const { target } = event
  if (!(target instanceof Element)) return
  if (target.closest('[data-select-page]') !== null) {
    event.preventDefault()
    togglePage()
  } else if (target.closest('[data-select-row]') !== null) toggleRow()
  else if (target instanceof HTMLInputElement && target.type === 'checkbox') {
    const at = rows().findIndex((row) => boxIn(row) === target)
    if (at !== -1 && event.shiftKey) selectRange(anchor, at, target.checked)
    if (at !== -1) anchor = at
    showSelected()
  }
})

addEventListener('keydown', (event) => {
  const { key, target, shiftKey } = event
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  if (isTyping(target) || document.querySelector('dialog[open], :popover-open') !== null || rows().length === 0) return
  const isInRow = target instanceof Element && target.closest('tr[data-row]') !== null
  const hasBoxes = form() !== null
  if (key === 'j' || (key === 'ArrowDown' && isInRow)) step(1, shiftKey && hasBoxes)
  else if (key === 'k' || (key === 'ArrowUp' && isInRow)) step(-1, shiftKey && hasBoxes)
  else if (key === 'x' && hasBoxes) toggleRow()
  else if (key === '*' && hasBoxes) togglePage()
  else if (key === 'c' && concept() !== null) concept()?.focus()
  else return
  event.preventDefault()
})

// A page that comes back from the history has its boxes as they were.
addEventListener('pageshow', showSelected)
showSelected()
