// @ts-check
// Keyboard shortcuts: single keys that work unless the reader is typing.

/** @type {readonly [string, string][]} */
const explained = [
  ['/', 'search'],
  ['j', 'next entry of a list'],
  ['k', 'previous entry'],
  ['Enter', 'open the entry'],
  ['?', 'show these keys'],
  ['Esc', 'close, or leave the search field'],
]

/** @param {EventTarget | null} target */
const isTyping = (target) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

/** @param {1 | -1} by */
const step = (by) => {
  const links = [...document.querySelectorAll('[data-entry]')].filter((link) => link instanceof HTMLElement)
  const at = links.findIndex((link) => link === document.activeElement)
  const next = links[at === -1 ? (by === 1 ? 0 : links.length - 1) : at + by]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

const makeHelp = () => {
  const dialog = document.createElement('dialog')
  dialog.className = 'keys'
  dialog.setAttribute('aria-labelledby', 'keys-title')
  const title = document.createElement('h2')
  title.id = 'keys-title'
  title.textContent = 'Keys'
  const list = document.createElement('dl')
  for (const [key, meaning] of explained) {
    const name = document.createElement('dt')
    const shown = document.createElement('kbd')
    shown.textContent = key
    name.append(shown)
    const what = document.createElement('dd')
    what.textContent = meaning
    list.append(name, what)
  }
  const form = document.createElement('form')
  form.method = 'dialog'
  const close = document.createElement('button')
  close.textContent = 'Close'
  form.append(close)
  dialog.append(title, list, form)
  document.body.append(dialog)
  return dialog
}

/** @type {HTMLDialogElement | undefined} */
let help

/** @type {Record<string, () => void>} */
const acts = {
  '/': () => {
    const field = document.querySelector('input[name="q"]')
    if (field instanceof HTMLInputElement) field.select()
  },
  j: () => step(1),
  k: () => step(-1),
  '?': () => {
    help ??= makeHelp()
    help.showModal()
  },
}

// Escape also hides the preview of a paper that a text mentions, until the pointer or the focus moves on.
const { dataset } = document.documentElement
for (const moved of ['pointerout', 'focusout']) addEventListener(moved, () => delete dataset.noPreviews)

addEventListener('keydown', (event) => {
  if (event.key === 'Escape') dataset.noPreviews = ''
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  if (event.key === 'Escape' && isTyping(event.target)) {
    if (event.target instanceof HTMLElement) event.target.blur()
    return
  }
  const act = isTyping(event.target) || help?.open === true ? undefined : acts[event.key]
  if (act === undefined) return
  event.preventDefault()
  act()
})
