// @ts-check
// Keeps what is typed into a form on the server until it is saved, so that a closed tab, an expired session or a change of
// the machine loses no text, and says who else is typing into the same form. Forms name their draft with data-draft: the
// person, the form and the record. The page after saving names it with data-draft-done. A draft keeps the version that it
// is based on: if somebody else saves in the meantime, saving shows both changes, as if the form had been open all the time.
// A page that is worked through by single keys comes with its draft (data-draft-given), so that no key is pressed before it.

const ADDRESS = '/console/drafts'
const PAUSE_MS = 1_000
/** While somebody types without a pause. */
const AT_LEAST_EVERY_MS = 4_000
const RETRY_MS = 5_000
/** What a browser sends for a page that is being left. */
const MAX_LAST_WORDS = 60_000

/** @typedef {Record<string, string[]>} Values */
/** @typedef {{ name: string, since: string }} Other */
/** @typedef {{ version: number | null, fields: Values, savedAt: string }} Draft */
/** @typedef {{ savedAt?: string, draft?: Draft | null, others?: Other[], error?: string, status: number }} Answer */

/** Status 0: the server could not be reached.
 * @param {string} address @param {object | null} body @param {boolean} [keepalive] @returns {Promise<Answer>} */
const ask = async (address, body, keepalive = false) => {
  /** @type {RequestInit} */
  const request =
    body === null
      ? { headers: { accept: 'application/json' } }
      : {
          method: 'POST',
          headers: { accept: 'application/json', 'content-type': 'application/json' },
          body: JSON.stringify(body),
          keepalive,
        }
  try {
    const response = await fetch(address, request)
    return { ...(await response.json()), status: response.status }
  } catch {
    return { status: 0 }
  }
}

/** @param {string} instant */
const clockTime = (instant) => {
  const at = new Date(instant)
  const isToday = at.toDateString() === new Date().toDateString()
  return at.toLocaleString([], {
    ...(isToday ? {} : { month: 'short', day: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
  })
}

/** Whether a draft has all fields of a form, since its blocks may differ from those that the page comes with. The form names
 * the address that shows given blocks.
 * @param {HTMLFormElement} form */
const isWhole = (form) => form.dataset.draftWhole !== undefined

/** Hidden fields belong to the page, unless the form is made of blocks: theirs say which blocks there are, in which order.
 * @param {HTMLFormElement} form @param {HTMLInputElement} control */
const isOfPage = (form, control) =>
  control.type === 'hidden' && (control.name === 'version' || (!isWhole(form) && control.dataset.drafted === undefined))

/** The editor's input, as it is or as the page came.
 * @param {HTMLFormElement} form @param {boolean} asShown @returns {Values} */
const valuesOf = (form, asShown) => {
  /** @type {Values} */
  const values = {}
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement) {
      if (control.name === '' || isOfPage(form, control)) continue
      if (control.type === 'checkbox' || control.type === 'radio') {
        values[control.name] ??= []
        if (asShown ? control.defaultChecked : control.checked) values[control.name]?.push(control.value)
      } else if (control.type === 'hidden') (values[control.name] ??= []).push(control.value)
      else values[control.name] = [asShown ? control.defaultValue : control.value]
    } else if (control instanceof HTMLTextAreaElement)
      values[control.name] = [asShown ? control.defaultValue : control.value]
    else if (control instanceof HTMLSelectElement) {
      const options = [...control.options]
      const shown = options.find(({ defaultSelected }) => defaultSelected) ?? options[0]
      values[control.name] = [asShown ? (shown?.value ?? '') : control.value]
    }
  }
  return values
}

/** @param {string[] | undefined} one @param {string[] | undefined} other */
const isSame = (one = [], other = []) => JSON.stringify(one) === JSON.stringify(other)

/** A paper that the draft chose and the page does not list; its title follows with the preview.
 * @param {HTMLFormElement} form @param {string} name @param {string} value */
