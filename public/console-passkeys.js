// @ts-check
// Creates passkeys and signs in with them. Browsers without support keep the buttons hidden.

/** @param {string} sentence */
const showMessage = (sentence) => {
  const place = document.getElementById('passkey-trouble')
  if (place !== null) place.textContent = sentence
}

/**
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>} the response; throws the message of an error, or opens the page that must come first
 */
const send = async (path, body) => {
  const headers = { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  const response = await fetch(path, {
    method: 'POST',
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  })
  const answer = await response.json()
  if (answer.code === 'confirmation_missing')
    location.assign(`/console/confirm?next=${encodeURIComponent(location.pathname)}`)
  if (!response.ok) throw new Error(answer.error)
  return answer
}

/** @param {() => Promise<any>} work returns the next page; null if it has opened it itself */
const attempt = async (work) => {
  showMessage('')
  try {
    const next = await work()
    if (next !== null) location.assign(next)
  } catch (error) {
    const wasStopped = error instanceof DOMException && error.name === 'NotAllowedError'
    showMessage(wasStopped ? 'No passkey was used.' : error instanceof Error ? error.message : String(error))
  }
}

const canCreate = globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON !== undefined
const canGet = globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON !== undefined

/** @param {Credential | null} credential */
const asJson = (credential) => {
  if (!(credential instanceof PublicKeyCredential)) throw new Error('The browser returned no passkey.')
  return credential.toJSON()
}

const form = document.getElementById('new-passkey')
if (form instanceof HTMLFormElement && canCreate) {
  form.hidden = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void attempt(async () => {
      const asked = await send('/console/passkeys/challenge')
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked.publicKey)
      const answer = asJson(await navigator.credentials.create({ publicKey }))
      const kept = await send('/console/passkeys', { label: new FormData(form).get('label'), answer })
      return kept.location
    })
  })
}

/** @param {string} path where to get a challenge @returns {Promise<unknown>} the response of the device */
const answerTo = async (path) => {
  const asked = await send(path)
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked.publicKey)
  return asJson(await navigator.credentials.get({ publicKey }))
}

const confirmation = document.getElementById('confirmation')
const confirmButton = document.getElementById('confirm-by-passkey')
if (confirmation instanceof HTMLFormElement && confirmButton !== null && canGet) {
  confirmButton.hidden = false
  confirmButton.addEventListener('click', () => {
    void attempt(async () => {
      await send('/console/confirm/passkey', { answer: await answerTo('/console/confirm/challenge') })
      const sent = new FormData(confirmation)
      const path = sent.get('confirm-path')
      if (typeof path !== 'string' || sent.get('confirm-again') === null) return path
      confirmation.action = path
      confirmation.submit()
      return null
    })
  })
}

const button = document.getElementById('use-passkey')
if (button !== null && canGet) {
  button.hidden = false
  button.addEventListener('click', () => {
    void attempt(async () => {
      const answer = await answerTo('/console/passkeys/sign-in/challenge')
      const begun = await send('/console/passkeys/sign-in', { answer, next: button.dataset.next })
      return begun.location
    })
  })
}
