// @ts-check
// Sends a large file piece by piece, each a request of its own, and shows how far it is. What is stored is known to the server, so that
// choosing the same file again continues after a reload, another day or a restart.

import { piecesOf } from './console-pieces.js'

/** Smaller files are sent at once, and the page shows what became of each record. */
const SMALL = 1_048_576
/** What the form takes without this script. */
const MOST_IN_FORM = 10_485_760
const PAUSES_MS = [1_000, 2_000, 5_000, 10_000, 20_000, 30_000]

const form = document.querySelector('#import')
const shown = document.querySelector('#sending')
const bar = shown?.querySelector('progress')
const state = shown?.querySelector('[role="status"]')
const stop = shown?.querySelector('button')

/** A server that is busy or restarts says when, or a proxy says so in its place; any other refusal is final.
 * @param {Response} answer */
const mayRepeat = ({ status, headers }) => [429, 502, 503, 504].includes(status) || headers.has('Retry-After')

const waitFor = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** The answer, or null if the server is not reached. Throws when it is stopped.
 * @param {string} address @param {BodyInit} body @param {AbortSignal} signal */
const reach = async (address, body, signal) => {
  try {
    return await fetch(address, { method: 'POST', body, signal, headers: { Accept: 'application/json' } })
  } catch {
    signal.throwIfAborted()
    return null
  }
}

/** Sends a request until it is answered. Throws the reason of a refusal, with its status.
 * @param {string} address @param {BodyInit} body @param {AbortSignal} signal */
const post = async (address, body, signal) => {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await reach(address, body, signal)
    if (answer?.ok === true) return answer.json()
    if (answer?.status === 401)
      throw Object.assign(new Error('Sign in, then choose the same file again to continue.'), { status: 401 })
    if (answer !== null && !mayRepeat(answer)) {
      const { error } = await answer.json()
      throw Object.assign(new Error(String(error)), { status: answer.status })
    }
    if (state) state.textContent = 'The server does not answer; it is asked again.'
    await waitFor(PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)] ?? 0)
    signal.throwIfAborted()
  }
}

/** An import of a file of this name that was not finished. @param {string} name */
const unfinished = (name) => {
  for (const entry of document.querySelectorAll('[data-import]'))
    if (entry instanceof HTMLElement && entry.dataset.name === name)
      return { id: entry.dataset.import ?? '', last: entry.dataset.last === '' ? -1 : Number(entry.dataset.last) }
  return null
}

/** @param {{ read: number, stored: number, refused: number }} counts @param {number} share */
const show = ({ read, stored, refused }, share) => {
  if (bar) bar.value = share
  const said = [`${read} records read`, `${stored} stored`, `${read - stored - refused} known`, `${refused} refused`]
  if (state) state.textContent = `${Math.floor(share * 100)} %: ${said.join(', ')}.`
}

/** @param {string} path @param {File} file @param {AbortSignal} signal */
const begin = async (path, file, signal) => {
  const { id } = await post(path, new URLSearchParams({ name: file.name }), signal)
  return { id: String(id), last: -1 }
}

/** Sends the pieces after those that are stored, and the first one of a file that is continued: another file with the same name differs
 * there. Returns the id of the import. @param {string} path @param {File} file @param {AbortSignal} signal */
const send = async (path, file, signal) => {
  let session = unfinished(file.name) ?? (await begin(path, file, signal))
  let number = 0
  for await (const { bytes, line, end } of piecesOf(file)) {
    if (number === 0 || number > session.last) {
      const query = `pieces?piece=${number}&line=${line}`
      try {
        show(await post(`${path}/${session.id}/${query}`, bytes, signal), end / file.size)
      } catch (error) {
        const isOther = number === 0 && error instanceof Error && 'status' in error && error.status === 422
        if (!isOther) throw error
        session = await begin(path, file, signal)
        show(await post(`${path}/${session.id}/${query}`, bytes, signal), end / file.size)
      }
    }
    number += 1
  }
  return session.id
}

/** @param {HTMLFormElement} sent @param {File} file */
const importFile = async (sent, file) => {
  const path = sent.dataset.pieces ?? ''
  const ending = new AbortController()
  const buttons = sent.querySelectorAll('button[type="submit"]')
  const setBusy = (/** @type {boolean} */ isBusy) => {
    for (const button of buttons) if (button instanceof HTMLButtonElement) button.disabled = isBusy
    if (stop) stop.hidden = !isBusy
  }
  shown?.removeAttribute('hidden')
  setBusy(true)
  stop?.addEventListener('click', () => ending.abort(), { once: true })
  try {
    const id = await send(path, file, ending.signal)
    // A form ends it, so that the answer is a page.
    const last = document.createElement('form')
    last.method = 'post'
    last.action = `${path}/${id}/end`
    document.body.append(last)
    last.submit()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    // The page asks for the columns of a table that it does not know.
    const isUnknown = error instanceof Error && 'status' in error && error.status === 415
    if (isUnknown && file.size <= MOST_IN_FORM) return sent.submit()
    if (state)
      state.textContent = ending.signal.aborted
        ? 'Stopped. Choose the same file again to continue.'
        : `Not sent: ${reason}`
    setBusy(false)
  }
}

form?.addEventListener('submit', (event) => {
  const { submitter } = event instanceof SubmitEvent ? event : { submitter: null }
  const input = form.querySelector('[type="file"]')
  const file = input instanceof HTMLInputElement ? input.files?.[0] : undefined
  const isLook = submitter?.hasAttribute('formaction') === true
  if (!(form instanceof HTMLFormElement) || file === undefined || isLook) return
  if (file.size <= SMALL && unfinished(file.name) === null) return
  event.preventDefault()
  void importFile(form, file)
})
