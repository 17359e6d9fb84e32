// @ts-check
// Shows what a public page has for editors, in browsers with which somebody signed in (console-frame.js).
try {
  if (localStorage.getItem('console') !== null)
    for (const element of document.querySelectorAll('[data-for-editors]')) element.removeAttribute('hidden')
} catch {
  // Storage is not available.
}
