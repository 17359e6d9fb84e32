// @ts-check
// A field in which papers, concepts and so on are found by a few letters, after the combobox pattern of the WAI-ARIA Authoring
// Practices: the focus stays in the field, and aria-activedescendant names the option that Enter picks. Without this file the
// form around the field works unchanged.

/** @typedef {{ kind: string, id: string, title: string, detail: string, href: string }} Found */

/**
 * `kind`: papers, concepts, people, settings or pages; by default all. `picked` gets the result, `typed` what was typed if the field
 * may take something new. `findsAlways`: also while the field is empty. `separator`: the field has several values, and the last one
 * is looked up and replaced by what is picked. `choosesFirst`: whether Enter picks the first result; otherwise the arrow keys choose
 * one, and before that Enter does what it does in any field.
 * @typedef {{
 *   kind?: string,
 *   picked: (found: Found) => void,
 *   typed?: (text: string) => void,
 *   findsAlways?: boolean,
 *   separator?: string,
 *   choosesFirst?: boolean,
 * }} Options
 */

const PAUSE_MS = 60

let fields = 0

/** @param {string} tag @param {Record<string, string>} attributes @param {...(Node | string)} content */
const element = (tag, attributes, ...content) => {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...content)
  return made
}

/** @param {string} text @param {string | undefined} kind @param {AbortSignal} signal @returns {Promise<Found[]>} */
const find = async (text, kind, signal) => {
  const query = new URLSearchParams({ q: text, ...(kind === undefined ? {} : { kind }) })
  const response = await fetch(`/console/find?${query}`, { signal, headers: { accept: 'application/json' } })
  if (response.ok) return (await response.json()).results
  throw new Error(
    response.status === 401
      ? 'You are signed out. Sign in in another tab and type again.'
      : 'This cannot be looked up.',
  )
}

/** @param {HTMLInputElement} input @param {Options} options */
export const combobox = (input, { kind, picked, typed, findsAlways = false, separator, choosesFirst = true }) => {
  fields += 1
  const name = `combobox-${fields}`
  const label = input.labels?.[0]?.textContent?.trim() ?? input.getAttribute('aria-label') ?? 'Results'
  const list = element('ul', { id: name, role: 'listbox', 'aria-label': label })
  const status = element('p', { role: 'status', class: 'unseen' })
  const wrapper = element('div', { class: 'combobox' })
  list.hidden = true
  for (const [attribute, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': name,
    'aria-expanded': 'false',
    autocomplete: 'off',
    spellcheck: 'false',
  }))
    input.setAttribute(attribute, value)
  // Moving it takes the focus away and gives it back, by when it is known to be a combobox.
  const hadFocus = document.activeElement === input
  input.before(wrapper)
  wrapper.append(input, list, status)
  if (hadFocus) input.focus()
  input.removeAttribute('list')

  let active = -1
  /** What Enter does on each option. @type {(() => void)[]} */
  let acts = []
  const optionAt = (/** @type {number} */ index) => list.children[index]

  /** @param {number} index */
  const choose = (index) => {
    optionAt(active)?.setAttribute('aria-selected', 'false')
    active = index
    const option = optionAt(index)
    if (option === undefined) return input.removeAttribute('aria-activedescendant')
    option.setAttribute('aria-selected', 'true')
    option.scrollIntoView({ block: 'nearest' })
    input.setAttribute('aria-activedescendant', option.id)
  }

  /** @param {string} text @param {boolean} isSeen */
  const say = (text, isSeen) => {
    status.textContent = text
    status.classList.toggle('unseen', !isSeen)
  }

  /** @param {boolean} isOpen */
  const open = (isOpen) => {
    list.hidden = !isOpen
    input.setAttribute('aria-expanded', String(isOpen))
    if (!isOpen) choose(-1)
  }

  /** @type {AbortController | undefined} */
  let running
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting
  /** Whether Enter was pressed before the results had come. */
  let isEnterDue = false

  const isLooking = () => running !== undefined || waiting !== undefined

  const stop = () => {
    clearTimeout(waiting)
    waiting = undefined
    running?.abort()
    running = undefined
    isEnterDue = false
  }

  const close = () => {
    stop()
    open(false)
    say('', false)
  }

  /** @param {() => void} act */
  const pick = (act) => {
    close()
    act()
  }

  /** @param {number} index @param {string} title @param {string} detail @param {() => void} act */
  const option = (index, title, detail, act) => {
    const made = element(
      'li',
      { id: `${name}-${index}`, role: 'option', 'aria-selected': 'false' },
      element('bdi', {}, title),
      ' ',
      element('small', { dir: 'auto' }, detail),
    )
    made.addEventListener('click', () => pick(act))
    return made
  }

  /** @param {string} text @param {Found[]} found */
  const show = (text, found) => {
    const shown = found.map((one) => ({
      title: one.title,
      detail: kind === undefined && one.kind !== 'pages' ? `${one.kind} · ${one.detail}` : one.detail,
      act: () => picked(one),
    }))
    const isKnown = found.some(({ title }) => title.toLowerCase() === text.toLowerCase())
    if (typed !== undefined && text !== '' && !isKnown)
      shown.push({ title: text, detail: 'as typed', act: () => typed(text) })
    acts = shown.map(({ act }) => act)
    list.replaceChildren(...shown.map(({ title, detail, act }, index) => option(index, title, detail, act)))
    open(shown.length > 0)
    choose(shown.length > 0 && choosesFirst ? 0 : -1)
    const count = found.length === 1 ? '1 result' : `${found.length} results`
    say(
      found.length === 0 ? `Nothing found for “${text}”.` : `${count}, arrow keys choose, Enter picks.`,
      acts.length === 0,
    )
  }

  /** @param {string} text */
  const ask = async (text) => {
    const request = new AbortController()
    waiting = undefined
    running = request
    try {
      const found = await find(text, kind, request.signal)
      if (running !== request) return
      const isDue = isEnterDue
      stop()
      show(text, found)
      const [first] = acts
      if (isDue && first !== undefined) pick(first)
    } catch (error) {
      if (running !== request) return
      stop()
      open(false)
      say(
        error instanceof TypeError ? 'The server does not answer.' : error instanceof Error ? error.message : '',
        true,
      )
    }
  }

  const lastValue = () => (separator === undefined ? input.value : (input.value.split(separator).at(-1) ?? '')).trim()

  const look = () => {
    stop()
    const text = lastValue()
    if (text === '' && !findsAlways) return close()
    waiting = setTimeout(() => void ask(text), PAUSE_MS)
  }

  /** Each returns whether the key is used up. @type {Record<string, () => boolean>} */
  const keys = {
    ArrowDown: () => {
      if (list.hidden) look()
      else choose(active + 1 < acts.length ? active + 1 : 0)
      return true
    },
    ArrowUp: () => {
      if (!list.hidden) choose(active > 0 ? active - 1 : acts.length - 1)
      return !list.hidden
    },
    Enter: () => {
      if (isLooking() && choosesFirst) {
        isEnterDue = true
        return true
      }
      const act = list.hidden ? undefined : acts[active]
      if (act !== undefined) pick(act)
      // A field of its own has no form to send.
      return act !== undefined || input.form === null
    },
    Escape: () => {
      const wasOpen = !list.hidden
      close()
      return wasOpen
    },
  }

  input.addEventListener('keydown', (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (keys[event.key]?.()) event.preventDefault()
  })
  input.addEventListener('input', look)
  input.addEventListener('blur', close)
  // Otherwise the press would blur the field and close the list before the click.
  list.addEventListener('mousedown', (event) => event.preventDefault())
  return { look, close }
}
