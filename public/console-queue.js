// @ts-check
// Single keys for the queue, without page loads. Forms and links with data-swap replace the content of the page with that
// of the response; without this script they are ordinary forms and links.

import { focusRow, rowAt } from './console-lists.js'
import { isTyping } from './console-typing.js'

/** @param {string} selector */
const inMain = (selector) => document.querySelector(`main ${selector}`)

/** When each undoable decision takes effect, in milliseconds since the page was loaded. @type {WeakMap<Element, number>} */
const deadlines = new WeakMap()

const countDown = () => {
  for (const entry of document.querySelectorAll('main [data-seconds]')) {
    const deadline = deadlines.get(entry) ?? performance.now() + Number(entry.getAttribute('data-seconds')) * 1_000
    deadlines.set(entry, deadline)
    const left = Math.ceil((deadline - performance.now()) / 1_000)
    const shown = entry.querySelector('[data-left]')
    if (shown !== null) shown.textContent = String(Math.max(0, left))
    if (left > 0) continue
    const toast = entry.closest('.toast')
    entry.remove()
    if (toast?.querySelector('[data-seconds]') === null) toast.remove()
  }
}

/** Shows in a form why it was not sent and keeps its input. @param {Element} form @param {string} sentence */
const showMessage = (form, sentence) => {
  const known = form.querySelector('[data-trouble]')
  const trouble = known ?? document.createElement('p')
  trouble.setAttribute('data-trouble', '')
  trouble.setAttribute('role', 'alert')
  trouble.className = 'error'
  trouble.textContent = sentence
  if (known === null) form.prepend(trouble)
  trouble.scrollIntoView({ block: 'nearest' })
}

/**
 * The browser parses the response into a page, so this script never turns text into markup.
 * @param {XMLHttpRequest} request
 * @param {number} row in a list where the focus goes; -1 if it was in none
 */
const show = (request, row) => {
  const page = request.responseXML
  const fresh = page?.querySelector('main') ?? null
  const stale = document.querySelector('main')
  const isElsewhere = new URL(request.responseURL).pathname.startsWith('/console/sign-in')
  if (page === null || fresh === null || stale === null || isElsewhere) {
    location.assign(request.responseURL)
    return
  }
  stale.replaceWith(document.adoptNode(fresh))
  const [menu, freshMenu] = [document, page].map((each) => each.querySelector('.console-header nav'))
  if (menu && freshMenu) menu.replaceWith(document.adoptNode(freshMenu))
  document.title = page.title
  // The response to a refused form has the address of the form's action, which cannot be reloaded.
  if (request.status === 200) history.pushState(null, '', request.responseURL)
  // Drafts are filled in before another key is pressed.
  document.dispatchEvent(new Event('page-replaced'))
  scrollTo(0, 0)
  if (row === -1 || !focusRow(row)) fresh.focus({ preventScroll: true })
  countDown()
}

/** Lets drafts and previews know of input that no key was pressed for. @param {Element} element */
const tell = (element) => element.dispatchEvent(new Event('input', { bubbles: true }))

let isBusy = false

/** @param {{ method: string, address: string, body?: URLSearchParams, form?: HTMLFormElement }} asked */
const load = ({ method, address, body, form }) => {
  if (isBusy) return
  isBusy = true
  // Decided on is the row with the focus; the next one takes its place.
  const row = form === undefined ? -1 : rowAt()
  const request = new XMLHttpRequest()
  request.open(method, address)
  request.responseType = 'document'
  request.onloadend = () => {
    isBusy = false
    const { status } = request
    if (form !== undefined && (status === 0 || status === 401 || status >= 500)) {
      showMessage(
        form,
        status === 401
          ? 'Not sent: you are signed out. Sign in in another tab and send it again.'
          : 'Not sent: the server does not answer. Your input is still here; send it again.',
      )
      tell(form)
    } else if (status === 0) location.assign(address)
    else show(request, row)
  }
  request.send(body ?? null)
}

addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || !form.matches('[data-swap]')) return
  event.preventDefault()
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form, event.submitter))
    if (typeof value === 'string') body.append(name, value)
  const { submitter } = event
  const isElsewhere = submitter instanceof HTMLButtonElement && submitter.hasAttribute('formaction')
  load({ method: 'POST', address: isElsewhere ? submitter.formAction : form.action, body, form })
})

addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[data-swap]') : null
  if (!(link instanceof HTMLAnchorElement) || event.button !== 0) return
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  load({ method: 'GET', address: link.href })
})

addEventListener('popstate', () => location.reload())

/** @param {Element | null} form */
const noteOf = (form) => {
  const note = form?.querySelector('textarea[name="note"]') ?? null
  return note instanceof HTMLTextAreaElement ? note : null
}

/** The reply templates for a decision. @param {HTMLFormElement} form @param {string} event */
const readyNotes = (form, event) =>
  [...form.querySelectorAll('option[data-event]')].filter((option) => option.getAttribute('data-event') === event)

/** Copies a reply template into the form; one more key submits it. @param {HTMLFormElement} form @param {Element} option @param {HTMLButtonElement} button */
const choose = (form, option, button) => {
  const note = noteOf(form)
  if (note !== null) {
    note.value = option.getAttribute('data-body') ?? ''
    tell(note)
  }
  button.focus()
}

/** Lists the reply templates, each with a digit to choose it. @param {HTMLFormElement} form @param {HTMLButtonElement} button */
const offer = (form, button) => {
  const list = inMain('[data-ready]')
  if (!(list instanceof HTMLElement)) return
  const entries = readyNotes(form, button.value).map((option, index) => {
    const entry = document.createElement('button')
    entry.type = 'button'
    entry.className = 'plain'
    const digit = document.createElement('kbd')
    digit.textContent = String(index + 1)
    entry.append(digit, ` ${option.textContent}`)
    entry.setAttribute('data-digit', String(index + 1))
    entry.addEventListener('click', () => choose(form, option, button))
    return entry
  })
  const own = document.createElement('button')
  own.type = 'button'
  own.className = 'plain'
  const digit = document.createElement('kbd')
  digit.textContent = '0'
  own.append(digit, ' a note of your own')
  own.setAttribute('data-digit', '0')
  own.addEventListener('click', () => noteOf(form)?.focus())
  list.replaceChildren(...entries, own)
  list.hidden = false
  own.focus()
}

/** @param {string} key */
const press = (key) => {
  const row = document.activeElement?.closest('tr[data-row]')
  const target = row?.querySelector(`[data-row-key="${key}"]`) ?? inMain(`[data-key="${key}"]`)
  if (target instanceof HTMLAnchorElement) load({ method: 'GET', address: target.href })
  if (!(target instanceof HTMLButtonElement) || target.form === null) return target !== null
  const { form } = target
  const isFree = target.value === '' || target.value === 'accept' || noteOf(form)?.value.trim() !== ''
  if (isFree) form.requestSubmit(target)
  else if (form.matches('[data-decide]')) offer(form, target)
  else noteOf(form)?.focus()
  return true
}

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  const { key, target } = event
  // Nothing is decided behind the list of keys.
  if (document.querySelector('dialog:modal, :popover-open') !== null) return
  if (isTyping(target)) {
    if (key === 'Escape' && target instanceof HTMLElement) target.blur()
    return
  }
  const digit = /^\d$/u.test(key) ? inMain(`[data-digit="${key}"]`) : null
  if (digit instanceof HTMLElement) digit.click()
  else if (!['a', 'q', 'r', 'u', 'j', 'k', 'd'].includes(key) || !press(key)) return
  event.preventDefault()
})

addEventListener('change', (event) => {
  const { target } = event
  if (!(target instanceof HTMLSelectElement) || target.name !== 'template') return
  const note = noteOf(target.form)
  const option = target.selectedOptions[0]
  const bodies = [...target.options].map((each) => each.getAttribute('data-body'))
  // A note that the editor wrote is never overwritten.
  if (note !== null && option !== undefined && (note.value.trim() === '' || bodies.includes(note.value))) {
    note.value = option.getAttribute('data-body') ?? ''
    tell(note)
  }
})

setInterval(countDown, 500)
countDown()
