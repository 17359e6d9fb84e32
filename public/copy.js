// @ts-check
// Shows the buttons that copy a citation or another text, and those that hand an address to another app.

const DONE_MS = 2_000

/** Says to those who do not see the button what has happened. */
const spoken = document.createElement('p')
spoken.className = 'unseen'
spoken.setAttribute('role', 'status')
document.body.append(spoken)

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

/** Shows the buttons that copy and are still hidden; a page calls it for what it has put in. */
export const offerCopies = () => {
  for (const button of document.querySelectorAll('button[data-copies][hidden]')) {
    const text = button instanceof HTMLButtonElement && document.getElementById(button.dataset.copies ?? '')
    if (!text) continue
    const label = button.textContent
    const showMessage = async () => {
      const message = await copy(text)
      button.textContent = message
      spoken.textContent = message
      setTimeout(() => {
        button.textContent = label
        spoken.textContent = ''
      }, DONE_MS)
    }
    button.addEventListener('click', () => void showMessage())
    button.hidden = false
  }
}
offerCopies()

for (const button of document.querySelectorAll('button[data-shares]')) {
  const text = button instanceof HTMLButtonElement && document.getElementById(button.dataset.shares ?? '')
  if (!text || typeof navigator.share !== 'function') continue
  const share = async () => {
    try {
      await navigator.share({ title: document.title, url: text.textContent ?? '' })
    } catch {
      // The reader has closed the list of apps, or there is none: the address is there to copy.
    }
  }
  button.addEventListener('click', () => void share())
  button.hidden = false
}
