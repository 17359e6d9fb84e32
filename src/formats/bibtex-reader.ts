import { type RawEntry, parse as parseEntries } from '@citation-js/plugin-bibtex/lib/input/file.js'
import { CITED_BOUNDS } from '#core/citations/cited-work.ts'
import type { ImportedRecord, ReadRecord } from '#core/imports/imported-record.ts'
import { type FoundReference, referred } from './cited-work.ts'
import { forwardReferences } from './forward-references.ts'
import { parse as parseNames, type RawName } from '@citation-js/plugin-bibtex/lib/input/value.js'
import {
  MAX_DEPTH,
  namesBetweenCommas,
  type Person,
  paperFields,
  wholeTitle,
  memberReader,
  type FormatReader,
} from './record.ts'
import { composed, latexToText } from '#formats/text/latex.ts'
import { oneLine, dateOf, parseDate, paragraphs, withoutTagsAround } from '#formats/text/text.ts'
import { bareArxivId, identifiersInLine } from '#formats/text/identifiers.ts'
import { journalNamed } from '#formats/text/journal-macros.ts'
import { defaultStrings } from '@citation-js/plugin-bibtex/lib/input/constants.js'
import { messageOf } from '#core/failure.ts'
import { texAccents } from '#core/text/tex-text.ts'

type Properties = RawEntry['properties']
type Build = (properties: Properties) => ReadRecord[]

/** More than any entry refers to; a longer list stays an ordinary field. */
const MAX_REFERENCES = 10

/** Fields that a paper inherits from its volume. */
const INHERITED = new Set('booktitle journal journaltitle publisher organization volume number'.split(' '))
const DATES = ['year', 'month', 'day', 'date']

const VOLUMES = /^(?:mv)?(?:book|proceedings|collection|reference)$|^periodical$|^xdata$/iu

/** Characters of the values of an entry. */
const charactersOf = (properties: Properties): number =>
  Object.values(properties).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 1), 0)

const keysIn = (value: unknown): string[] => {
  const keys = typeof value === 'string' ? value.split(',', MAX_REFERENCES + 1) : []
  return keys.length > MAX_REFERENCES ? [] : keys.map((key) => key.trim().toLowerCase())
}

const pick = (from: Properties, isWanted: (name: string) => boolean): Properties =>
  Object.fromEntries(Object.entries(from).filter(([name]) => isWanted(name)))

/** An entry with the fields inherited from another: its own fields win, and a date is inherited as a whole. */
const withInherited = (own: Properties, parent: Properties, isWhole: boolean): Properties => {
  const isDated = DATES.some((name) => own[name] !== undefined)
  const taken = pick(parent, (name) => (DATES.includes(name) ? !isDated : isWhole || INHERITED.has(name)))
  const title = parent.booktitle ?? parent.title
  return { ...taken, ...(isWhole || title === undefined ? {} : { booktitle: title }), ...own }
}

/**
 * Resolves `crossref` and `xdata`. In BibTeX a volume comes after its papers, so entries wait for it. An unresolved reference stays an
 * ordinary field.
 */
const crossReferences = () => {
  const volumes = forwardReferences<Properties>()
  const resolved = (properties: Properties): Properties => {
    let whole = properties
    for (const name of ['xdata', 'crossref'])
      for (const key of keysIn(whole[name])) {
        const volume = volumes.get(key)
        if (volume === undefined) continue
        const { [name]: _reference, ...own } = whole
        whole = withInherited(own, volume, name === 'xdata')
      }
    return whole
  }
  return {
    /** @param build makes records of the final fields of the entry */
    add({ type, label, properties }: RawEntry, build: Build): ReadRecord[] {
      const size = charactersOf(properties)
      if (VOLUMES.test(type)) volumes.define(label.toLowerCase(), properties, size)
      const needs = [...keysIn(properties.crossref), ...keysIn(properties.xdata)]
      return volumes.add({ build: () => build(resolved(properties)), needs, size })
    },
    /** Keeps records without an entry, such as errors, in their place. */
    pass: (records: readonly ReadRecord[]): ReadRecord[] =>
      volumes.add({ build: () => [...records], needs: [], size: 0 }),
    end: (): ReadRecord[] => volumes.end(),
  }
}

