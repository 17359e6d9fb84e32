// @ts-check
// The page of the reading list: what is saved, with notes, and ways to take it along.

import { changeSaved, MAX_NOTE, newlySaved, onSavedChange, parsePapers, savedPapers } from './saved-papers.js'

/** @typedef {import('./saved-papers.js').SavedPaper} SavedPaper */
/**
 * `plain` is a title with formulas in words, `drawn` the same title with formulas as the library draws them.
 * @typedef {{ id: string, title?: string, authors?: { name: string }[], year?: number, problem?: string, plain?: string, drawn?: readonly Node[] }} FoundPaper
 */

const PAGE = '/reading-list'
const MAX_IMPORTED_BYTES = 1_000_000
const AUTHORS_SHOWN = 3
const DONE_MS = 2_000

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name @param {string} [text] @param {Record<string, string>} [attributes]
 */
const element = (name, text = '', attributes = {}) => {
  const made = document.createElement(name)
  made.textContent = text
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  return made
}

/** @param {string} id */
const byId = (id) => {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`The page has no #${id}.`)
  return found
}

/** @param {string} text */
const say = (text) => {
  byId('list-status').textContent = text
}

/** @param {number} papers */
const countText = (papers) => `${papers} ${papers === 1 ? 'paper' : 'papers'}`

/** What the library knows of the papers that are shown, by id. @type {Map<string, FoundPaper>} */
const known = new Map()

/** Asks the library for papers that this page does not know yet. @param {readonly string[]} ids */
const lookUp = async (ids) => {
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length === 0) return
  const query = new URLSearchParams({ ids: unknown.join(','), fields: 'title,authors,year' })
  const response = await fetch(`/api/v1/papers?${query}`)
  if (!response.ok) throw new Error(`The library answered with ${response.status}.`)
  const { papers, missing, redirects } = await response.json()
  for (const paper of papers) known.set(paper.id, paper)
  await drawTitles(papers)
  for (const { id, reason } of missing)
    known.set(id, { id, problem: reason === 'retracted' ? 'was retracted' : 'is not in the library' })
  for (const { from, to } of redirects) if (known.has(to)) replaceMerged(from, to)
}

/**
 * Fetches a page of this site as a document. XMLHttpRequest parses it, so no markup is handled here.
 * @param {string} address @returns {Promise<Document | null>} null if it cannot be had
 */
const fetchPage = (address) =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('GET', address)
    request.responseType = 'document'
    request.addEventListener('loadend', () => resolve(request.status === 200 ? request.responseXML : null))
    request.send()
  })

/** Signs of TeX, which the API gives as it is stored. */
const TEX = /[$\\]/u

/** Takes titles with formulas from the page that shows these papers to others. @param {readonly FoundPaper[]} papers */
const drawTitles = async (papers) => {
  const ids = papers.filter(({ title = '' }) => TEX.test(title)).map(({ id }) => id)
  if (ids.length === 0) return
  const page = await fetchPage(`${PAGE}?ids=${ids.join(',')}`)
  for (const item of page?.querySelectorAll('.lines > li') ?? []) {
    const button = item.querySelector('[data-save]')
    const title = item.querySelector('[data-entry]')
    const paper = known.get(button?.getAttribute('data-save') ?? '')
    if (paper === undefined || title === null) continue
    paper.plain = (button?.getAttribute('aria-label') ?? '').replace(/^Save: /u, '')
    paper.drawn = [...title.childNodes]
  }
}

/** A duplicate gives way to the paper that it was merged into. @param {string} from @param {string} to */
const replaceMerged = (from, to) => {
  changeSaved((papers) => {
    const note = papers.filter(({ id }) => id === from || id === to).map((paper) => paper.note)
    const kept = papers.filter(({ id }) => id !== to)
    const joined = [...new Set(note)]
      .filter((text) => text !== '')
      .join('\n')
      .slice(0, MAX_NOTE)
    return kept.map((paper) => (paper.id === from ? { ...paper, id: to, note: joined } : paper))
  })
}

/** @param {string} id @param {Partial<SavedPaper>} change */
const changeOne = (id, change) =>
  changeSaved((papers) => papers.map((paper) => (paper.id === id ? { ...paper, ...change } : paper)))

/** @param {FoundPaper} paper */
const titleOf = ({ id, title, plain }) => plain ?? title ?? id

