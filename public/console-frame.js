// @ts-check
// An opened group of the navigation closes by Escape, by a click beside it, and when the focus leaves it.

const openGroup = () => {
  const found = document.querySelector('.console-header details[open]')
  return found instanceof HTMLDetailsElement ? found : null
}

/** @param {EventTarget | null} target */
const closeUnlessIn = (target) => {
  const group = openGroup()
  if (group !== null && !(target instanceof Node && group.contains(target))) group.open = false
}

addEventListener('keydown', (event) => {
  const group = event.key === 'Escape' ? openGroup() : null
  if (group === null) return
  if (group.contains(document.activeElement)) group.querySelector('summary')?.focus()
  group.open = false
})
addEventListener('click', (event) => closeUnlessIn(event.target))
addEventListener('focusin', (event) => closeUnlessIn(event.target))

// Tells the public pages in this browser to show the way back (for-editors.js). Nothing else depends on it.
try {
  if (document.querySelector('.console-header nav') === null) localStorage.removeItem('console')
  else localStorage.setItem('console', 'signed in')
} catch {
  // Storage is not available.
}
