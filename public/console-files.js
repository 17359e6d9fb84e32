// Uploads files as soon as they are chosen or dropped, one after another, each with its progress. Without this script the
// form sends them all at once.

const MAX_BYTES = 50 * 1_024 * 1_024

/** The page in the response, parsed without running its scripts; null if there was none.
 * @param {string} address @param {File} file @param {(share: number) => void} progressed
 * @returns {Promise<Document | null>} */
const send = (address, file, progressed) =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const body = new FormData()
    body.append('file', file)
    request.open('POST', address)
    request.responseType = 'document'
    request.upload.addEventListener('progress', ({ loaded, total }) => progressed(total === 0 ? 0 : loaded / total))
    request.addEventListener('load', () => resolve(request.responseXML))
    request.addEventListener('error', () => resolve(null))
    request.addEventListener('abort', () => resolve(null))
    request.send(body)
  })

/** @param {HTMLElement} list @param {File} file */
const addLine = (list, file) => {
  const line = document.createElement('li')
  const name = document.createElement('bdi')
  name.textContent = file.name
  const progress = document.createElement('progress')
  progress.max = 1
  progress.value = 0
  progress.setAttribute('aria-label', file.name)
  const message = document.createElement('span')
  line.append(name, ' ', progress, ' ', message)
  list.append(line)
  return { line, progress, message }
}

/** Replaces the list of files with the current one; uploads in progress stay.
 * @param {Document} fresh */
const showFiles = (fresh) => {
  for (const name of ['ul:not(.uploads)', 'p.quiet']) {
    const found = fresh.querySelector(`#files > ${name}`)
    const current = document.querySelector(`#files > ${name}`)
    if (found === null) continue
    const copy = document.importNode(found, true)
    if (current === null) document.querySelector('#files > h2')?.after(copy)
    else current.replaceWith(copy)
  }
}

/** Another script may have replaced the page, so the form is looked up on each event.
 * @param {Event} event @returns {HTMLFormElement | null} */
const formOf = ({ target }) => (target instanceof Element ? target.closest('form[data-files]') : null)

/** @param {{ address: string, doing: string }} form @param {File} file @param {ReturnType<typeof addLine>} shown */
const upload = async ({ address, doing }, file, { line, progress, message }) => {
  const fail = (/** @type {string} */ why) => {
    progress.remove()
    message.className = 'error'
    message.textContent = why
  }
  if (file.size > MAX_BYTES) return fail('is larger than 50 MiB')
  const answer = await send(address, file, (share) => {
    progress.value = share
    if (share === 1) message.textContent = doing
  })
  if (answer === null) return fail('could not be sent; try again')
  const refused = answer.querySelector('ul.error li, .error, [role="alert"]')
  // If the file is imported, the response contains the result; otherwise the file is now in the list.
  const became = answer.querySelector('[data-became]')
  if ((became ?? answer.getElementById('files')) === null || refused !== null) {
    const why = (refused ?? answer.querySelector('main p'))?.textContent ?? ''
    return fail(why.replace(`${file.name}: `, '').trim() || 'was refused')
  }
  line.className = 'done'
  if (became !== null) {
    line.replaceChildren(...document.importNode(became, true).childNodes)
    return
  }
  showFiles(answer)
  progress.remove()
  message.textContent = 'is stored'
}

/** @type {Promise<void>} */
let last = Promise.resolve()

/** @param {HTMLFormElement} form @param {Iterable<File>} files */
const take = (form, files) => {
  const list = form.querySelector('.uploads')
  const { files: address, doing = '' } = form.dataset
  if (!(list instanceof HTMLElement) || address === undefined) return
  for (const file of files) {
    const shown = addLine(list, file)
    last = last.then(() => upload({ address, doing }, file, shown))
  }
  // Files are sent as soon as they are chosen, so no button is needed.
  form.querySelector('button')?.setAttribute('hidden', '')
}

document.addEventListener('change', (event) => {
  const form = formOf(event)
  const { target } = event
  if (form === null || !(target instanceof HTMLInputElement) || target.type !== 'file') return
  take(form, [...(target.files ?? [])])
  target.value = ''
})
document.addEventListener('dragover', (event) => {
  const form = formOf(event)
  if (form === null) return
  event.preventDefault()
  form.classList.add('over')
})
document.addEventListener('dragleave', (event) => formOf(event)?.classList.remove('over'))
document.addEventListener('drop', (event) => {
  const form = formOf(event)
  if (form === null) return
  event.preventDefault()
  form.classList.remove('over')
  take(form, [...(event.dataTransfer?.files ?? [])])
})