/** @param {FoundPaper} paper */
const factsOf = ({ authors = [], year, problem }) => {
  if (problem !== undefined) return `This paper ${problem}.`
  const more = authors.length - AUTHORS_SHOWN
  const named = (more < 2 ? authors : authors.slice(0, AUTHORS_SHOWN)).map(({ name }) => name).join(', ')
  return `${named}${more < 2 ? '' : ` and ${more} more`}${year === undefined ? '' : ` · ${year}`}`
}

/** @param {string} id */
const remove = (id) => {
  const shown = [...document.querySelectorAll('#own-list > li')]
  const at = shown.findIndex((item) => item instanceof HTMLElement && item.dataset.paper === id)
  const problem = changeSaved((papers) => papers.filter((paper) => paper.id !== id))
  if (problem !== null) {
    say(problem)
    return
  }
  // Whoever removes by keyboard goes on from there.
  const next = document.querySelectorAll('#own-list > li')[at] ?? document.querySelector('#own-list > li:last-child')
  const place = next?.querySelector('button') ?? byId('list-status')
  place.tabIndex = place instanceof HTMLButtonElement ? 0 : -1
  place.focus()
}

/** @param {SavedPaper} saved */
const entryOf = ({ id, note }) => {
  const paper = known.get(id) ?? { id }
  const item = element('li', '', { 'data-paper': id })
  const title = element('a', titleOf(paper), { href: `/papers/${id}`, dir: 'auto', 'data-entry': '' })
  if (paper.drawn !== undefined) title.replaceChildren(...paper.drawn.map((node) => node.cloneNode(true)))
  const facts = element('span', '', { class: 'quiet' })
  facts.append(element('bdi', factsOf(paper)))
  const field = element('textarea', '', { id: `note-${id}`, maxlength: String(MAX_NOTE), rows: '2' })
  field.value = note
  field.addEventListener('change', () => {
    const problem = changeOne(id, { note: field.value })
    if (problem !== null) say(problem)
  })
  const label = element('label', 'Note ', { for: field.id })
  label.append(element('span', `on ${titleOf(paper)}`, { class: 'unseen' }))
  const choice = element('label', '', { class: 'choose no-print' })
  choice.append(element('input', '', { type: 'checkbox', name: 'ids', value: id }), ' Compare')
  choice.append(element('span', `: ${titleOf(paper)}`, { class: 'unseen' }))
  const button = element('button', 'Remove', {
    type: 'button',
    class: 'plain',
    'aria-label': `Remove: ${titleOf(paper)}`,
  })
  button.addEventListener('click', () => remove(id))
  const box = element('div', '', { class: 'note' })
  box.append(label, field, button)
  item.append(title, facts, choice, box)
  return item
}

/** @param {readonly SavedPaper[]} papers */
const showTools = (papers) => {
  const search = `?ids=${papers.map(({ id }) => id).join(',')}`
  byId('list-tools').hidden = papers.length === 0
  byId('compare-saved').hidden = papers.length < 2
  for (const link of document.querySelectorAll('#list-tools a')) {
    const path = link.getAttribute('href')?.split('?')[0] ?? PAGE
    link.setAttribute('href', path + search)
  }
}

/** The ids that are shown, in their order; null before the library has told what they are. @type {string | null} */
let shownIds = null

/** @param {readonly SavedPaper[]} papers newest first */
const showEntries = (papers) => {
  byId('own-list').replaceChildren(...papers.map(entryOf))
  const here = papers.filter(({ id }) => known.get(id)?.problem === undefined)
  const gone = papers.length - here.length
  say(
    papers.length === 0
      ? 'Nothing is saved yet. “Save” is beside each paper of the library.'
      : `${countText(papers.length)}, the last saved first${gone === 0 ? '' : `; ${gone} no longer in the library`}.`,
  )
}

/** Notes that were written in another tab, except where this reader is writing. @param {readonly SavedPaper[]} papers */
const showNotes = (papers) => {
  for (const { id, note } of papers) {
    const field = document.getElementById(`note-${id}`)
    if (field instanceof HTMLTextAreaElement && field !== document.activeElement) field.value = note
  }
}

const newestFirst = () => savedPapers()?.toReversed() ?? null

const show = async () => {
  const papers = newestFirst()
  if (papers === null) {
    say('This browser lets no page keep anything, so papers cannot be saved here. Links to lists work.')
    return
  }
  const ids = papers.map(({ id }) => id).join(',')
  if (ids === shownIds) {
    showNotes(papers)
    return
  }
  showTools(papers)
  try {
    await lookUp(papers.map(({ id }) => id))
    shownIds = ids
    showEntries(papers)
  } catch {
    showEntries(papers)
    say(`${countText(papers.length)}. The library cannot be reached, so titles are missing.`)
  }
}

