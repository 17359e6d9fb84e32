// Keeps the input of long forms in the browser until it is saved, so that a lost connection, a closed tab or an expired
// session loses no text. Forms name their draft with data-draft; the page after saving names it with data-draft-done. A
// draft keeps the version that it is based on: if somebody else saves before it is restored, the editor is shown both
// sets of changes, as if the form had been open all the time.

const PREFIX = 'longview-draft:'
const KEPT_MS = 14 * 24 * 60 * 60 * 1000
const PAUSE_MS = 300

/** @typedef {{ at: number, version: string | null, values: Record<string, string[]> }} Draft */

/** If storage is full or blocked, drafts are not kept; everything else works as usual. */
const storage = {
  /** @param {string} name @returns {Draft | null} */
  read(name) {
    try {
      return JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null')
    } catch {
      return null
    }
  },
  /** @param {string} name @param {Draft} draft */
  write(name, draft) {
    try {
      localStorage.setItem(PREFIX + name, JSON.stringify(draft))
    } catch {
      // Storage is not available.
    }
  },
  /** @param {string} name */
  remove(name) {
    try {
      localStorage.removeItem(PREFIX + name)
    } catch {
      // Storage is not available.
    }
  },
  removeOld() {
    try {
      for (const key of Object.keys(localStorage)) {
        if (!key.startsWith(PREFIX)) continue
        const draft = storage.read(key.slice(PREFIX.length))
        if (draft === null || Date.now() - draft.at > KEPT_MS) localStorage.removeItem(key)
      }
    } catch {
      // Storage is not available.
    }
  },
}

/** The editor's input. Hidden fields, such as the version, belong to the page.
 * @param {HTMLFormElement} form @returns {Record<string, string[]>} */
const valuesOf = (form) => {
  /** @type {Record<string, string[]>} */
  const values = {}
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement) {
      if (control.type === 'hidden' || control.name === '') continue
      if (control.type === 'checkbox') {
        values[control.name] ??= []
        if (control.checked) values[control.name]?.push(control.value)
      } else values[control.name] = [control.value]
    } else if (control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement)
      values[control.name] = [control.value]
  }
  return values
}

/** @param {HTMLFormElement} form */
const versionOf = (form) => {
  const field = form.elements.namedItem('version')
  return field instanceof HTMLInputElement ? field : null
}

/** @param {HTMLFormElement} form @param {Draft} draft */
const fillIn = (form, { values, version }) => {
  const began = versionOf(form)
  if (began !== null && version !== null) began.value = version
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.type === 'checkbox')
      control.checked = values[control.name]?.includes(control.value) ?? control.checked
    else if (
      (control instanceof HTMLInputElement && control.type !== 'hidden') ||
      control instanceof HTMLTextAreaElement ||
      control instanceof HTMLSelectElement
    )
      control.value = values[control.name]?.[0] ?? control.value
  }
  form.dispatchEvent(new Event('input', { bubbles: true }))
}

/** @param {string} label @param {() => void} act */
const button = (label, act) => {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = 'plain'
  made.textContent = label
  made.addEventListener('click', act)
  return made
}

/** Offers to restore or discard text that was never saved.
 * @param {HTMLFormElement} form @param {string} name @param {Draft} draft */
const offer = (form, name, draft) => {
  const note = document.createElement('div')
  note.className = 'notice draft'
  note.setAttribute('role', 'status')
  const sentence = document.createElement('p')
  sentence.textContent = `This form has changes from ${new Date(draft.at).toLocaleString()} that were not saved. `
  note.append(
    sentence,
    button('Restore', () => {
      fillIn(form, draft)
      note.remove()
    }),
    ' ',
    button('Discard', () => {
      storage.remove(name)
      note.remove()
    }),
  )
  form.prepend(note)
}

/** @param {HTMLFormElement} form */
const keep = (form) => {
  const name = form.dataset.draft ?? ''
  const kept = storage.read(name)
  const held = form.dataset.held !== undefined
  if (!held && kept !== null && JSON.stringify(kept.values) !== JSON.stringify(valuesOf(form))) offer(form, name, kept)
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  const write = () => {
    clearTimeout(timer)
    storage.write(name, { at: Date.now(), version: versionOf(form)?.value ?? null, values: valuesOf(form) })
  }
  form.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(write, PAUSE_MS)
  })
  if (held) write()
  // Stored before the request is sent, since the request may fail.
  form.addEventListener('submit', write)
}

storage.removeOld()
for (const done of document.querySelectorAll('[data-draft-done]'))
  if (done instanceof HTMLElement) storage.remove(done.dataset.draftDone ?? '')
for (const form of document.querySelectorAll('form[data-draft]')) if (form instanceof HTMLFormElement) keep(form)
