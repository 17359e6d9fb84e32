// Updates the preview while the editor types: posts the form to the address of the Preview button and copies the errors
// of the fields and all elements with data-live from the response. Nothing is stored.

const PAUSE_MS = 350

/** The previewed page, parsed without running its scripts; null if the request failed.
 * @param {XMLHttpRequest} request @param {string} address @param {URLSearchParams} body
 * @returns {Promise<Document | null>} */
const ask = (request, address, body) =>
  new Promise((resolve) => {
    request.open('POST', address)
    request.responseType = 'document'
    request.setRequestHeader('Content-Type', 'application/x-www-form-urlencoded')
    request.addEventListener('load', () => resolve(request.status === 200 ? request.responseXML : null))
    request.addEventListener('error', () => resolve(null))
    request.addEventListener('abort', () => resolve(null))
    request.send(body)
  })

/** @param {Element} from @param {Element} into */
const takeOver = (from, into) =>
  into.replaceChildren(...[...from.childNodes].map((node) => document.importNode(node, true)))

/** Keeps the focus on a checkbox that is replaced.
 * @param {Document} fresh */
const showLive = (fresh) => {
  for (const current of document.querySelectorAll('[data-live][id]')) {
    const found = fresh.getElementById(current.id)
    if (found === null || found.isEqualNode(current)) continue
    const { activeElement } = document
    const at = activeElement instanceof HTMLInputElement && current.contains(activeElement) ? activeElement : null
    takeOver(found, current)
    const boxes = [...current.querySelectorAll('input')]
    boxes.find((box) => box.name === at?.name && box.value === at.value)?.focus()
  }
}

/** @param {HTMLFormElement} form @param {Document} fresh */
const showErrors = (form, fresh) => {
  for (const control of form.elements) {
    if (!control.id || !control.closest('.field')) continue
    const found = fresh.getElementById(control.id)
    const old = document.getElementById(`${control.id}-error`)
    const freshError = fresh.getElementById(`${control.id}-error`)
    if (freshError === null) old?.remove()
    else if (old === null) control.closest('.field')?.append(document.importNode(freshError, true))
    else if (old.textContent !== freshError.textContent) takeOver(freshError, old)
    for (const name of ['aria-invalid', 'aria-describedby']) {
      const value = found?.getAttribute(name) ?? null
      if (value === null) control.removeAttribute(name)
      else control.setAttribute(name, value)
    }
  }
}

/** @param {HTMLFormElement} form */
const bodyOf = (form) => {
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value)
  return body
}

/** @param {HTMLFormElement} form */
const watch = (form) => {
  const address = form.dataset.preview ?? ''
  let request = new XMLHttpRequest()
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  const look = async () => {
    request.abort()
    request = new XMLHttpRequest()
    const mine = request
    const fresh = await ask(mine, address, bodyOf(form))
    if (fresh === null || mine !== request) return
    showLive(fresh)
    showErrors(form, fresh)
  }
  form.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => void look(), PAUSE_MS)
  })
}

for (const form of document.querySelectorAll('form[data-preview]')) if (form instanceof HTMLFormElement) watch(form)
