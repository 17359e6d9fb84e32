import { parseReference } from '#core/cited-references.ts'
import { wordWeight } from '#core/search/ranking/stop-words.ts'
import { keyTokens, textKey } from '#core/text/tokenize.ts'
import { isLastName, lastNameKey, strangeNames } from './author-names.ts'
import { isMerged, recordedVersion, shortName, type LibraryWork } from './library-work.ts'
import type { InlineCitation, NamedAuthors } from './named-works.ts'
import type { Entry } from './report-text.ts'

export const citationVerdicts = ['ok', 'unknown', 'ambiguous', 'retracted', 'superseded', 'contradictory'] as const
export type CitationVerdict = (typeof citationVerdicts)[number]

/** `works`: those whose texts a quotation beside it may come from. */
export type Judgement = { verdict: CitationVerdict; paper: string | null; reason: string | null; works: LibraryWork[] }

const unknown = (reason: string): Judgement => ({ verdict: 'unknown', paper: null, reason, works: [] })

const judged = (verdict: CitationVerdict, work: LibraryWork, reason: string | null): Judgement => ({
  verdict,
  paper: work.id,
  reason,
  works: [work],
})

const MAX_LISTED = 5

const ambiguous = (works: readonly LibraryWork[]): Judgement => {
  const ids = works.map(({ id }) => id)
  const more = ids.length > MAX_LISTED ? ` and ${ids.length - MAX_LISTED} more` : ''
  return {
    verdict: 'ambiguous',
    paper: null,
    reason: `Several papers of the library fit: ${ids.slice(0, MAX_LISTED).join(', ')}${more}.`,
    works: works.slice(0, MAX_LISTED),
  }
}

/** What became of a work, where nothing contradicts it. */
const stateOf = (work: LibraryWork, version: number | null): Judgement => {
  if (work.state === 'retracted') return judged('retracted', work, `The paper ${work.id} was retracted.`)
  if (isMerged(work))
    return judged('superseded', work, `The paper ${work.named.id} was a duplicate and was merged into ${work.id}.`)
  const recorded = recordedVersion(work)
  return version !== null && recorded !== null && version < recorded
    ? judged('superseded', work, `Version ${version} is cited; the library has version ${recorded}.`)
    : judged('ok', work, null)
}

/** The papers that works are now, each once; the paper itself goes before a duplicate of it. */
export const distinctWorks = (works: readonly LibraryWork[]): LibraryWork[] => {
  const found = new Map<string, LibraryWork>()
  for (const work of works) {
    const known = found.get(work.id)
    if (known === undefined || (isMerged(known) && !isMerged(work))) found.set(work.id, work)
  }
  return [...found.values()]
}

/** The year that an arXiv id was given in, which citations of a preprint have. */
const arxivYear = (arxivId: string | null): number | null => {
  const digits = /^(?<year>\d{2})\d{2}\./u.exec(arxivId ?? '')?.groups?.year
  return digits === undefined ? null : 2_000 + Number(digits)
}

const isYearOf = ({ named }: LibraryWork, years: readonly number[]): boolean =>
  years.includes(named.year) || years.includes(arxivYear(named.arxivId) ?? 0)

const wrongYear = (work: LibraryWork, year: number | string): string =>
  `The year is ${year} here; the library has ${shortName(work)} as ${work.id}.`

const wrongAuthors = (work: LibraryWork, named: string): string =>
  `The authors here include ${named}; the library has ${shortName(work)} as ${work.id}.`

/** How names and a year that stand beside an identifier contradict its work; null if they do not. */
const contradiction = (work: LibraryWork, { authors, year }: NamedAuthors): string | null => {
  const [first = ''] = authors
  const [author = ''] = work.named.authors
  if (work.named.authors.length > 0 && !isLastName(first, author)) return wrongAuthors(work, first)
  const strange = authors.slice(1).find((name) => !work.named.authors.some((other) => isLastName(name, other)))
  if (strange !== undefined) return wrongAuthors(work, strange)
  return year === null || isYearOf(work, [year]) ? null : wrongYear(work, year)
}

const isTellingWord = (word: string): boolean => word.length > 2 && wordWeight(word) > 0

/** The share of the telling words of a title that a text has. */
const shareOfTitle = (title: string, words: ReadonlySet<string>): number => {
  const telling = textKey(title).split(' ').filter(isTellingWord)
  return telling.length === 0 ? 1 : telling.filter((word) => words.has(word)).length / telling.length
}

