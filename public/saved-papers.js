// @ts-check
// The papers that a reader saves, with notes: kept in this browser alone. Shows the buttons that save them, and how
// many there are.

/** @typedef {{ id: string, savedAt: string, note: string }} SavedPaper */

const KEY = 'reading-list'
const MAX_SAVED = 200
export const MAX_NOTE = 2_000
const PAPER_ID = /^p\d{1,15}$/
const CHANGED = 'saved-papers'

/**
 * Papers in any text that was meant for this list, without those that cannot be: it may come from another version, or a file.
 * @param {unknown} given
 * @returns {SavedPaper[]}
 */
export const parsePapers = (given) => {
  const listed = typeof given === 'object' && given !== null && 'papers' in given ? given.papers : null
  /** @type {Map<string, SavedPaper>} */
  const papers = new Map()
  for (const one of Array.isArray(listed) ? listed : []) {
    const { id, savedAt, note } = /** @type {Record<string, unknown>} */ (one ?? {})
    if (typeof id !== 'string' || !PAPER_ID.test(id) || papers.has(id)) continue
    papers.set(id, {
      id,
      savedAt: typeof savedAt === 'string' ? savedAt : '',
      note: typeof note === 'string' ? note.slice(0, MAX_NOTE) : '',
    })
  }
  return [...papers.values()]
}

/** @returns {SavedPaper[] | null} in the order in which they were saved; null where the browser forbids it */
export const savedPapers = () => {
  try {
    return parsePapers(JSON.parse(localStorage.getItem(KEY) ?? 'null'))
  } catch (error) {
    // What is no JSON is not ours.
    return error instanceof SyntaxError ? [] : null
  }
}

/**
 * Changes the list as it is now: another tab may have changed it, too.
 * @param {(papers: SavedPaper[]) => SavedPaper[]} edit
 * @returns {string | null} why it could not be kept
 */
export const changeSaved = (edit) => {
  const papers = savedPapers()
  if (papers === null) return 'This browser lets no page keep anything.'
  const edited = edit(papers)
  if (edited.length > MAX_SAVED) return `A reading list has up to ${MAX_SAVED} papers; remove one first.`
  try {
    localStorage.setItem(KEY, JSON.stringify({ version: 1, papers: edited }))
  } catch {
    return 'It could not be saved: what this browser keeps for this library is full, or blocked.'
  }
  dispatchEvent(new Event(CHANGED))
  return null
}

/** @param {() => void} show runs when the list changes, here or in another tab */
export const onSavedChange = (show) => {
  addEventListener(CHANGED, show)
  addEventListener('storage', ({ key }) => {
    // Null: everything was cleared.
    if (key === KEY || key === null) show()
  })
  // A page that is shown again by going back has missed what happened since.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) show()
  })
}

/** @param {string} id @param {string} [note] @returns {SavedPaper} */
export const newlySaved = (id, note = '') => ({ id, savedAt: new Date().toISOString(), note })

/** Changes only what differs: the buttons are watched. @param {Element} element @param {string} text */
const write = (element, text) => {
  if (element.textContent !== text) element.textContent = text
}

/** Shows which papers are saved, and in the header how many. */
const showSaved = () => {
  const ids = new Set(savedPapers()?.map(({ id }) => id))
  for (const button of document.querySelectorAll('button[data-save]')) {
    const isSaved = ids.has(button.getAttribute('data-save') ?? '')
    const text = isSaved ? 'Saved' : 'Save'
    button.setAttribute('aria-pressed', String(isSaved))
    button.setAttribute('aria-label', (button.getAttribute('aria-label') ?? '').replace(/^Saved?(?=:)/u, text))
    write(button, text)
  }
  for (const count of document.querySelectorAll('.saved-count')) write(count, ids.size === 0 ? '' : ` (${ids.size})`)
}

/** @param {Element} button @param {string | null} problem */
const showProblem = (button, problem) => {
  const shown = button.nextElementSibling
  if (shown?.matches('.save-problem')) shown.remove()
  if (problem === null) return
  const text = document.createElement('span')
  text.className = 'save-problem'
  text.setAttribute('role', 'alert')
  text.textContent = problem
  button.after(text)
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button[data-save]') : null
  const id = button?.getAttribute('data-save')
  if (!button || !id) return
  const without = (/** @type {SavedPaper[]} */ papers) => papers.filter((paper) => paper.id !== id)
  const isSaved = savedPapers()?.some((paper) => paper.id === id) === true
  showProblem(
    button,
    changeSaved((papers) => (isSaved ? without(papers) : [...without(papers), newlySaved(id)])),
  )
})

if (savedPapers() !== null) {
  document.documentElement.dataset.saves = ''
  onSavedChange(showSaved)
  // Lists get more entries, and other ones, without being loaded anew.
  new MutationObserver(showSaved).observe(document.body, { childList: true, subtree: true })
  showSaved()
}
