// @ts-check
// Fields that take the id of a paper or a concept find it by its title or name; what was picked is shown below the field. Without
// this file the id is typed.

import { combobox } from './console-picker.js'

for (const input of document.querySelectorAll('input[data-picks]')) {
  if (!(input instanceof HTMLInputElement)) continue
  const shown = document.createElement('p')
  shown.setAttribute('role', 'status')
  combobox(input, {
    kind: input.dataset.picks ?? '',
    picked: ({ id, title, detail, href }) => {
      input.value = id
      const link = document.createElement('a')
      link.href = href
      link.dir = 'auto'
      link.textContent = title
      shown.replaceChildren(link, ` ${detail}`)
    },
  })
  input.closest('.field')?.append(shown)
}