/** The part of a title before its colon or dash. */
const shortTitle = (title: string): string => textKey(title.split(/:\s|\s[-–—]\s/u, 1)[0] ?? '')

/** Whether words are a title of a work: all of it, its beginning, or most of its words. */
const isTitleOf = (key: string, title: string): boolean => {
  const whole = textKey(title)
  if (key === whole || whole.startsWith(`${key} `) || key.startsWith(`${whole} `) || key === shortTitle(title))
    return true
  return shareOfTitle(title, new Set(key.split(' '))) >= 0.6 || shareOfTitle(key, new Set(whole.split(' '))) >= 0.8
}

/** The fewest words of a title that cannot be anything else. */
const MIN_TITLE_WORDS = 4
/** Small words of a title, which have no capital. */
const SMALL_WORD = /^(?:a|an|the|of|in|on|at|to|for|from|by|with|and|or|as|via|is|are|be|into|over|under|through|vs)$/iu

/** Whether words are written as a title is: with capitals. */
const looksLikeTitle = (words: string): boolean => {
  const all = words.split(/\s+/u).filter((word) => /^\p{L}/u.test(word) && !SMALL_WORD.test(word))
  return all.length >= MIN_TITLE_WORDS - 1 && all.filter((word) => /^\p{Lu}/u.test(word)).length >= all.length * 0.7
}

const otherTitle = (work: LibraryWork, title: string): string =>
  `The title here is “${title}”; the library has “${work.named.title}” as ${work.id}.`

type Titles = ReadonlyMap<string, readonly LibraryWork[]>

/** How a title beside an identifier contradicts its work. */
const titleContradiction = (work: LibraryWork, title: string, titles: Titles): string | null => {
  const key = textKey(title)
  if (isTitleOf(key, work.named.title)) return null
  const others = key.split(' ').length >= MIN_TITLE_WORDS ? (titles.get(key) ?? []) : []
  const isOther = others.length > 0 && others.every(({ id }) => id !== work.id)
  if (isOther) return otherTitle(work, title)
  return looksLikeTitle(title) && key.split(' ').length >= MIN_TITLE_WORDS ? otherTitle(work, title) : null
}

type Beside = Pick<InlineCitation, 'beside' | 'title'>

/** Judges a citation by an identifier: an id, a DOI, an id of arXiv or an address. */
export const judgeIdentified = (
  works: readonly LibraryWork[],
  { beside, title }: Beside,
  { version, titles, name }: { version: number | null; titles: Titles; name: string },
): Judgement => {
  const distinct = distinctWorks(works)
  const [work] = distinct
  if (work === undefined) return unknown(`The library has no paper ${name}.`)
  if (distinct.length > 1) return ambiguous(distinct)
  // A retracted paper may have been edited since, and what it says now was never public.
  if (work.state === 'accepted') {
    const reason =
      (beside === null ? null : contradiction(work, beside)) ??
      (title === null ? null : titleContradiction(work, title, titles))
    if (reason !== null) return judged('contradictory', work, reason)
  }
  return stateOf(work, version)
}

/** Whether the names of a citation are those of a work: the first author, and the others that it names. */
const isBy = ({ named: { authors: all } }: LibraryWork, { authors, hasOthers }: NamedAuthors): boolean => {
  const [first = ''] = authors
  if (!isLastName(first, all[0] ?? '')) return false
  if (authors.length > 1) {
    if (!hasOthers && authors.length !== all.length) return false
    return authors.every((name, index) => isLastName(name, all[index] ?? ''))
  }
  return hasOthers ? all.length > 1 : true
}

/** Works that names and a year mean: of a single name, those without co-authors if there are any. */
export const worksNamed = (works: readonly LibraryWork[], names: NamedAuthors & { year: number }): LibraryWork[] => {
  const fitting = distinctWorks(works).filter((work) => isBy(work, names) && isYearOf(work, [names.year]))
  if (names.hasOthers || names.authors.length > 1) return fitting
  const alone = fitting.filter(({ named }) => named.authors.length === 1)
  return alone.length > 0 ? alone : fitting
}

const describeNames = ({ authors, hasOthers, year }: NamedAuthors): string =>
  `${authors.join(', ')}${hasOthers ? ' et al.' : ''}${year === null ? '' : ` (${year})`}`

