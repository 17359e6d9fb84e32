// @ts-check
// Completes the names of concepts while they are typed. Fields with data-completes take one, or several with a semicolon between; a
// text area with one a line gets a field of its own, which adds lines. Without this file the names are typed in full.

import { combobox } from './console-picker.js'

/** Lets drafts and previews know. @param {HTMLElement} field */
const tell = (field) => field.dispatchEvent(new Event('input', { bubbles: true }))

/** @param {HTMLInputElement} input */
const completeValues = (input) => {
  /** @param {string} name */
  const put = (name) => {
    const before = input.value.split(';').slice(0, -1)
    input.value = [...before.map((one) => one.trim()), name, ''].join('; ')
    tell(input)
  }
  combobox(input, { kind: 'concepts', separator: ';', picked: ({ title }) => put(title), typed: put })
}

/** Enter sends what is typed, which may be new; the arrow keys choose what is found. @param {HTMLInputElement} input */
const completeValue = (input) => {
  combobox(input, {
    kind: 'concepts',
    choosesFirst: false,
    picked: ({ title }) => {
      input.value = title
    },
  })
}

/** @param {HTMLTextAreaElement} area */
const completeLines = (area) => {
  const input = document.createElement('input')
  input.setAttribute('aria-label', area.dataset.adds ?? '')
  input.placeholder = area.dataset.adds ?? ''
  input.maxLength = 200
  area.before(input)
  /** @param {string} name */
  const add = (name) => {
    const lines = area.value.split('\n').filter((line) => line.trim() !== '')
    const isThere = lines.some((line) => line.trim().toLowerCase() === name.toLowerCase())
    area.value = (isThere ? lines : [...lines, name]).join('\n')
    input.value = ''
    tell(area)
  }
  combobox(input, { kind: 'concepts', picked: ({ title }) => add(title), typed: add })
  // The field is no part of the form, so Enter in it must not send the form.
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault()
  })
}

for (const area of document.querySelectorAll('textarea[data-adds]'))
  if (area instanceof HTMLTextAreaElement) completeLines(area)

// Pages of the queue are replaced without being loaded, so a field is found when it is entered.
addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.role !== null) return
  if (target.dataset.completes === 'concepts') completeValues(target)
  else if (target.dataset.completes === 'concept') completeValue(target)
})
