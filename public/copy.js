// @ts-check
// Shows the buttons that copy a citation or another text.

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
    // No access to the clipboard, as over plain HTTP: selected, so that one shortcut copies it.
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