const addChoice = (form, name, value) => {
  const list = form.querySelector(`#picked-${CSS.escape(name)} ul`)
  if (list === null) return
  const item = document.createElement('li')
  const label = document.createElement('label')
  const box = document.createElement('input')
  Object.assign(box, { type: 'checkbox', name, value, checked: true })
  label.append(box, ` ${value}`)
  item.append(label)
  list.append(item)
}

/** @param {HTMLFormElement} form @param {Values} values */
const fillIn = (form, values) => {
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio'))
      control.checked = values[control.name]?.includes(control.value) ?? control.checked
    else if (
      (control instanceof HTMLInputElement && !isOfPage(form, control)) ||
      control instanceof HTMLTextAreaElement ||
      control instanceof HTMLSelectElement
    )
      control.value = values[control.name]?.[0] ?? control.value
  }
  const filled = valuesOf(form, false)
  for (const [name, wanted] of Object.entries(values))
    for (const value of wanted) if (!filled[name]?.includes(value)) addChoice(form, name, value)
  form.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Opens the form with these values, made by the server.
 * @param {HTMLFormElement} form @param {Values} values */
const openWith = (form, values) => {
  const sent = document.createElement('form')
  sent.method = 'post'
  sent.action = form.dataset.draftWhole ?? ''
  for (const [name, given] of Object.entries(values))
    for (const value of given) {
      const field = document.createElement('textarea')
      Object.assign(field, { name, value, hidden: true })
      sent.append(field)
    }
  document.body.append(sent)
  sent.submit()
}

/** Where the page that comes next finds what was restored. */
const RESTORED = 'longview-restored'

/** @param {HTMLFormElement} form */
const versionField = (form) => {
  const field = form.elements.namedItem('version')
  return field instanceof HTMLInputElement ? field : null
}

/** @param {string} className */
const statusLine = (className) => {
  const line = document.createElement('p')
  line.className = className
  line.setAttribute('role', 'status')
  return line
}

/** @param {Element} element @param {string} text */
const say = (element, text) => {
  if (element.textContent !== text) element.textContent = text
}

/** @type {WeakSet<HTMLFormElement>} */
const kept = new WeakSet()

const trouble = {
  offline: 'The server cannot be reached, so the draft is not saved yet. Trying again.',
  signedOut: 'You are signed out, so the draft is not saved yet. Sign in in another tab; this page tries again.',
  /** @param {string} reason */
  notSent: (reason) => `${reason} Nothing was sent, and everything you typed is still here.`,
}

/** What was typed into forms that have left the page, as long as it is on its way. @type {Map<string, Promise<unknown>>} */
const leaving = new Map()