const joined = (...parts: (string | undefined)[]): string | null => {
  const given = parts.filter((part) => part !== undefined && part !== '')
  return given.length === 0 ? null : given.join(' ')
}

/** Parts of a name as text. The grammar allows parts without a value, and reads "given=A=B" as a part named "given=A". */
const composeName = (name: RawName): RawName =>
  Object.fromEntries(
    Object.entries(name).flatMap(([label, value]) => {
      if (value === undefined) return []
      const [part = '', ...more] = label.split('=')
      return [[part, oneLine(composed([...more, value].join('=')))]]
    }),
  )

const ET_AL = /[,\s]+et\s+al\.?$/u

const personOf = ({ given, prefix, family, suffix }: RawName): Person => {
  const last = joined(prefix, family, suffix)
  return given === undefined ? { name: last, isGroup: true } : { given: given.replace(ET_AL, ''), family: last }
}

/** "and others" stands for omitted names. */
const isOthers = ({ family, given }: RawName): boolean => family === 'others' && given === undefined

const inverted = ({ family, given, name }: Person): string => name ?? `${family}, ${given}`

/** The end of a truncated list of names. */
const DANGLING = /\sand$/iu

const SUFFIX = /^(?:jr|sr|[ivx]+|\d\w\w)\.?$/iu

/** Puts "and" between names that people separate in other ways. In BibTeX a name has at most two commas, the second after a suffix. */
const withAnds = (names: string): string => {
  if (names.includes('{')) return names
  return names
    .split(/\s+and\s+|\s*;\s+/iu)
    .map((name) => {
      const parts = name.split(',').map((part) => part.trim())
      if (parts.length < 3 || SUFFIX.test(parts[1] ?? '') || /\bet\s+al\.?$/u.test(name) || name.includes('='))
        return name
      const apart = namesBetweenCommas(name)
      if (apart !== null) return apart.map(inverted).join(' and ')
      if (parts.length === 3) return name
      throw new Error(`the names in author must be separated by "and": ${name.slice(0, 100)}`)
    })
    .join(' and ')
}

/**
 * The people in a name field, and whether some are omitted. Accents are resolved first: the grammar takes a name that starts
 * with a braced accent for the name of a group. Throws for broken TeX, and for names that cannot be separated.
 */
const entryPeople = (field: string): { people: Person[]; isCut: boolean } => {
  const names = parseNames(withAnds(oneLine(texAccents(field)).replace(DANGLING, '')), 'author').map(composeName)
  const people = names.filter((name) => !isOthers(name))
  const isCut = people.length < names.length || people.some(({ given }) => ET_AL.test(given ?? ''))
  return { people: people.map(personOf), isCut }
}

/** The name under which BibLaTeX annotates authors with their iDs; the grammar keeps it apart from the fields. */
const ORCIDS = 'author+an:orcid'
const ANNOTATED = /(?<position>\d{1,4})\s*=\s*"(?<orcid>[^"]{1,100})"/gu
const NUMBERED = /(?<family>[^,/;]{1,100}),\s*(?<given>[^/;]{1,100})\/(?<orcid>[\dx]{4}-[\dx]{4}-[\dx]{4}-[\dx]{4})/giu

const sameLetters = (text: string | null | undefined): string => (text ?? '').toLowerCase().replaceAll(/[^\p{L}]/gu, '')

/**
 * People with their ORCID iDs: by their place, as BibLaTeX annotates names (1="0000-…"), or by name, as the Web of Science lists them
 * ("Example, Ada/0000-…").
 */
