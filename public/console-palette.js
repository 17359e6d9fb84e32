// @ts-check
// The command palette: Ctrl+K or Cmd+K, or the link Find of the header, opens a field over the page that leads anywhere. Without
// this file the link opens a page that finds the same.

import { combobox } from './console-picker.js'

/** @param {import('./console-picker.js').Found} found */
const go = ({ href }) => {
  // Signing out is a form: a link must change nothing.
  const form = document.querySelector(`.console-header form[action="${CSS.escape(href)}"]`)
  if (form instanceof HTMLFormElement) form.requestSubmit()
  else location.assign(href)
}

const make = () => {
  const dialog = document.createElement('dialog')
  dialog.className = 'palette'
  dialog.setAttribute('aria-label', 'Find')
  const input = document.createElement('input')
  input.setAttribute('aria-label', 'Papers, concepts, people, settings and actions')
  input.placeholder = 'Papers, concepts, people, settings, actions'
  input.maxLength = 200
  dialog.append(input)
  document.body.append(dialog)
  const { look } = combobox(input, { findsAlways: true, picked: go })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') dialog.close()
  })
  // A click beside the field, on the backdrop, closes as well.
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
  return {
    toggle: () => {
      if (dialog.open) return dialog.close()
      input.value = ''
      dialog.showModal()
      look()
    },
  }
}

/** @type {ReturnType<typeof make> | undefined} */
let palette

/** At once, so that the next letter is typed into the field. */
const toggle = () => {
  palette ??= make()
  palette.toggle()
}

addEventListener('keydown', (event) => {
  const isShortcut = event.key.toLowerCase() === 'k' && event.ctrlKey !== event.metaKey
  if (!isShortcut || event.shiftKey || event.altKey || event.isComposing) return
  event.preventDefault()
  toggle()
})
document.querySelector('a[data-palette]')?.addEventListener('click', (event) => {
  if (!(event instanceof MouseEvent) || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  toggle()
})