/** @param {HTMLFormElement} form */
const keep = (form) => {
  kept.add(form)
  const [author = '', ...rest] = (form.dataset.draft ?? '').split('/')
  const name = { author, form: rest.join('/') }
  const shown = valuesOf(form, true)
  const shownVersion = versionField(form)?.value ?? null
  const isHeld = form.dataset.held !== undefined
  /** Fields that a refused form had changed before: the page came with their new values. @type {Set<string>} */
  const changedBefore = new Set()

  const state = statusLine('draft-state quiet')
  ;(form.querySelector('.acts') ?? form).append(state)
  const others = statusLine('notice others')
  others.hidden = true
  form.prepend(others)

  /** @param {Other[]} given */
  const showOthers = (given) => {
    others.hidden = given.length === 0
    const people = given.map(({ name: who, since }) => `${who} is editing this since ${clockTime(since)}.`)
    const then = form.dataset.clash ?? 'Whoever saves last is shown both texts; nothing is overwritten.'
    say(others, [...people, then].join(' '))
  }

  let isDirty = false
  let hasFailed = false
  let dirtySince = 0
  let inFlight = 0
  /** @type {Promise<unknown>} */
  let last = Promise.resolve()
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  /** @type {HTMLElement | null} */
  let shownRestored = null

  const changes = () => {
    const values = valuesOf(form, false)
    const names = new Set([...Object.keys(values), ...Object.keys(shown)])
    return Object.fromEntries(
      [...names]
        .filter((field) => isWhole(form) || changedBefore.has(field) || !isSame(values[field], shown[field]))
        .map((field) => [field, values[field] ?? []]),
    )
  }

  const body = () => {
    const version = Number(versionField(form)?.value ?? '')
    return { ...name, version: Number.isInteger(version) ? version : null, fields: changes() }
  }

  /** @param {Answer} answer */
  const report = ({ status, savedAt, error, others: given }) => {
    hasFailed = status !== 200
    if (status === 200) {
      say(state, savedAt === undefined ? '' : `Draft saved ${clockTime(savedAt)}`)
      if (given !== undefined) showOthers(given)
    } else if (status === 0) say(state, trouble.offline)
    else if (status === 401) say(state, trouble.signedOut)
    else say(state, `The draft is not saved: ${error ?? 'the server failed.'}`)
  }

  /** @returns {Promise<Answer>} */
  const sendNow = async () => {
    const draft = body()
    isDirty = false
    const isEmpty = Object.keys(draft.fields).length === 0
    const answer = await (isEmpty ? ask(`${ADDRESS}/discard`, name) : ask(ADDRESS, draft))
    inFlight -= 1
    report(answer)
    const mayPass = answer.status === 0 || answer.status === 401 || answer.status >= 500
    if (mayPass) {
      isDirty = true
      clearTimeout(timer)
      timer = setTimeout(() => void send(), RETRY_MS)
    }
    return answer
  }

  /** Sends what is typed by now, one request after the other. */
  const send = () => {
    clearTimeout(timer)
    inFlight += 1
    const sent = last.then(sendNow)
    last = sent
    return sent
  }

  const later = () => {
    if (!isDirty) dirtySince = Date.now()
    isDirty = true
    clearTimeout(timer)
    const wait = Math.min(PAUSE_MS, Math.max(0, dirtySince + AT_LEAST_EVERY_MS - Date.now()))
    timer = setTimeout(() => void send(), wait)
  }

  /** The page came with the draft, so the stored text has to be asked for. */
  const discardHeld = async () => {
    isDirty = false
    clearTimeout(timer)
    await last
    const { status } = await ask(`${ADDRESS}/discard`, name)
    if (status === 200) location.assign(form.dataset.page ?? form.action)
  }

  /** @param {Draft} draft */
  const showRestored = (draft) => {
    const notice = statusLine('notice draft')
    const newer =
      shownVersion !== null && draft.version !== null && String(draft.version) !== shownVersion
        ? ` ${form.dataset.newer ?? 'Somebody has saved since; saving shows both texts.'}`
        : ''
    const discard = document.createElement('button')
    discard.type = 'button'
    discard.className = 'plain'
    discard.textContent = 'Discard'
    discard.addEventListener('click', () => {
      if (isHeld) {
        void discardHeld()
        return
      }
      const field = versionField(form)
      if (field !== null && shownVersion !== null) field.value = shownVersion
      fillIn(form, shown)
      notice.remove()
      shownRestored = null
      void send()
    })
    notice.append(`Draft of ${clockTime(draft.savedAt)} restored.${newer} `, discard)
    shownRestored?.remove()
    shownRestored = notice
    form.prepend(notice)
  }

  /** @param {Draft} draft */
  const restore = (draft) => {
    const names = [...new Set([...Object.keys(draft.fields), ...(isWhole(form) ? Object.keys(shown) : [])])]
    const own = names
      .filter((field) => !isSame(draft.fields[field], shown[field]))
      .map((field) => [field, draft.fields[field] ?? []])
    if (own.length === 0) {
      void ask(`${ADDRESS}/discard`, name)
      return
    }
    if (isWhole(form)) {
      sessionStorage.setItem(RESTORED, JSON.stringify({ form: form.dataset.draft, savedAt: draft.savedAt }))
      openWith(form, { ...draft.fields, version: draft.version === null ? [] : [String(draft.version)] })
      return
    }
    const field = form.dataset.newer === undefined ? versionField(form) : null
    if (field !== null && draft.version !== null) field.value = String(draft.version)
    fillIn(form, Object.fromEntries(own))
    showRestored(draft)
  }

  /** @param {Answer} answer */
  const begin = async ({ draft = null, others: given = [], status }) => {
    if (status !== 200) return
    showOthers(given)
    if (isHeld) {
      const restored = JSON.parse(sessionStorage.getItem(RESTORED) ?? 'null')
      sessionStorage.removeItem(RESTORED)
      if (restored !== null && restored.form === form.dataset.draft) showRestored({ ...body(), ...restored })
      for (const field of Object.keys(draft?.fields ?? shown)) changedBefore.add(field)
      await send()
    } else if (draft !== null && !isDirty) restore(draft)
  }

  /** What the page came with may be older than what is still on its way. */
  const open = async () => {
    const sent = leaving.get(form.dataset.draft ?? '')
    const given = form.dataset.draftGiven
    if (sent === undefined && given !== undefined) return begin({ ...JSON.parse(given), status: 200 })
    await sent
    return begin(await ask(`${ADDRESS}?${new URLSearchParams(name)}`, null))
  }

  const gone = new AbortController()
  const { signal } = gone
  form.addEventListener('input', later)
  addEventListener('online', () => isDirty && void send(), { signal })
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState !== 'hidden' || !isDirty || hasFailed) return
      const draft = body()
      if (JSON.stringify(draft).length < MAX_LAST_WORDS && Object.keys(draft.fields).length > 0)
        void ask(ADDRESS, draft, true)
    },
    { signal },
  )
  addEventListener('beforeunload', (event) => isDirty && hasFailed && event.preventDefault(), { signal })

  /** The page has gone on to another form: what was typed last is sent, also if that takes several tries. */
  const leave = async () => {
    const draft = form.dataset.draft ?? ''
    const sent = isDirty ? send() : last
    leaving.set(draft, sent)
    await sent
    if (leaving.get(draft) === sent) leaving.delete(draft)
    if (!isDirty) gone.abort()
  }
  document.addEventListener('page-replaced', () => !form.isConnected && void leave(), { signal })

  // The server has the text before the form leaves the page: the request may fail, and the page would be gone with it.
  let isKept = false
  /** @param {HTMLElement | null} submitter */
  const sendForm = async (submitter) => {
    const { status, error } = await send()
    if (status === 0) say(state, trouble.notSent('The server cannot be reached.'))
    else if (status === 401) say(state, trouble.notSent('You are signed out: sign in in another tab, then come back.'))
    else if (status === 409) say(state, trouble.notSent(error ?? 'Somebody else is signed in here now.'))
    else {
      isKept = true
      isDirty = false
      form.requestSubmit(submitter)
    }
  }
  form.addEventListener('submit', (event) => {
    if (form.matches('[data-swap]')) {
      // The page stays until the server has answered, so nothing has to be stored before.
      clearTimeout(timer)
      isDirty = false
      return
    }
    if (isKept || (!isDirty && inFlight === 0 && navigator.onLine)) {
      isKept = false
      return
    }
    event.preventDefault()
    void sendForm(event.submitter)
  })
  void open()
}

for (const done of document.querySelectorAll('[data-draft-done]')) {
  const [author = '', ...rest] = done instanceof HTMLElement ? (done.dataset.draftDone ?? '').split('/') : []
  void ask(`${ADDRESS}/discard`, { author, form: rest.join('/') })
}
const keepAll = () => {
  for (const form of document.querySelectorAll('form[data-draft]'))
    if (form instanceof HTMLFormElement && !kept.has(form)) keep(form)
}
keepAll()
document.addEventListener('page-replaced', keepAll)
