// @ts-check
// Keyboard shortcuts: single keys that work unless the reader is typing.

const searchField = () => document.querySelector('input[name="q"]')
const hasEntries = () => document.querySelector('[data-entry], tr[data-row]') !== null

/** What a page says that its own keys activate: the first element with each key. */
const ownKeys = () => {
  /** @type {Map<string, HTMLElement>} */
  const found = new Map()
  for (const element of document.querySelectorAll('[aria-keyshortcuts]')) {
    const key = element.getAttribute('aria-keyshortcuts') ?? ''
    if (element instanceof HTMLElement && element.checkVisibility() && !found.has(key)) found.set(key, element)
  }
  return found
}

/** What labels, buttons and links of the console say of a key that stands in them, without the key. */
const shownKeys = () => {
  /** @type {Map<string, string>} */
  const found = new Map()
  for (const shown of document.querySelectorAll('main :is(label, legend, button, a, span) > kbd')) {
    const parts = [...(shown.parentElement?.childNodes ?? [])].filter(({ nodeName }) => nodeName !== 'KBD')
    const key = shown.textContent ?? ''
    const words = parts.map((part) => part.textContent).join('')
    if (!found.has(key) && words.trim() !== '') found.set(key, words.trim())
  }
  return found
}

/** A field takes the focus, with its text selected; anything else is clicked. @param {HTMLElement} element */
const activate = (element) => {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) element.select()
  if (isTyping(element)) element.focus()
  else element.click()
}

/** The keys that do something on this page, and what. */
const explainKeys = () => {
  /** @type {[key: string, meaning: string][]} */
  const keys = []
  if (searchField() !== null) keys.push(['/', 'search'])
  if (hasEntries()) keys.push(['j', 'next entry of a list'], ['k', 'previous entry'], ['Enter', 'open the entry'])
  keys.push(...shownKeys())
  for (const [key, element] of ownKeys())
    if (!keys.some(([known]) => known === key)) keys.push([key, element.textContent?.trim() ?? ''])
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
  const close = document.createElement('button')
  close.textContent = 'Close'
  close.popoverTargetElement = dialog
  dialog.append(title, list, close)
  document.body.append(dialog)
  // `showModal` would make a long page inert, which is slow.
  dialog.popover = 'auto'
  dialog.ariaModal = 'true'
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
    // The page may have changed since.
    help?.remove()
    help = makeHelp()
    help.showPopover()
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
  if (help?.matches(':popover-open')) {
    // Its button is all there is to reach.
    if (event.key === 'Tab') event.preventDefault()
    return
  }
  if (isTyping(event.target)) return
  const act = acts[event.key]
  const own = act === undefined ? ownKeys().get(event.key) : undefined
  if (act === undefined && own === undefined) return
  event.preventDefault()
  if (act !== undefined) act()
  else if (own !== undefined) activate(own)
})
