// @ts-check
// Suggestions while typing, after the combobox pattern of the WAI-ARIA Authoring Practices: the focus stays in the field, and
// aria-activedescendant names the option chosen with the arrow keys. Without this file the form works unchanged.

/** Shorter prefixes match too much. */
const LETTERS_NEEDED = 3
const PAUSE_MS = 100
const RECENT_KEY = 'recent-searches'
const RECENT_KEPT = 8
const RECENT_SHOWN = 4

/** @typedef {{ kind: string, text: string, url: string }} Suggestion */

/** Recent searches in this browser, latest first; empty without storage. @returns {string[]} */
const recentSearches = () => {
  try {
    const kept = JSON.parse(localStorage.getItem(RECENT_KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((text) => typeof text === 'string') : []
  } catch {
    return []
  }
}

/** @param {string} text */
const remember = (text) => {
  if (text === '') return
  try {
    const others = recentSearches().filter((other) => other !== text)
    localStorage.setItem(RECENT_KEY, JSON.stringify([text, ...others].slice(0, RECENT_KEPT)))
  } catch {
    // Without storage there are no recent searches.
  }
}

/** @param {string} typed @returns {Suggestion[]} */
const matchingSearches = (typed) =>
  recentSearches()
    .filter((text) => text !== typed && text.toLowerCase().includes(typed.toLowerCase()))
    .slice(0, RECENT_SHOWN)
    .map((text) => ({ kind: 'recent', text, url: `/papers?${new URLSearchParams({ q: text })}` }))

/** @param {HTMLElement} option */
const follow = ({ dataset: { url } }) => {
  if (url !== undefined) location.assign(url)
}

/** @param {HTMLInputElement} field @param {HTMLFormElement} form */
const suggestWhileTyping = (field, form) => {
  const list = document.createElement('ul')
  list.id = 'suggestions'
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', 'Suggestions')
  list.hidden = true
  field.after(list)
  field.type = 'text'
  field.setAttribute('role', 'combobox')
  field.setAttribute('aria-autocomplete', 'list')
  field.setAttribute('aria-controls', list.id)
  field.setAttribute('aria-expanded', 'false')
  field.enterKeyHint = 'search'

  let active = -1
  const options = () => /** @type {HTMLElement[]} */ ([...list.children])

  /** @param {number} index -1 for none: the field itself */
  const choose = (index) => {
    options()[active]?.setAttribute('aria-selected', 'false')
    active = index
    const option = options()[index]
    if (option === undefined) return field.removeAttribute('aria-activedescendant')
    option.setAttribute('aria-selected', 'true')
    option.scrollIntoView({ block: 'nearest' })
    field.setAttribute('aria-activedescendant', option.id)
  }

  const isOpen = () => !list.hidden

  const close = () => {
    choose(-1)
    list.hidden = true
    field.setAttribute('aria-expanded', 'false')
  }

  /** @param {Suggestion[]} found */
  const show = (found) => {
    choose(-1)
    list.replaceChildren(
      ...found.map(({ kind, text, url }, index) => {
        const option = document.createElement('li')
        option.id = `suggestion-${index}`
        option.setAttribute('role', 'option')
        option.setAttribute('aria-selected', 'false')
        option.dataset.url = url
        const name = document.createElement('bdi')
        name.textContent = text
        const label = document.createElement('small')
        label.textContent = kind
        option.append(name, ' ', label)
        return option
      }),
    )
    list.hidden = found.length === 0
    field.setAttribute('aria-expanded', String(isOpen()))
  }

  /** @type {AbortController | undefined} */
  let running
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting

  const stop = () => {
    clearTimeout(waiting)
    running?.abort()
  }

  /** @param {string} typed @param {ReturnType<typeof matchingSearches>} recent */
  const ask = async (typed, recent) => {
    const request = new AbortController()
    running = request
    try {
      const response = await fetch(`/suggestions.json?${new URLSearchParams({ q: typed })}`, {
        signal: request.signal,
      })
      const { suggestions } = response.ok ? await response.json() : { suggestions: [] }
      if (running === request && document.activeElement === field) show([...recent, ...suggestions])
    } catch {
      // Aborted by another keystroke, or failed: the form works without.
    }
  }

  const propose = () => {
    stop()
    const typed = field.value.trim()
    const recent = matchingSearches(typed)
    if ((typed.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < LETTERS_NEEDED) return show(recent)
    waiting = setTimeout(() => void ask(typed, recent), PAUSE_MS)
  }

  /** @type {Record<string, (event: KeyboardEvent) => void>} */
  const keys = {
    ArrowDown: (event) => {
      event.preventDefault()
      if (!isOpen()) propose()
      else if (!event.altKey) choose(active + 1 < options().length ? active + 1 : -1)
    },
    ArrowUp: (event) => {
      if (!isOpen()) return
      event.preventDefault()
      if (event.altKey) close()
      else choose(active === -1 ? options().length - 1 : active - 1)
    },
    Enter: (event) => {
      const option = options()[active]
      stop()
      if (!isOpen() || option === undefined) return close()
      event.preventDefault()
      follow(option)
    },
    Escape: (event) => {
      stop()
      if (!isOpen()) return
      event.preventDefault()
      close()
    },
  }

  field.addEventListener('keydown', (event) => {
    if (!event.isComposing && !event.ctrlKey && !event.metaKey) keys[event.key]?.(event)
  })
  field.addEventListener('input', propose)
  field.addEventListener('click', () => {
    if (!isOpen()) propose()
  })
  field.addEventListener('blur', () => {
    stop()
    close()
  })
  // Otherwise the press would blur the field and close the list before the click.
  list.addEventListener('mousedown', (event) => event.preventDefault())
  list.addEventListener('click', (event) => {
    const option = event.target instanceof Element ? event.target.closest('[role=option]') : null
    if (option instanceof HTMLElement) follow(option)
  })
  form.addEventListener('submit', () => {
    stop()
    remember(field.value.trim())
  })
  remember(field.value.trim())
}

const field = document.getElementById('q')
const form = field?.closest('form')
if (field instanceof HTMLInputElement && form instanceof HTMLFormElement) suggestWhileTyping(field, form)