/** Ends when what was asked for last is shown. */
let shown = Promise.resolve()
/** Shows the list as it is now, after what is being shown already. */
const refresh = () => (shown = shown.then(show))

/** @param {string} text @param {string} name @param {string} type */
const download = (text, name, type) => {
  const address = URL.createObjectURL(new Blob([text], { type }))
  element('a', '', { href: address, download: name }).click()
  URL.revokeObjectURL(address)
}

const asJson = () => {
  const papers = (savedPapers() ?? []).map((paper) => ({ ...paper, title: known.get(paper.id)?.title ?? '' }))
  return `${JSON.stringify({ version: 1, library: location.origin, papers }, null, 2)}\n`
}

/** The Markdown of the library, with notes below their papers. @param {string} address */
const asMarkdown = async (address) => {
  const notes = new Map(savedPapers()?.map(({ id, note }) => [id, note.trim()]))
  const text = await (await fetch(address)).text()
  return text.replaceAll(/^- \[.*, (p\d+)$/gmu, (line, /** @type {string} */ id) => {
    const note = notes.get(id) ?? ''
    return note === ''
      ? line
      : `${line}\n${note
          .split('\n')
          .map((part) => `  > ${part}`)
          .join('\n')}`
  })
}

/** @param {HTMLElement} link */
const takeAlong = async (link) => {
  if (link.dataset.ending === 'json') {
    download(asJson(), 'reading-list.json', 'application/json')
    return
  }
  try {
    download(await asMarkdown(link.getAttribute('href') ?? ''), 'reading-list.md', 'text/markdown')
  } catch {
    say('The library cannot be reached, so nothing was downloaded.')
  }
}

/** @param {string} text @returns {SavedPaper[]} what a file or a typed text names */
const readImported = (text) => {
  try {
    return parsePapers(JSON.parse(text))
  } catch {
    const ids = text.match(/(?<![\w.-])p\d{1,15}(?!\w)/gu) ?? []
    return [...new Set(ids)].map((id) => newlySaved(id))
  }
}

const importGiven = async () => {
  const [file, typed] = [byId('import-file'), byId('import-text')]
  if (!(file instanceof HTMLInputElement) || !(typed instanceof HTMLTextAreaElement)) return
  const chosen = file.files?.[0]
  if (chosen !== undefined && chosen.size > MAX_IMPORTED_BYTES) {
    say('The file is larger than a reading list can be, which is 1 MB.')
    return
  }
  const given = [
    ...readImported((await chosen?.text()) ?? ''),
    ...readImported(typed.value.slice(0, MAX_IMPORTED_BYTES)),
  ]
  let added = 0
  const problem = changeSaved((papers) => {
    const byPaper = new Map(papers.map((paper) => [paper.id, paper]))
    for (const paper of given) {
      const old = byPaper.get(paper.id)
      if (old === undefined) byPaper.set(paper.id, paper)
      // A note that is here is never overwritten.
      else if (old.note === '') byPaper.set(paper.id, { ...old, note: paper.note })
    }
    added = byPaper.size - papers.length
    return [...byPaper.values()]
  })
  await refresh()
  if (problem === null) {
    file.value = ''
    typed.value = ''
  }
  say(
    problem ??
      (given.length === 0
        ? 'No paper was found in it.'
        : `${countText(added)} added; ${given.length - added} there already.`),
  )
}

const copyLink = async () => {
  const [button, link] = [byId('copy-link'), byId('list-link')]
  if (!(link instanceof HTMLAnchorElement)) return
  try {
    await navigator.clipboard.writeText(link.href)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy link'
    }, DONE_MS)
  } catch {
    // No access to the clipboard, as over plain HTTP: the link itself is there to be copied.
    link.focus()
  }
}

const own = document.getElementById('own-list')
if (own !== null) {
  for (const link of document.querySelectorAll('[data-ending="json"], [data-ending="md"]'))
    link.addEventListener('click', (event) => {
      event.preventDefault()
      if (link instanceof HTMLElement) void takeAlong(link)
    })
  byId('copy-link').addEventListener('click', () => void copyLink())
  byId('import-list').addEventListener('submit', (event) => {
    event.preventDefault()
    void importGiven()
  })
  onSavedChange(() => void refresh())
  void refresh()
}
