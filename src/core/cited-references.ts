import { keyTokens, textKey, type Token } from '#core/text/tokenize.ts'
import { wordWeight } from '#core/search/ranking/stop-words.ts'
import { identifiersIn, type Identifiers } from '#core/papers/identifiers.ts'

/** A paper that is, or was, public. */
export type KnownPaper = {
  id: string
  title: string
  /** The title of a duplicate merged into it, where the match was found by that. */
  otherTitle: string | null
  year: number
  authors: string[]
  doi: string | null
  arxivId: string | null
  state: 'accepted' | 'retracted'
}

export type MatchedBy = 'doi' | 'arxiv' | 'title'

/** `differs`: the fields in which the reference contradicts the paper. */
export type ReferenceMatch = {
  paper: KnownPaper
  by: MatchedBy
  confidence: number
  differs: ('title' | 'year' | 'authors')[]
}

export type ReferenceResult = { result: 'in_corpus' | 'ambiguous' | 'absent'; matches: ReferenceMatch[] }

/** The least confidence for a match to count as the paper. */
const SURE = 0.75
/** The least lead over the second best match. */
const CLEARLY_BETTER = 0.1
/** Confidence lost for a different title, year or list of authors. */
const COSTS = { title: 0.5, year: 0.2, authors: 0.15 } as const
/** A preprint and its publication are often a year apart. */
const NEAR_YEARS = 1
const CONFIDENCE: Record<MatchedBy, number> = { doi: 1, arxiv: 1, title: 0.95 }
/** The most authors of a paper that are looked for in a reference, which names the first ones. */
const MAX_AUTHORS = 300

const includesKey = (text: string, key: string): boolean => key !== '' && ` ${text} `.includes(` ${key} `)

const surname = (name: string): string => textKey(name).split(' ').at(-1) ?? ''

/** Whether the reference names authors at all: one that names other authors means another paper. */
const namesAuthors = (text: string, title: string): boolean => /\p{L}/u.test(text.replace(title, ''))

const differences = (reference: ParsedReference, paper: KnownPaper): ReferenceMatch['differs'] => {
  const { titleKeys, hasTitle, textKey: text, words, years } = reference
  const titles = [paper.title, paper.otherTitle ?? ''].map(textKey)
  const matched = titles.find((title) => titleKeys.includes(title) || includesKey(text, title))
  const isBy = paper.authors.slice(0, MAX_AUTHORS).some((name) => words.has(surname(name)))
  return [
    ...(hasTitle && matched === undefined ? ['title' as const] : []),
    ...(years.length > 0 && years.every((year) => Math.abs(year - paper.year) > NEAR_YEARS) ? ['year' as const] : []),
    ...(hasTitle && !isBy && namesAuthors(text, matched ?? '') ? ['authors' as const] : []),
  ]
}

const matchedBy = ({ doi, arxivId }: ParsedReference, paper: KnownPaper): MatchedBy =>
  doi !== null && doi === paper.doi ? 'doi' : arxivId !== null && arxivId === paper.arxivId ? 'arxiv' : 'title'

const rounded = (value: number): number => Math.round(value * 100) / 100

/** Whether the best match is sure, and no other is nearly as good. */
const isClear = ([best, second]: readonly ReferenceMatch[]): boolean =>
  best !== undefined && best.confidence >= SURE && (second?.confidence ?? 0) <= best.confidence - CLEARLY_BETTER

/** Decides which of the papers that share an identifier or title with a reference it cites. */
export const matchReference = (reference: ParsedReference, papers: readonly KnownPaper[]): ReferenceResult => {
  const matches = papers
    .map((paper): ReferenceMatch => {
      const by = matchedBy(reference, paper)
      const differs = differences(reference, paper)
      const cost = differs.reduce((sum, what) => sum + COSTS[what], 0)
      return { paper, by, differs, confidence: rounded(Math.max(0.05, CONFIDENCE[by] - cost)) }
    })
    .toSorted((a, b) => b.confidence - a.confidence)
  const [best] = matches
  if (best === undefined) return { result: 'absent', matches: [] }
  // An identifier that belongs to a different paper than the title is a contradiction, however well the title matches.
  const isContradicted = matches.some((match) => match !== best && match.by !== 'title')
  return !isContradicted && isClear(matches)
    ? { result: 'in_corpus', matches: [best] }
    : { result: 'ambiguous', matches }
}