const withOrcids = (
  people: readonly Person[],
  { annotated, numbers }: { annotated: string | null; numbers: string | null },
): Person[] => {
  const byPlace = new Map(
    [...(annotated ?? '').matchAll(ANNOTATED)].map(({ groups }) => [Number(groups?.position), groups?.orcid]),
  )
  const byName = new Map(
    [...(numbers ?? '').matchAll(NUMBERED)].map(({ groups }) => [
      `${sameLetters(groups?.family)} ${sameLetters(groups?.given)}`,
      groups?.orcid,
    ]),
  )
  return people.map((person, index) => ({
    ...person,
    orcid: byPlace.get(index + 1) ?? byName.get(`${sameLetters(person.family)} ${sameLetters(person.given)}`) ?? null,
  }))
}

const kinds: Record<string, string> = {
  article: 'journal-article',
  inproceedings: 'conference-paper',
  conference: 'conference-paper',
  book: 'book',
  mvbook: 'book',
  booklet: 'book',
  collection: 'book',
  proceedings: 'book',
  incollection: 'chapter',
  inbook: 'chapter',
  bookinbook: 'chapter',
  phdthesis: 'thesis',
  mastersthesis: 'thesis',
  thesis: 'thesis',
  techreport: 'report',
  report: 'report',
  manual: 'report',
  unpublished: 'manuscript',
  dataset: 'dataset',
  software: 'software',
  online: 'webpage',
  electronic: 'webpage',
  www: 'webpage',
}