/**
 * Judges a citation by names and a year.
 *
 * - `works`: those of the library that have these names in any order
 * - `listed`: those that entries of the text’s list of references with these names and this year mean
 * - `titled`: those that have the title right before the names
 */
export const judgeNamed = (
  {
    works,
    listed,
    titled,
  }: { works: readonly LibraryWork[]; listed: readonly LibraryWork[]; titled: readonly LibraryWork[] },
  names: NamedAuthors & { year: number },
): Judgement => {
  const [meant, ...others] = distinctWorks(titled)
  if (meant !== undefined && others.length === 0) {
    const reason = meant.state === 'retracted' ? null : contradiction(meant, names)
    return reason === null ? stateOf(meant, null) : judged('contradictory', meant, reason)
  }
  const inList = distinctWorks(listed)
  const found = worksNamed(works, names)
  const named = inList.length > 0 ? inList : found
  const [work] = named
  if (work === undefined) return unknown(`The library has no paper by ${describeNames(names)}.`)
  return named.length > 1 ? ambiguous(named) : stateOf(work, null)
}

const RETRIEVED = /\b(?:accessed|retrieved|visited|last\s+seen|consulted)\b[^.;)\]]{0,40}/giu
const ADDRESS = /\bhttps?:\/\/\S+|\b(?:doi|arxiv):\s*\S+|\b10\.\d{4,9}\/\S+/giu
const MAX_COMPARED = 2_000

type PlacedTitle = { before: string; after: string }

/** What stands before and after the title of a work in an entry; null where the title does not stand in it. */
const aroundTitle = (text: string, title: string): PlacedTitle | null => {
  const words = keyTokens(title).map(({ token }) => token)
  const tokens = keyTokens(text)
  const [first] = words
  const at = tokens.findIndex(
    ({ token }, index) => token === first && words.every((word, more) => tokens[index + more]?.token === word),
  )
  const [begin, end] = [tokens[at], tokens[at + words.length - 1]]
  if (begin === undefined || end === undefined || words.length === 0) return null
  return { before: text.slice(0, begin.start), after: text.slice(end.end) }
}

const wordsOf = (text: string): string[] => keyTokens(text).map(({ token }) => token)

/** What is left of the names in front of a title, without years and remarks. */
const namesIn = (text: string): string[] =>
  wordsOf(text.replaceAll(/\([^()]{0,200}\)|(?<!\d)(?:1[89]|20)\d{2}[a-z]?(?!\d)|\bet\s+al\b\.?/giu, ' '))

