// @ts-check
// “Save and publish…” asks over the draft, in a dialog, what its page would ask. Nothing is published before its button is pressed.

import { partsOf, sendForm } from './console-answers.js'
import { watchTimes } from './console-times.js'

/** @param {HTMLFormElement} form @param {HTMLButtonElement} button */
const attach = (form, button) => {
  /** Whether the browser sends the form itself. */
  let isPassed = false

  /** What was saved is the version that the next save is based on. @param {Element} content @param {string} saved */
  const ask = (content, saved) => {
    const version = form.elements.namedItem('version')
    if (version instanceof HTMLInputElement) version.value = saved
    const dialog = document.createElement('dialog')
    dialog.className = 'asking'
    dialog.append(...partsOf(content))
    const heading = dialog.querySelector('h1')
    if (heading !== null) {
      Object.assign(heading, { id: 'asks', tabIndex: -1 })
      heading.setAttribute('autofocus', '')
      dialog.setAttribute('aria-labelledby', heading.id)
    }
    dialog.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (link === null || link.pathname !== location.pathname) return
      // A remedy of the list leads to its field in the draft below.
      dialog.close()
      if (link.hash === '') event.preventDefault()
      else if (location.search !== link.search) {
        event.preventDefault()
        location.hash = link.hash
      }
    })
    dialog.addEventListener('close', () => {
      dialog.remove()
    })
    document.body.append(dialog)
    watchTimes(dialog)
    dialog.showModal()
  }

  const send = async () => {
    button.disabled = true
    const { status, address, content } = await sendForm(form, button.formAction)
    button.disabled = false
    button.focus()
    const saved = address === '' ? null : new URL(address).searchParams.get('saved')
    if (status === 200 && saved !== null && content !== null) return ask(content, saved)
    // Nothing was stored: the browser sends it once more, and shows what the server says.
    isPassed = true
    form.requestSubmit(button)
  }

  form.addEventListener('submit', (event) => {
    // `console-drafts.js` first keeps what is typed, and sends the form again.
    if (event.defaultPrevented || event.submitter !== button) return
    if (isPassed) {
      isPassed = false
      return
    }
    event.preventDefault()
    void send()
  })
}

for (const button of document.querySelectorAll('button[data-asks-to-publish]'))
  if (button instanceof HTMLButtonElement && button.form !== null) attach(button.form, button)
