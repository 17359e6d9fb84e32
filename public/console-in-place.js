// @ts-check
// Sends forms with data-in-place without leaving the page, and shows the answer in place of its content. So what is shown once stands
// beside the list that it belongs to, and reloading the page sends nothing again.

import { partsOf, sendForm } from './console-answers.js'
import { offerCopies } from './copy.js'

const UNANSWERED = 'The server did not answer. Reload this page to see what it has done.'

/** @param {Element} content */
const show = (content) => {
  const shown = document.querySelector('#content')
  shown?.replaceChildren(...partsOf(content))
  offerCopies()
  const first = shown?.querySelector('[aria-invalid], [data-answer], [role="alert"]')
  if (!(first instanceof HTMLElement)) return
  first.focus()
  first.scrollIntoView({ block: 'nearest' })
}

/** @param {HTMLFormElement} form */
const complain = (form) => {
  const line = form.querySelector('.error[role="alert"]') ?? document.createElement('p')
  line.className = 'error'
  line.setAttribute('role', 'alert')
  line.textContent = UNANSWERED
  form.append(line)
}

/** @param {HTMLFormElement} form */
const submit = async (form) => {
  const buttons = [...form.querySelectorAll('button')]
  for (const button of buttons) button.disabled = true
  const { status, content } = await sendForm(form, form.action)
  for (const button of buttons) button.disabled = false
  // Whoever has to sign in or to confirm first does so on a page of its own, which sends the form again.
  if (status === 401 || status === 403) form.submit()
  else if (status === 0 || status >= 500 || content === null) complain(form)
  else show(content)
}

addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || form.dataset.inPlace === undefined) return
  event.preventDefault()
  void submit(form)
})