/** An address or identifier without the backslashes that TeX needs, and without the second braces of Web of Science. */
const addressOf = (text: string | null): string | null =>
  text
    ?.replace(/^\{(?<inner>[^{}]*)\}$/u, '$<inner>')
    .replace(/^\\(?:url|href)\{(?<inner>[^{}]*)\}.*$/u, '$<inner>')
    .replaceAll(/\\(?=[_%#&~])/gu, '') ?? null

/** The date of an entry; of a range of years, the first. */
const dateIn = (text: (name: string) => string | null): string | null => {
  const date = text('date')
  const [year, month, day] = [text('year'), text('month'), text('day')]
  const known = date === null ? null : parseDate(date)
  if (known !== null) return known
  const number = /\b(?<year>\d{4})\b/u.exec(year ?? '')?.groups?.year
  return number === undefined ? null : dateOf(number, month, day)
}

/** Fields in which databases and reference managers list what a work cites. */
const CITING = ['references', 'cited-references', 'cited_references']
const SEMICOLON = /;\s/u
/** What nearly every reference has. */
const NAMES_YEAR = /(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/u

/** Broken TeX in a reference costs nothing but its own signs. */
const plainReference = (text: string): string => {
  try {
    return oneLine(latexToText(text))
  } catch {
    return oneLine(text)
  }
}

const standsAlone = (piece: string): boolean => NAMES_YEAR.test(piece) || identifiersInLine(piece).length > 0

/**
 * Divides a line between references. Semicolons also stand between authors and within titles, so a piece without a year and an
 * identifier belongs to the next one, at the end to the one before; where no piece has any, each is a reference.
 */
const dividedLine = (line: string): string[] => {
  const pieces = line.split(SEMICOLON, CITED_BOUNDS.references)
  if (pieces.length === 1 || !pieces.some(standsAlone)) return pieces
  const whole: string[] = []
  let begun: string[] = []
  for (const piece of pieces) {
    begun.push(piece)
    if (!standsAlone(piece)) continue
    whole.push(begun.join('; '))
    begun = []
  }
  return begun.length === 0 ? whole : [...whole.slice(0, -1), [whole.at(-1), ...begun].join('; ')]
}

/** The references in such a field, one on each line or between semicolons; a line may have several identifiers alone. */
const citedIn = (field: string): FoundReference[] =>
  field
    .split(/\r?\n+/u, CITED_BOUNDS.references)
    .flatMap(dividedLine)
    .slice(0, CITED_BOUNDS.references)
    .map(plainReference)
    .filter((text) => text !== '')
    .flatMap((text): FoundReference[] => {
      const listed = identifiersInLine(text)
      return listed.length > 1 && !/\p{L}{3,}\s+\p{L}{3,}/u.test(text) ? listed : [{ text }]
    })

/** The fields of a paper from those of an entry, in the names of BibTeX and BibLaTeX. Throws for broken TeX. */
const entryFields = (
  type: string,
  properties: Record<string, string | number>,
): Pick<ImportedRecord, 'fields' | 'unmapped' | 'references'> => {
  const { take, rest } = memberReader(properties)
  const raw = (name: string): string | null => {
    const value = take(name)
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null
  }
  const text = (name: string): string | null => {
    const value = raw(name)
    return value === null ? null : oneLine(latexToText(value))
  }
  const { people: named, isCut } = entryPeople(raw('author') ?? '')
  const people = withOrcids(named, { annotated: raw(ORCIDS), numbers: text('orcid-numbers') })
  const [title, subtitle] = [text('title'), text('subtitle')]
  const eprint = raw('eprint')
  const archive = (text('archiveprefix') ?? text('eprinttype') ?? '').toLowerCase()
  const isArxiv = eprint !== null && (archive === 'arxiv' || archive === '')
  // Mendeley repeats the id in a field of its own.
  const mendeleyId = bareArxivId(raw('arxivid'))
  const arxivId = (isArxiv ? bareArxivId(eprint) : null) ?? mendeleyId
  const abstract = raw('abstract')
  const how = raw('howpublished')
  const url = addressOf(raw('url')) ?? (how?.includes('http') === true ? addressOf(how) : null)
  const doi = raw('doi')
  const note = text('note')
  const furtherType = type === 'misc' || type === 'unpublished' ? text('type')?.toLowerCase() : null
  const isDataset = type === 'misc' && furtherType === 'dataset'
  // Mendeley calls a preprint an article.
  const isMendeleyPreprint =
    type === 'article' &&
    mendeleyId !== null &&
    properties.journal === undefined &&
    properties.journaltitle === undefined
  // Better BibTeX calls it a page online, and repeats the id as its number.
  const number = text('number')
  const numberId = number !== null && /^arxiv:/iu.test(number) ? bareArxivId(number) : null
  const isPrepublished =
    text('pubstate') === 'prepublished' || numberId !== null || properties.eprintclass !== undefined
  const isPreprint =
    isMendeleyPreprint ||
    (type === 'online' && isPrepublished && (arxivId ?? numberId) !== null) ||
    (type === 'misc' && !isDataset && (arxivId !== null || how?.toLowerCase() === 'preprint')) ||
    (type === 'unpublished' && furtherType === 'preprint')
  const fields = paperFields({
    title: withoutTagsAround(wholeTitle(title, subtitle)),
    people,
    date: dateIn(text),
    doi: addressOf(doi),
    arxivId: arxivId ?? numberId,
    url,
    storageUrl: addressOf(raw('pdf')),
    abstract: abstract === null ? null : paragraphs(latexToText(abstract)),
    container: journalNamed(text('journal')) ?? text('journaltitle') ?? text('booktitle'),
    volume: text('volume'),
    issue: (numberId === null ? number : null) ?? text('issue'),
    pages: text('pages') ?? text('eid'),
    publisher: text('publisher') ?? text('organization'),
    institution: text('institution') ?? text('school'),
    kind: isPreprint ? 'preprint' : isDataset ? 'dataset' : (kinds[type] ?? null),
    license: text('copyright') ?? text('license'),
    topics: (text('keywords') ?? '').split(/[,;]/u),
  })
  const others = isCut ? ['author (and others)'] : []
  const place = how !== null && url === null && !isPreprint ? ['howpublished'] : []
  // Styles require a note for unpublished work; such a note adds nothing.
  const isRedundantNote = note === null || note === 'Preprint' || note === `arXiv:${arxivId}`
  const cited = CITING.flatMap((name) => citedIn(raw(name) ?? ''))
  return {
    fields,
    unmapped: [...rest(), ...others, ...place, ...(isRedundantNote ? [] : ['note'])],
    ...referred(cited),
  }
}

/** Many times the length of the longest abstract. */
const LONGEST_ENTRY = 2_000_000
/** Many times the longest name of a journal; people also abbreviate addresses and thanks. */
const LONGEST_STRING = 20_000
/** What all abbreviations of a file may have together. */
const MAX_STRING_CHARACTERS = 10_000_000
/** Several times as many as reference managers write. */
const MAX_FIELDS = 500
/** How often the text may be looked through for the ends of entries that have none. */
const MAX_SCANS = 50

/** An entry as written in the file, or why it cannot be read. `line` is the line of its @. */
type RawText = { line: number; text: string } | { line: number; reason: string }

const OPENING = /@\s*(?<type>[a-z]+)\s*(?<bracket>[{(])/iuy
/** A line that can only start an entry, even though an earlier brace is still open. */
const NEXT_ENTRY = /\n[ \t]*@[a-z]+\s*\{\s*(?:[^\s,{}"=]+\s*)?,/iu

/** The index after the bracket that closes the one at `from`, or -1 if it is never closed; and how deep braces are nested. */
const endOf = (text: string, from: number): { end: number; deepest: number } => {
  const isRound = text[from] === '('
  let depth = isRound ? 0 : -1
  let deepest = 0
  for (let at = from + (isRound ? 1 : 0); at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '\\') at += 1
    else if (sign === '{') deepest = Math.max(deepest, (depth += 1))
    else if (sign === '}') {
      if (depth === 0 && !isRound) return { end: at + 1, deepest }
      depth -= 1
    } else if (sign === ')' && isRound && depth === 0) return { end: at + 1, deepest }
  }
  return { end: -1, deepest }
}

/** Splits a BibTeX file into its entries, dropping comments and the text between entries. */
export const entrySplitter = (longest = LONGEST_ENTRY) => {
  let rest = ''
  let line = 1
  /** An unfinished entry is scanned again only when it has doubled in length, not with each piece. */
  let rescanAt = 0
  /** Characters received so far, and those looked through for the ends of entries that have none yet. */
  let received = 0
  let scanned = 0
  let isOver = false
  const drop = (length: number): void => {
    const dropped = rest.slice(0, length)
    for (let at = dropped.indexOf('\n'); at !== -1; at = dropped.indexOf('\n', at + 1)) line += 1
    rest = rest.slice(length)
  }
  const refused = (length: number, reason: string): RawText => {
    const found = { line, reason }
    drop(length)
    return found
  }
  /** The next entry; null if more of the file is needed. */
  const next = (isEnd: boolean): RawText | null => {
    for (;;) {
      const at = rest.indexOf('@')
      if (at === -1) {
        drop(rest.length)
        return null
      }
      drop(at)
      OPENING.lastIndex = 0
      const opening = OPENING.exec(rest)
      if (opening === null) {
        if (!isEnd && rest.length < 100) return null
        drop(1)
        continue
      }
      const isComment = /^(?:comment|preamble)$/iu.test(opening.groups?.type ?? '')
      const { end, deepest } = endOf(rest, opening[0].length - 1)
      if (end !== -1) {
        if (deepest > MAX_DEPTH) return refused(end, `Braces may be nested at most ${MAX_DEPTH} levels deep.`)
        const entry = { line, text: rest.slice(0, end) }
        drop(end)
        if (!isComment) return entry
        continue
      }
      scanned += rest.length
      if (scanned > MAX_SCANS * received) {
        isOver = true
        return refused(rest.length, 'The braces of too many entries do not balance: correct those above first.')
      }
      const following = NEXT_ENTRY.exec(rest)
      if (following !== null) return refused(following.index + 1, 'The braces of this entry do not balance.')
      if (rest.length > longest) return refused(rest.length, `An entry may have at most ${longest} characters.`)
      if (isEnd) return refused(rest.length, 'The braces of this entry do not balance.')
      rescanAt = Math.min(2 * rest.length, longest + 1)
      return null
    }
  }
  return {
    push(text: string, isEnd = false): RawText[] {
      if (isOver) return []
      received += text.length
      rest += text
      if (!isEnd && rest.length < rescanAt) return []
      rescanAt = 0
      const entries: RawText[] = []
      for (let entry = next(isEnd); entry !== null; entry = next(isEnd)) entries.push(entry)
      return entries
    },
  }
}

const TOO_LONG = `with its abbreviations, an entry may have at most ${LONGEST_ENTRY} characters`

/** The grammar's message about a broken entry, without its drawing of the position. */
const reasonOf = (error: unknown): string =>
  (messageOf(error).split('\n')[0] ?? '')
    .replace(/:$/u, '')
    .replace(/^Invalid string length$/u, TOO_LONG)
    .replace(/^expected "comma", got .*? at/u, 'a comma after the key is missing at')
    .replace(/^expected "rbrace", got .*? at/u, 'a comma between two fields or a closing brace is missing at')

/** What may be an abbreviation. */
const WORD = /[A-Za-z_][\w:+-]*/gu

/** The abbreviations that a text may use: the grammar copies all that it is given. */
const usedIn = (own: ReadonlyMap<string, string>, text: string): Map<string, string> => {
  const used = new Map<string, string>()
  if (own.size === 0) return used
  for (const [word] of text.matchAll(WORD)) {
    const name = word.toLowerCase()
    const value = own.get(name)
    if (value !== undefined) used.set(name, value)
  }
  return used
}

/** Abbreviations repeat others, so that a few lines can stand for more text than fits in memory; it is not joined before this check. */
const refuseLong = ({ properties }: RawEntry): void => {
  if (Object.keys(properties).length > MAX_FIELDS) throw new Error(`an entry may have at most ${MAX_FIELDS} fields`)
  if (charactersOf(properties) > LONGEST_ENTRY) throw new Error(TOO_LONG)
}

/** Parses with the abbreviations of one file, which the grammar takes from a global table. */
const parseWith = (own: ReadonlyMap<string, string>, text: string): RawEntry[] => {
  const before = { ...defaultStrings }
  const used = usedIn(own, text)
  Object.assign(defaultStrings, Object.fromEntries(used))
  try {
    const entries = parseEntries(text)
    for (const entry of entries) refuseLong(entry)
    return entries
  } finally {
    for (const name of used.keys()) delete defaultStrings[name]
    Object.assign(defaultStrings, before)
  }
}

/** BibTeX allows more characters in field names than the grammar does, such as the dots of "dblp.key". */
const ODD_NAME = /^(?<before>[ \t]*)(?<name>[a-z_][^\s"#%'(),={}]*)(?=[ \t]*=[ \t]*[{"\w])/gimu

const parseAnyNames = (own: ReadonlyMap<string, string>, text: string): RawEntry[] => {
  try {
    return parseWith(own, text)
  } catch (error) {
    const plain = text.replaceAll(
      ODD_NAME,
      (_whole, before: string, name: string) => `${before}${name.replaceAll(/[^\w:+-]/gu, '_')}`,
    )
    if (plain === text) throw error
    return parseWith(own, plain)
  }
}

const DEFINITION = /^@\s*string\s*(?<bracket>[{(])/iu

/** The start of an entry up to its key. People omit keys or write them with spaces; the grammar refuses both. */
const HEAD = /^@\s*(?<type>[a-z]+)\s*(?<bracket>[{(])(?<key>[^,={}"#()]*),/iu
/** The start of an entry without even the comma of a key, as EndNote writes it. */
const NO_KEY = /^(?<head>@\s*[a-z]+\s*[{(])(?=\s*[a-z][\w-]*\s*=)/iu

const refused = (position: string, error: unknown): ReadRecord => ({
  position,
  reason: `This entry cannot be read: ${reasonOf(error)}.`,
})

/** A field whose value is one word without quotes or braces. */
const BARE_WORD = /[,\s](?<field>[a-z][\w-]*)\s*=\s*(?<word>[a-z_][\w:+-]*)\s*(?=[,}#)])/giu

/** The fields that are empty because they name an abbreviation that the file does not define. */
const undefinedStrings = (own: ReadonlyMap<string, string>, text: string, properties: Properties): string[] =>
  [...text.matchAll(BARE_WORD)].flatMap(({ groups }) => {
    const [field, word] = [(groups?.field ?? '').toLowerCase(), groups?.word ?? '']
    const isKnown = own.has(word.toLowerCase()) || Object.hasOwn(defaultStrings, word.toLowerCase())
    return isKnown || properties[field] !== '' ? [] : [`${field} (undefined abbreviation ${word.slice(0, 100)})`]
  })

/** Reads entries of BibTeX and BibLaTeX one at a time; an abbreviation applies from its definition on. */
export const bibtexReader = (): FormatReader => {
  const splitter = entrySplitter()
  const strings = new Map<string, string>()
  let stringCharacters = 0
  const references = crossReferences()
  const define = (text: string): void => {
    // The grammar discards definitions, but reads the same text as fields of an entry.
    const [entry] = parseWith(strings, text.replace(DEFINITION, '@x$<bracket>x,'))
    for (const [name, value] of Object.entries(entry?.properties ?? {})) {
      const whole = String(value)
      if (whole.length > LONGEST_STRING)
        throw new Error(`with those that it repeats, an abbreviation may have at most ${LONGEST_STRING} characters`)
      stringCharacters += whole.length - (strings.get(name)?.length ?? 0)
      if (stringCharacters > MAX_STRING_CHARACTERS)
        throw new Error(`the abbreviations of a file may have at most ${MAX_STRING_CHARACTERS} characters together`)
      strings.set(name, whole)
    }
  }
  const readEntries = (source: string, position: string): ReadRecord[] => {
    const text = source.replace(NO_KEY, '$<head>,')
    const key = HEAD.exec(text)?.groups?.key?.trim()
    const entries = parseAnyNames(strings, key === undefined ? text : text.replace(HEAD, '@$<type>$<bracket>x,'))
    return entries.flatMap(({ type, label, properties: own, annotations }) => {
      const orcids = annotations?.author?.orcid
      const properties = orcids === undefined ? own : { ...own, [ORCIDS]: orcids }
      const missing = undefinedStrings(strings, text, properties)
      return references.add({ type, label: key ?? label, properties }, (whole) => {
        if (type.toLowerCase() === 'xdata') return []
        try {
          const recordId = key === '' ? null : (key ?? label)
          const { unmapped, ...read } = entryFields(type, whole)
          return [{ format: 'bibtex', recordId, ...read, unmapped: [...unmapped, ...missing], position, source }]
        } catch (error) {
          return [refused(position, error)]
        }
      })
    })
  }
  const read = (raw: RawText): ReadRecord[] => {
    const position = `line ${raw.line}`
    if ('reason' in raw) return references.pass([{ position, reason: raw.reason }])
    try {
      if (!DEFINITION.test(raw.text)) return readEntries(raw.text, position)
      define(raw.text)
      return []
    } catch (error) {
      return references.pass([refused(position, error)])
    }
  }
  return {
    push: (text) => splitter.push(text).flatMap(read),
    end: () => [...splitter.push('', true).flatMap(read), ...references.end()],
  }
}
