// @ts-check
// Shows the buttons that copy a citation.

const DONE_MS = 2_000

/**
 * @param {HTMLElement} text
 * @returns {Promise<string>} the message to show
 */
const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text.textContent ?? '')
    return 'Copied'
  } catch {
    // No right to the clipboard, as on plain http: it is selected, and one key copies it.
    getSelection()?.selectAllChildren(text)
    return 'Selected'
  }
}

for (const button of document.querySelectorAll('button[data-copies]')) {
  const text = button instanceof HTMLButtonElement && document.getElementById(button.dataset.copies ?? '')
  if (!text) continue
  const label = button.textContent
  const showMessage = async () => {
    button.textContent = await copy(text)
    setTimeout(() => {
      button.textContent = label
    }, DONE_MS)
  }
  button.addEventListener('click', () => void showMessage())
  button.hidden = false
}