const ENTRY = /^\s*@[a-z]+\s*[{(]/iu
const FIELD = /(?<![a-z])(?<name>[a-z]+)\s*=\s*(?:(?<open>[{"])|(?<bare>[\w.-]+))/giu
/** Commands such as \"o or \textit, braces and ties; letters stay. */
const COMMAND = /\\[a-z]+\s?|\\[^a-z\s]|[{}~]/giu

const isBibtex = (text: string): boolean => ENTRY.test(text)

/** Where a value ends: at its closing brace, or at the closing quotation mark outside braces. */
const endOfValue = (text: string, from: number, open: string): number => {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '\\') at += 1
    else if (sign === '{') depth += 1
    else if (sign === '"' && open === '"' && depth === 0) return at
    else if (sign === '}') {
      if (depth === 0) return at
      depth -= 1
    }
  }
  return text.length
}

const plain = (value: string): string =>
  value
    .replaceAll(COMMAND, (sign) => (sign === '~' ? ' ' : ''))
    .replaceAll(/\s+/gu, ' ')
    .trim()

/** The fields of one BibTeX entry as plain text, by their names in lower case; the first of a repeated field wins. */
const readBibtexFields = (text: string): Partial<Record<string, string>> => {
  const fields: Record<string, string> = {}
  FIELD.lastIndex = 0
  const pattern = new RegExp(FIELD)
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { name = '', open, bare = '' } = match.groups ?? {}
    const end = open === undefined ? pattern.lastIndex : endOfValue(text, pattern.lastIndex, open)
    const key = name.toLowerCase()
    fields[key] ??= plain(open === undefined ? bare : text.slice(pattern.lastIndex, end))
    pattern.lastIndex = end
  }
  return fields
}

/** A reference, reduced to what identifies the cited paper. */
type ParsedReference = Identifiers & {
  /** Keys that may be the title: one where the title is known, otherwise one for every run of pieces that could be it. */
  titleKeys: string[]
  /** The whole reference as a key, and the words of it. */
  textKey: string
  words: ReadonlySet<string>
  /** The pieces between punctuation as keys, any of which may be what the paper is called. */
  pieces: ReadonlySet<string>
  /** False for a bare identifier. */
  hasTitle: boolean
  years: number[]
}

const YEAR = /(?<![\d./-])(?:1[89]|20)\d{2}(?![\d/-])/gu
const ARXIV_ALONE = /^\s*\d{4}\.\d{4,5}(?:v\d+)?\s*$/u
const ADDRESS = /\bhttps?:\/\/\S+|\b(?:doi|arxiv):\s*\S+|\b10\.\d{4,9}\/\S+/giu
/** Where a title may begin or end. The lookbehind tries each run of punctuation only once. */
const BREAK = /(?<![.?!:;,()[\]“”"‘’«»\n\t])[.?!:;,()[\]“”"‘’«»\n\t]+(?=\s|$)|[“”"«»\n\t(]+|\s[-–—]\s/gu
const MAX_PIECES = 24
const PIECES_IN_TITLE = 6
const MIN_TITLE = 8
/** The characters of a printed reference, or of a field of an entry, whose words are compared; titles have a thousand. */
const MAX_COMPARED = 2_000

const yearsIn = (text: string): number[] => [...new Set((text.match(YEAR) ?? []).map(Number))]

/** The ends of the first pieces of a text that are not blank. */
const pieceEnds = (text: string): number[] => {
  const ends: number[] = []
  let from = 0
  for (const { index, 0: sign } of [...text.matchAll(BREAK), { index: text.length, 0: '' }]) {
    if (text.slice(from, index).trim() !== '') ends.push(index)
    from = index + sign.length
  }
  return ends.slice(0, MAX_PIECES)
}

/** The words of each of the first pieces. */
const wordsOfPieces = (text: string, tokens: readonly Token[]): string[][] =>
  pieceEnds(text).map((end, index, ends) =>
    tokens.filter((token) => token.start >= (ends[index - 1] ?? 0) && token.start < end).map(({ token }) => token),
  )

/** Titles contain commas and colons too, so every run of neighbouring pieces may be one. */
const possibleTitles = (pieces: readonly string[][]): string[] => {
  const keys = pieces.flatMap((_, from) =>
    Array.from({ length: Math.min(PIECES_IN_TITLE, pieces.length - from) }, (__, more) =>
      pieces
        .slice(from, from + more + 1)
        .flat()
        .join(' '),
    ),
  )
  return [...new Set(keys.filter((key) => key.length >= MIN_TITLE))]
}

type ParsedWords = Pick<ParsedReference, 'titleKeys' | 'textKey' | 'words' | 'pieces' | 'hasTitle' | 'years'>

const parsePrinted = (text: string): ParsedWords => {
  const prose = text.replaceAll(ADDRESS, ' ').slice(0, MAX_COMPARED)
  // Each word is folded once, however many titles it may belong to.
  const tokens = keyTokens(prose)
  const words = tokens.map(({ token }) => token)
  const pieces = wordsOfPieces(prose, tokens)
  const titleKeys = possibleTitles(pieces)
  return {
    titleKeys,
    textKey: words.join(' '),
    words: new Set(words),
    pieces: new Set(pieces.map((piece) => piece.join(' '))),
    hasTitle: titleKeys.length > 0,
    years: yearsIn(prose),
  }
}

/** Parses a DOI, an arXiv id, a BibTeX entry or a printed reference. */
export const parseReference = (text: string): ParsedReference => {
  const identifiers = identifiersIn([ARXIV_ALONE.test(text) ? `arxiv:${text.trim()}` : text])
  if (!isBibtex(text)) return { ...identifiers, ...parsePrinted(text) }
  const { title = '', author = '', year = '', date = '', doi = '', eprint = '' } = readBibtexFields(text)
  const [titleKey = '', ...others] = [title, author, year, date].map((field) => textKey(field.slice(0, MAX_COMPARED)))
  const key = [titleKey, ...others].filter((part) => part !== '').join(' ')
  return {
    ...identifiersIn([doi, ...(eprint === '' ? [] : [`arxiv:${eprint}`]), text]),
    titleKeys: titleKey === '' ? [] : [titleKey],
    textKey: key,
    words: new Set(key.split(' ')),
    pieces: new Set([titleKey]),
    hasTitle: title !== '',
    years: yearsIn(`${year} ${date}`),
  }
}

/** The words of a short reference that are searched for. */
const MAX_SEARCHED_WORDS = 40
/** The most words of a reference that names only authors and a year. */
const MAX_NAMES = 6
/** How sure a short reference makes of a paper. */
const WEIGHTS = { shortTitle: 0.55, titleWords: 0.5, namesOnly: 0.35, author: 0.25, year: 0.15 } as const
/** The least share of the words of a title that a reference with another title has. */
const MOST_OF_TITLE = 0.6
const MIN_TITLE_WORDS = 3
const LEAST_CONFIDENCE = 0.5
const MAX_CANDIDATES = 5
/** Words that stand beside names in a citation. */
const BESIDE_NAMES: ReadonlySet<string> = new Set(['et', 'al', 'and', 'others', 'the', 'of'])

/** The words of a reference that are names or of a title. */
const ownWords = (words: Iterable<string>): string[] =>
  [...words].filter((word) => word !== '' && !/^\d+$/u.test(word) && !BESIDE_NAMES.has(word))

/** Words of a title that say something on their own. */
const isTelling = (word: string): boolean => word.length > 2 && wordWeight(word) > 0

/**
 * What to search for to find the paper of a reference that has neither its identifier nor its whole title; null if the reference has
 * an identifier, which then is of another work.
 */
export const searchedFor = (reference: ParsedReference): { text: string; year: number | null } | null => {
  const { doi, arxivId, textKey: text, years } = reference
  if (doi !== null || arxivId !== null) return null
  const words = ownWords(text.split(' '))
  const [year = null, ...others] = years
  if (words.length === 0) return null
  return { text: words.slice(0, MAX_SEARCHED_WORDS).join(' '), year: others.length === 0 ? year : null }
}

/** The beginning of a title before a colon or dash, by which a paper is often called. */
const shortTitle = (title: string): string => {
  const [begin = ''] = title.split(/:\s|\s[-–—]\s/u, 1)
  return begin.length < title.length ? textKey(begin) : ''
}

type TitleEvidence = { weight: number; isShort: boolean }

const titleEvidence = (reference: ParsedReference, title: string, isByFirst: boolean): TitleEvidence => {
  const called = shortTitle(title)
  // Within other words it may mean anything, unless the first author is named as well.
  const isCalled = reference.pieces.has(called) || (isByFirst && includesKey(reference.textKey, called))
  if (called.length > 1 && isCalled) return { weight: WEIGHTS.shortTitle, isShort: true }
  const telling = textKey(title).split(' ').filter(isTelling)
  const share = telling.filter((word) => reference.words.has(word)).length / telling.length
  return telling.length >= MIN_TITLE_WORDS && share >= MOST_OF_TITLE
    ? { weight: WEIGHTS.titleWords * share, isShort: false }
    : { weight: 0, isShort: false }
}

const scoreShort = (reference: ParsedReference, paper: KnownPaper): ReferenceMatch | null => {
  const { words, years } = reference
  const [first = '', ...others] = paper.authors.slice(0, MAX_AUTHORS).map(surname)
  const isByFirst = words.has(first)
  const isBy = isByFirst || others.some((name) => words.has(name))
  const near = years.some((year) => Math.abs(year - paper.year) <= NEAR_YEARS)
  const title = titleEvidence(reference, paper.title, isByFirst)
  const isNamesOnly = title.weight === 0
  if (isNamesOnly && !(isByFirst && years.includes(paper.year) && ownWords(words).length <= MAX_NAMES)) return null
  const isOtherYear = years.length > 0 && !near
  const sum =
    (isNamesOnly ? WEIGHTS.namesOnly : title.weight) +
    (isBy ? WEIGHTS.author : 0) +
    (near ? WEIGHTS.year : 0) -
    (isOtherYear ? COSTS.year : 0)
  const differs: ReferenceMatch['differs'] = [
    ...(isNamesOnly || title.isShort ? [] : ['title' as const]),
    ...(isOtherYear ? ['year' as const] : []),
  ]
  // A citation of names and a year fits every paper of that author and year.
  const confidence = rounded(isNamesOnly ? Math.min(sum, SURE - CLEARLY_BETTER) : Math.min(sum, CONFIDENCE.title))
  return confidence < LEAST_CONFIDENCE ? null : { paper, by: 'title', confidence, differs }
}

/** Decides which of the papers that a search found a short reference means: by what it is called, its authors and its year. */
export const matchShortReference = (reference: ParsedReference, papers: readonly KnownPaper[]): ReferenceResult => {
  const matches = papers
    .flatMap((paper) => scoreShort(reference, paper) ?? [])
    .toSorted((a, b) => b.confidence - a.confidence)
    .slice(0, MAX_CANDIDATES)
  const [best] = matches
  if (best === undefined) return { result: 'absent', matches: [] }
  return isClear(matches) && best.differs.length === 0
    ? { result: 'in_corpus', matches: [best] }
    : { result: 'ambiguous', matches }
}
