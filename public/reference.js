// @ts-check
// Finds operations in the reference, and sends the requests of its forms. A key is never stored.

const MAX_SHOWN = 100_000

/** @param {string} id */
const byId = (id) => document.getElementById(id)

/** @param {HTMLInputElement} input */
const enableSearch = (input) => {
  const entries = [...document.querySelectorAll('.operations li')]
  const found = byId('found')
  const narrow = () => {
    const words = input.value.toLowerCase().split(/\s+/u).filter(Boolean)
    let left = 0
    for (const entry of entries) {
      const text = `${entry.id} ${entry.textContent}`.toLowerCase()
      const fits = words.every((word) => text.includes(word))
      if (entry instanceof HTMLElement) entry.hidden = !fits
      if (fits) left += 1
    }
    for (const list of document.querySelectorAll('.operations'))
      if (list.parentElement) list.parentElement.hidden = !list.querySelector('li:not([hidden])')
    if (found) found.textContent = words.length === 0 ? '' : `${left} of ${entries.length}`
  }
  input.addEventListener('input', narrow)
  input.addEventListener('keydown', (event) => {
    const first = document.querySelector('.operations li:not([hidden]) a')
    if (event.key === 'Enter' && first instanceof HTMLElement) first.click()
  })
  // The browser may have restored the field after going back.
  narrow()
}

/** @param {HTMLFormElement} form */
const requestOf = (form) => {
  const { method = 'get', template = '' } = form.dataset
  const query = new URLSearchParams()
  /** @type {Record<string, string>} */
  const headers = {}
  let path = template
  for (const field of form.querySelectorAll('input[data-name]')) {
    if (!(field instanceof HTMLInputElement) || (field.value === '' && field.dataset.place !== 'path')) continue
    const { name = '', place } = field.dataset
    if (place === 'query') query.set(name, field.value)
    else if (place === 'header') headers[name] = field.value
    else path = path.replace(`{${name}}`, encodeURIComponent(field.value).replaceAll('%2F', '/'))
  }
  const key = byId('try-key')
  if (key instanceof HTMLInputElement && key.value !== '') headers['X-API-Key'] = key.value
  const body = byId('try-body')
  if (body) headers['Content-Type'] = 'application/json'
  const search = query.size === 0 ? '' : `?${query}`
  return {
    address: path + search,
    options: {
      method: method.toUpperCase(),
      headers,
      ...(body instanceof HTMLTextAreaElement ? { body: body.value } : {}),
    },
  }
}

/**
 * @param {string} text
 * @param {string} type
 */
const readable = (text, type) => {
  try {
    if (/json/u.test(type)) return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // Not valid JSON: shown unchanged.
  }
  return text
}

/** @param {HTMLFormElement} form */
const enableTryIt = (form) => {
  const status = byId('try-status')
  const answer = byId('try-answer')
  if (!status || !answer) return
  const send = async () => {
    const { address, options } = requestOf(form)
    status.textContent = `${options.method} ${address} …`
    try {
      const response = await fetch(address, options)
      const text = readable(await response.text(), response.headers.get('content-type') ?? '')
      const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
      const cut = text.length > MAX_SHOWN ? `\n… ${text.length - MAX_SHOWN} more characters` : ''
      status.textContent = `${options.method} ${address}: ${response.status} ${response.statusText}`
      answer.textContent = `${headers}\n\n${text.slice(0, MAX_SHOWN)}${cut}`
      answer.hidden = false
    } catch {
      status.textContent = `${options.method} ${address}: no response.`
      answer.hidden = true
    }
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send()
  })
  const section = form.closest('section')
  if (section) section.hidden = false
}

const find = byId('find-operation')
if (find instanceof HTMLInputElement) {
  const frame = byId('find')
  if (frame) frame.hidden = false
  enableSearch(find)
}
for (const form of document.querySelectorAll('.try form')) if (form instanceof HTMLFormElement) enableTryIt(form)
