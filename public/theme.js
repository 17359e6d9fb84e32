// @ts-check
// Loaded before the page is drawn, so that the wrong theme never flashes up.

/** @typedef {'light' | 'dark'} Theme */

const KEY = 'theme'
const root = document.documentElement
const prefersDark = matchMedia('(prefers-color-scheme: dark)')

/** @returns {Theme | null} what the reader chose; null follows the system */
const chosen = () => {
  try {
    const kept = localStorage.getItem(KEY)
    return kept === 'light' || kept === 'dark' ? kept : null
  } catch {
    return null
  }
}

/** @param {Theme | null} theme */
const keep = (theme) => {
  try {
    if (theme === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // Storage is blocked: the choice only applies to this page.
  }
}

/** @returns {Theme} */
const system = () => (prefersDark.matches ? 'dark' : 'light')

/** @param {Theme | null} theme */
const show = (theme) => {
  if (theme === null) delete root.dataset.theme
  else root.dataset.theme = theme
}

show(chosen())

addEventListener('DOMContentLoaded', () => {
  const button = document.querySelector('button.theme')
  if (!(button instanceof HTMLButtonElement)) return
  const label = () => {
    const next = (root.dataset.theme ?? system()) === 'dark' ? 'Light' : 'Dark'
    button.textContent = next
    button.setAttribute('aria-label', `${next} theme`)
  }
  button.addEventListener('click', () => {
    const next = (root.dataset.theme ?? system()) === 'dark' ? 'light' : 'dark'
    // A choice equal to the system's is not stored, so that the page follows later changes of the system.
    const choice = next === system() ? null : next
    keep(choice)
    show(choice)
    label()
  })
  prefersDark.addEventListener('change', label)
  label()
  button.hidden = false
})
