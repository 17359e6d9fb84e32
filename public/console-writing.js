// @ts-check
// Help while writing Markdown: @ finds papers by title and puts in a mark of evidence, or in a text that has none the id, which
// pages turn into the title; # finds concepts and puts in a link; the address of a paper of this library becomes the same when it is pasted; and the words are counted. The list
// stands below the field, after the combobox pattern of the WAI-ARIA Authoring Practices: the focus stays in the text.

/** @typedef {{ kind: string, id: string, title: string, detail: string, href: string }} Found */

const PAUSE_MS = 120
/** The words of a long text are not counted at each letter. */
const COUNT_PAUSE_MS = 250
/** What opens the list: a sign after a space or at the beginning, and what follows it on the line. */
const TRIGGER = /(?:^|[\s(])(?<sign>[@#])(?<words>[^\s@#][^@#\n]{0,60})$/u
const LONGEST_TRIGGER = 64
const PAPER_ADDRESS = /^\/(?:console\/)?papers\/(?<id>p\d{1,15})(?:\/edit)?$/u

/** @param {string} text */
const countWords = (text) => text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu)?.length ?? 0

/** The id in the address of a paper of this library; null for anything else.
 * @param {string} pasted */
const idInAddress = (pasted) => {
  if (!/^https?:\/\/\S+$/u.test(pasted)) return null
  const { origin, pathname } = new URL(pasted)
  return origin === location.origin ? (PAPER_ADDRESS.exec(pathname)?.groups?.id ?? null) : null
}

/** Texts that have no marks of evidence, by the names of their fields. */
const UNMARKED = new Set(['introduction', 'about', 'text'])

/** @param {HTMLTextAreaElement} area @param {string} id */
const paperMark = ({ name }, id) => (UNMARKED.has(name) ? id : `[${id}]`)

/** @param {HTMLTextAreaElement} area @param {Found} found */
const markOf = (area, { kind, id, title }) =>
  kind === 'papers'
    ? paperMark(area, id)
    : `[${title.replaceAll(/[[\]\\]/gu, '\\$&')}](/concepts/${encodeURIComponent(id)})`

/** @param {string} kind @param {string} words @param {AbortSignal} signal @returns {Promise<Found[]>} */
const find = async (kind, words, signal) => {
  const query = new URLSearchParams({ kind, q: words })
  const response = await fetch(`/console/find?${query}`, { signal, headers: { accept: 'application/json' } })
  return response.ok ? (await response.json()).results : []
}

/** Puts text in the place of a part of the field, so that the browser can undo it.
 * @param {HTMLTextAreaElement} area @param {string} text @param {number} from */
const replace = (area, text, from) => {
  area.setSelectionRange(from, area.selectionEnd)
  if (!document.execCommand('insertText', false, text)) {
    area.setRangeText(text, from, area.selectionEnd, 'end')
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/** @param {HTMLTextAreaElement} area */
const help = (area) => {
  const name = `${area.id}-found`
  const list = document.createElement('ul')
  Object.assign(list, { id: name, role: 'listbox', hidden: true, ariaLabel: 'Papers or concepts' })
  const count = document.createElement('p')
  count.className = 'quiet word-count'
  const place = document.createElement('div')
  place.className = 'combobox'
  place.append(list)
  area.after(place, count)
  area.setAttribute('aria-controls', name)
  area.setAttribute('aria-autocomplete', 'list')

  /** @type {Found[]} */
  let shown = []
  let active = 0
  /** Where the sign stands. */
  let from = 0
  /** @type {AbortController | undefined} */
  let running
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let counting

  const close = () => {
    clearTimeout(timer)
    running?.abort()
    shown = []
    list.hidden = true
    list.replaceChildren()
    area.removeAttribute('aria-activedescendant')
  }

  /** @param {number} index */
  const choose = (index) => {
    active = index
    for (const [at, option] of [...list.children].entries()) option.ariaSelected = String(at === index)
    area.setAttribute('aria-activedescendant', `${name}-${index}`)
    list.children[index]?.scrollIntoView({ block: 'nearest' })
  }

  const pick = () => {
    const found = shown[active]
    const start = from
    close()
    if (found !== undefined) replace(area, markOf(area, found), start)
  }

  /** @param {Found[]} found */
  const show = (found) => {
    shown = found
    list.hidden = found.length === 0
    list.replaceChildren(
      ...found.map(({ title, detail }, index) => {
        const option = document.createElement('li')
        option.id = `${name}-${index}`
        option.role = 'option'
        option.dir = 'auto'
        const small = document.createElement('small')
        small.textContent = detail
        option.append(title, ' ', small)
        option.addEventListener('mousedown', (event) => {
          event.preventDefault()
          active = index
          pick()
        })
        return option
      }),
    )
    if (found.length > 0) choose(0)
  }

  const look = async (/** @type {string} */ kind, /** @type {string} */ words) => {
    running?.abort()
    running = new AbortController()
    const { signal } = running
    try {
      const found = await find(kind, words, signal)
      if (!signal.aborted) show(found)
    } catch {
      // Aborted, or not reachable: what was typed stays as it is.
    }
  }

  const showCount = () => {
    const words = countWords(area.value)
    count.textContent = `${words} ${words === 1 ? 'word' : 'words'}`
  }

  const follow = () => {
    clearTimeout(counting)
    counting = setTimeout(showCount, COUNT_PAUSE_MS)
    const at = area.selectionStart
    const before = area.value.slice(Math.max(0, at - LONGEST_TRIGGER), at)
    const { sign, words: wanted = '' } = TRIGGER.exec(before)?.groups ?? {}
    close()
    if (sign === undefined || area.selectionStart !== area.selectionEnd) return
    from = area.selectionStart - wanted.length - 1
    timer = setTimeout(() => void look(sign === '@' ? 'papers' : 'concepts', wanted), PAUSE_MS)
  }

  area.addEventListener('input', follow)
  area.addEventListener('blur', close)
  area.addEventListener('keydown', (event) => {
    if (list.hidden || event.isComposing) return
    /** @type {Record<string, () => void>} */
    const acts = {
      ArrowDown: () => choose((active + 1) % shown.length),
      ArrowUp: () => choose((active + shown.length - 1) % shown.length),
      Enter: pick,
      Tab: pick,
      Escape: close,
    }
    const act = acts[event.key]
    if (act === undefined) return
    event.preventDefault()
    event.stopPropagation()
    act()
  })
  area.addEventListener('paste', (event) => {
    const id = idInAddress(event.clipboardData?.getData('text/plain').trim() ?? '')
    if (id === null) return
    event.preventDefault()
    replace(area, paperMark(area, id), area.selectionStart)
  })
  showCount()
}

/** Also for fields that come later, such as those of a new block.
 * @param {ParentNode} root */
const helpWithin = (root) => {
  for (const area of root.querySelectorAll('textarea[data-markdown]'))
    if (area instanceof HTMLTextAreaElement && !area.hasAttribute('aria-autocomplete')) help(area)
}

helpWithin(document)
new MutationObserver(() => helpWithin(document)).observe(document.body, { childList: true, subtree: true })
