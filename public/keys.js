// @ts-check
// Keyboard shortcuts: single keys that work unless the reader is typing.

const searchField = () => document.querySelector('input[name="q"]')
const hasEntries = () => document.querySelector('[data-entry]') !== null

/** What a page says that its own keys activate: the first element with each key. */
const ownKeys = () => {
  /** @type {Map<string, HTMLElement>} */
  const found = new Map()
  for (const element of document.querySelectorAll('[aria-keyshortcuts]')) {
    const key = element.getAttribute('aria-keyshortcuts') ?? ''
    if (element instanceof HTMLElement && !found.has(key)) found.set(key, element)
  }
  return found
}

/** The keys that do something on this page, and what. */
const explainKeys = () => {
  /** @type {[key: string, meaning: string][]} */
  const keys = []
  if (searchField() !== null) keys.push(['/', 'search'])
  if (hasEntries()) keys.push(['j', 'next entry of a list'], ['k', 'previous entry'], ['Enter', 'open the entry'])
  for (const [key, element] of ownKeys()) keys.push([key, element.textContent?.trim() ?? ''])
  keys.push(['?', 'show these keys'], ['Esc', 'close, or leave the search field'])
  return keys
}

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
  for (const [key, meaning] of explainKeys()) {
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
    const field = searchField()
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
  if (isTyping(event.target) || help?.open === true) return
  const act = acts[event.key]
  const own = act === undefined ? ownKeys().get(event.key) : undefined
  if (act === undefined && own === undefined) return
  event.preventDefault()
  if (act === undefined) own?.click()
  else act()
})