/** “– Yao et al., 2023” and “(Yao et al. 2023)” right behind a title. */
const NAME_BEHIND = /^[\s–—\-.,:;()*_"”\]]{0,10}(?<name>\p{Lu}[\p{L}'’-]{1,40})\s+et\s+al\b/u

/** How an entry contradicts the work that it means. */
const entryContradiction = (work: LibraryWork, text: string, isBibtex: boolean): string | null => {
  const { authors, title } = work.named
  const around = aroundTitle(text, title)
  const outside = around === null ? text : `${around.before} ${around.after}`
  if (!isBibtex && authors.length > 0) {
    const front = around === null ? '' : around.before
    const named = namesIn(front).filter((word) => /\p{L}/u.test(word))
    const strange = strangeNames(named, authors)
    const [first = ''] = authors
    const hasNames = named.some((word) => word.length > 2)
    const hasFirst = textKey(lastNameKey(first).shown)
      .split(' ')
      .every((word) => named.includes(word))
    const [stranger] = strange
    if (hasNames && stranger !== undefined) return wrongAuthors(work, stranger)
    if (hasNames && !hasFirst && named.length > 0)
      return `The first author of ${work.id}, ${shortName(work)}, is not named.`
    const behind = hasNames ? undefined : NAME_BEHIND.exec(around?.after ?? '')?.groups?.name
    if (behind !== undefined && !isLastName(behind, first)) return wrongAuthors(work, behind)
  }
  const years = [...outside.matchAll(/(?<![\d./-])(?:1[89]|20)\d{2}(?![\d/])/gu)].map(([year]) => Number(year))
  return years.length > 0 && !isYearOf(work, years) ? wrongYear(work, years.join(', ')) : null
}

const bibtexAuthors = (text: string): string =>
  /(?<![a-z])author\s*=\s*[{"](?<names>[^\n]{1,2000})/iu.exec(text)?.groups?.names ?? ''

export type ReadEntry = { entry: Entry; parsed: ReturnType<typeof parseReference>; prose: string; years: number[] }

export const readEntry = (entry: Entry): ReadEntry => {
  const prose = entry.text.replaceAll(RETRIEVED, ' ').replaceAll(ADDRESS, ' ').slice(0, MAX_COMPARED)
  const parsed = parseReference(entry.text)
  return { entry, parsed, prose, years: parsed.years }
}

/** The works that an entry may mean: by its identifiers, and by its title. */
export type EntryWorks = {
  identified: readonly LibraryWork[]
  titled: readonly LibraryWork[]
  named: readonly LibraryWork[]
}

/** The least share of a title that an entry of the same names and year has. */
const MOST_OF_TITLE = 0.6

const NO_TITLE =
  /\b(?:et\s+al|preprint|arxiv|manuscript|draft|unpublished|forthcoming|in\s+press|under\s+review)\b\.?/giu
const MAX_NAMES = 2

/** Whether an entry has names and a year, and no title: “Yao et al. (2023).” */
const isOnlyNames = (prose: string): boolean =>
  /\bet\s+al\b/iu.test(prose) &&
  wordsOf(prose.replaceAll(NO_TITLE, ' ')).filter((word) => word.length > 1 && !/^\d/u.test(word)).length <= MAX_NAMES

/** Whether the initial before the first name of an entry, if it has one, is that of the first author. */
const hasInitial = (prose: string, { named: { authors } }: LibraryWork): boolean => {
  const initial = /^\s*(?<letter>\p{Lu})\.\s/u.exec(prose)?.groups?.letter
  return initial === undefined || textKey(authors[0] ?? '').startsWith(textKey(initial))
}

/** Judges an entry of a list of references. */
export const judgeEntry = (
  { entry, parsed, prose }: ReadEntry,
  found: EntryWorks,
  version: number | null,
): Judgement => {
  const text = entry.isBibtex ? entry.text : prose
  const identified = distinctWorks(found.identified)
  const titled = distinctWorks(found.titled)
  const words = new Set(wordsOf(prose))
  if (identified.length > 0) {
    const [work] = identified
    if (identified.length > 1 || work === undefined) return ambiguous(identified)
    if (work.state === 'retracted') return stateOf(work, version)
    const [other] = titled
    if (other !== undefined && titled.every(({ id }) => id !== work.id))
      return judged('contradictory', work, otherTitle(work, other.named.title))
    const isOtherTitle = parsed.hasTitle && words.size > 4 && shareOfTitle(work.named.title, words) < 0.5
    if (isOtherTitle && !words.has(shortTitle(work.named.title)))
      return judged('contradictory', work, `“${work.named.title}” is the title of ${work.id}; this has another.`)
    const reason = entryContradiction(work, text, entry.isBibtex) ?? bibtexContradiction(work, entry)
    return reason === null ? stateOf(work, version) : judged('contradictory', work, reason)
  }
  if (titled.length === 0 && isOnlyNames(prose)) {
    const meant = distinctWorks(found.named).filter((work) => isYearOf(work, parsed.years) && hasInitial(prose, work))
    const [one] = meant
    if (one === undefined) return unknown('The library has no such paper.')
    return meant.length > 1 ? ambiguous(meant) : stateOf(one, version)
  }
  const fitting =
    titled.length > 0
      ? titled
      : distinctWorks(found.named).filter(({ named }) => shareOfTitle(named.title, words) >= MOST_OF_TITLE)
  const agreeing = fitting.filter((work) => entryContradiction(work, text, entry.isBibtex) === null)
  const [work] = agreeing.length > 0 ? agreeing : fitting
  if (work === undefined) return unknown('The library has no such paper.')
  if (agreeing.length > 1 || (agreeing.length === 0 && fitting.length > 1))
    return ambiguous(agreeing.length > 1 ? agreeing : fitting)
  if (work.state === 'retracted') return stateOf(work, version)
  const reason = entryContradiction(work, text, entry.isBibtex) ?? bibtexContradiction(work, entry)
  return reason === null ? stateOf(work, version) : judged('contradictory', work, reason)
}

const bibtexContradiction = (work: LibraryWork, { isBibtex, text }: Entry): string | null => {
  if (!isBibtex) return null
  const [stranger] = strangeNames(wordsOf(bibtexAuthors(text)), work.named.authors)
  return stranger === undefined ? null : wrongAuthors(work, stranger)
}
