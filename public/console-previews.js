// @ts-check
// What is being written as tabs: the page, the email and what agents read, after the tabs pattern of the WAI-ARIA Authoring Practices.
// In a wide window a button sets them side by side instead, and the choice is kept in this browser. Without this file each unfolds.

const KEPT_AS = 'longview-previews'
const PAUSE_MS = 700

/** @param {string} name @param {Record<string, string>} attributes @param {...(Node | string)} content */
const element = (name, attributes, ...content) => {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  made.append(...content)
  return made
}

/** Storage may be forbidden. */
const isKeptBeside = () => {
  try {
    return localStorage.getItem(KEPT_AS) === 'beside'
  } catch {
    return false
  }
}

/** @param {boolean} isBeside */
const keepBeside = (isBeside) => {
  try {
    localStorage.setItem(KEPT_AS, isBeside ? 'beside' : 'tabs')
  } catch {
    // The choice holds for this page.
  }
}

/** @typedef {{ tab: HTMLElement, panel: HTMLElement }} Entry */

/** @param {Entry[]} entries */
const tabsOf = (entries) => {
  /** @param {number} index */
  const choose = (index) => {
    for (const [at, { tab, panel }] of entries.entries()) {
      tab.ariaSelected = String(at === index)
      tab.tabIndex = at === index ? 0 : -1
      panel.toggleAttribute('data-chosen', at === index)
    }
    entries[index]?.panel.dispatchEvent(new Event('preview-chosen', { bubbles: true }))
  }
  const list = element('div', { role: 'tablist', 'aria-label': 'Preview' }, ...entries.map(({ tab }) => tab))
  for (const [index, { tab }] of entries.entries()) tab.addEventListener('click', () => choose(index))
  list.addEventListener('keydown', (event) => {
    const at = entries.findIndex(({ tab }) => tab === document.activeElement)
    const last = entries.length - 1
    /** @type {Record<string, number>} */
    const places = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }
    const next = places[event.key]
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    choose(next)
    entries[next]?.tab.focus()
  })
  choose(0)
  return list
}

/** The email of what is typed, in a frame that is new each time: another address in the same one would be a step to go back.
 * @param {HTMLFormElement} form @param {HTMLIFrameElement} frame @param {number} number */
const showEmail = (form, frame, number) => {
  const fresh = frame.cloneNode()
  if (!(fresh instanceof HTMLIFrameElement)) return frame
  fresh.removeAttribute('src')
  fresh.name = `email-${number}`
  frame.replaceWith(fresh)
  const sent = document.createElement('form')
  Object.assign(sent, { method: 'post', action: frame.dataset.email ?? '', target: fresh.name, hidden: true })
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string') sent.append(Object.assign(document.createElement('textarea'), { name, value }))
  document.body.append(sent)
  sent.submit()
  sent.remove()
  return fresh
}

/** @param {HTMLElement} previews @param {HTMLIFrameElement} first */
const followEmail = (previews, first) => {
  const form = document.querySelector('form[data-preview]')
  if (!(form instanceof HTMLFormElement)) return
  let frame = first
  let number = 0
  let isLate = false
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  const show = () => {
    if (!isLate || !frame.checkVisibility()) return
    isLate = false
    number += 1
    frame = showEmail(form, frame, number)
  }
  form.addEventListener('input', () => {
    isLate = true
    clearTimeout(timer)
    timer = setTimeout(show, PAUSE_MS)
  })
  previews.addEventListener('preview-chosen', show)
}

let groups = 0

/** @param {HTMLElement} previews */
const arrange = (previews) => {
  if (previews.querySelector('[role="tablist"]') !== null) return
  groups += 1
  const prefix = `preview-${groups}`
  const entries = [...previews.querySelectorAll('details')].map((details, index) => {
    const name = details.querySelector('summary')?.textContent ?? ''
    const [id, controls] = [`${prefix}-tab-${index}`, `${prefix}-panel-${index}`]
    const tab = element('button', { type: 'button', role: 'tab', id, 'aria-controls': controls }, name)
    const panel = element('div', { role: 'tabpanel', id: controls, 'aria-labelledby': id })
    const heading = element('p', { class: 'preview-name', 'aria-hidden': 'true' }, name)
    panel.append(heading, ...[...details.childNodes].filter((node) => node.nodeName !== 'SUMMARY'))
    details.replaceWith(panel)
    return { tab, panel }
  })
  const list = tabsOf(entries)
  const beside = element('button', { type: 'button', class: 'plain', 'aria-pressed': 'false' }, 'Side by side')
  /** @param {boolean} isBeside */
  const set = (isBeside) => {
    beside.ariaPressed = String(isBeside)
    previews.toggleAttribute('data-beside', isBeside)
    previews.dispatchEvent(new Event('preview-chosen'))
  }
  beside.addEventListener('click', () => {
    const isBeside = beside.ariaPressed !== 'true'
    keepBeside(isBeside)
    set(isBeside)
  })
  previews.prepend(element('div', { class: 'preview-bar' }, list, beside))
  const frame = previews.querySelector('iframe[data-email]')
  if (frame instanceof HTMLIFrameElement) followEmail(previews, frame)
  set(isKeptBeside())
}

const arrangeAll = () => {
  for (const previews of document.querySelectorAll('[data-previews]'))
    if (previews instanceof HTMLElement) arrange(previews)
}
arrangeAll()
document.addEventListener('page-replaced', arrangeAll)
