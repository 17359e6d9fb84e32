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

/** @param {Node[]} nodes @param {Node[]} others */
const countEqual = (nodes, others) => {
  const at = nodes.findIndex((node, index) => !others[index]?.isEqualNode(node))
  return at === -1 ? nodes.length : at
}

/** Whether two elements differ in what they hold alone. @param {Element} one @param {Element} other */
const isShellOf = (one, other) => one.cloneNode().isEqualNode(other.cloneNode())

/** Replaces what differs and leaves the rest, since drawing a long text again makes a letter that is typed meanwhile wait.
 * @param {Element} from @param {Element} into */
const takeOver = (from, into) => {
  const [fresh, old] = [[...from.childNodes], [...into.childNodes]]
  const start = countEqual(fresh, old)
  const [freshRest, oldRest] = [fresh.slice(start), old.slice(start)]
  const kept = countEqual(freshRest.toReversed(), oldRest.toReversed())
  const added = freshRest.slice(0, freshRest.length - kept)
  const removed = oldRest.slice(0, oldRest.length - kept)
  const [inner, place] = [added[0], removed[0]]
  if (
    added.length === 1 &&
    removed.length === 1 &&
    inner instanceof Element &&
    place instanceof Element &&
    isShellOf(inner, place)
  )
    return takeOver(inner, place)
  const next = oldRest[removed.length] ?? null
  for (const node of removed) into.removeChild(node)
  for (const node of added) into.insertBefore(document.importNode(node, true), next)
}

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
    // The answer may have the preview alone.
    if (found === null) continue
    const old = document.getElementById(`${control.id}-error`)
    const freshError = fresh.getElementById(`${control.id}-error`)
    if (freshError === null) old?.remove()
    else if (old === null) control.closest('.field')?.append(document.importNode(freshError, true))
    else if (old.textContent !== freshError.textContent) takeOver(freshError, old)
    for (const name of ['aria-invalid', 'aria-describedby']) {
      const value = found.getAttribute(name)
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

/** @type {WeakSet<HTMLFormElement>} */
const watched = new WeakSet()

/** @param {HTMLFormElement} form */
const watch = (form) => {
  watched.add(form)
  const address = form.dataset.preview ?? ''
  let request = new XMLHttpRequest()
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  const look = async () => {
    request.abort()
    // The page has gone on to another form.
    if (!form.isConnected) return
    request = new XMLHttpRequest()
    const mine = request
    const fresh = await ask(mine, address, bodyOf(form))
    if (fresh === null || mine !== request || !form.isConnected) return
    showLive(fresh)
    showErrors(form, fresh)
  }
  form.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => void look(), PAUSE_MS)
  })
}

const watchAll = () => {
  for (const form of document.querySelectorAll('form[data-preview]'))
    if (form instanceof HTMLFormElement && !watched.has(form)) watch(form)
}
watchAll()
document.addEventListener('page-replaced', watchAll)
