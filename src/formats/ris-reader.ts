import type { ReadRecord } from '#core/imports/imported-record.ts'
import { type FormatReader, paperFields, type Person, invertedName } from './record.ts'
import { taggedReader, type TaggedRecord } from './tagged-reader.ts'
import { parseDate, paragraphs, withoutTagsAround } from '#formats/text/text.ts'
import { bareArxivId, bareDoi } from '#formats/text/identifiers.ts'

const kinds: Record<string, string> = {
  JOUR: 'journal-article',
  JFULL: 'journal-article',
  MGZN: 'journal-article',
  CPAPER: 'conference-paper',
  CONF: 'conference-paper',
  INPR: 'preprint',
  MANSCPT: 'manuscript',
  UNPB: 'manuscript',
  UNPD: 'manuscript',
  BOOK: 'book',
  EBOOK: 'book',
  CHAP: 'chapter',
  ECHAP: 'chapter',
  THES: 'thesis',
  RPRT: 'report',
  DATA: 'dataset',
  COMP: 'software',
  ELEC: 'webpage',
}

/** "Family, Given, Suffix"; without a comma it is one name; two commas in a row stand for a comma in the name of a group. */
const personOf = (text: string): Person => {
  if (text.includes(',,')) return { name: text.replaceAll(',,', ','), isGroup: true }
  const [family = '', given = '', suffix = ''] = text.split(',').map((part) => part.trim())
  if (given === '') return { name: family, isGroup: true }
  return { family: suffix === '' ? family : `${family} ${suffix}`, given }
}

/** One line may contain several addresses. */
const addressesIn = (values: readonly string[]): string[] =>
  values.flatMap((value) => value.split(/\s*;\s*(?=https?:)/u))

/**
 * The exact date if it agrees with the year of citation, and whether nothing of it is lost. EndNote writes a day without
 * its year.
 */
const dateIn = (year: string | null, day: string | null): { date: string | null; isWhole: boolean } => {
  const cited = parseDate(year ?? '')
  const within = cited === null ? null : parseDate(`${day} ${cited.slice(0, 4)}`)
  const exact = parseDate(day ?? '') ?? (within !== null && within.length > 4 ? within : null)
  const agrees = cited === null || exact?.startsWith(cited) === true
  return { date: agrees ? exact : cited, isWhole: day === null || agrees || cited.startsWith(exact ?? '-') }
}

const LICENSE = /^License: /u

const pagesOf = (first: string | null, last: string | null): string | null =>
  first === null || last === null || last === first ? (first ?? last) : `${first}-${last}`

const readRis = ({ line, tags, source }: TaggedRecord): ReadRecord[] => {
  const taken = new Set(['TY'])
  const all = (...names: string[]): string[] =>
    names.flatMap((name) => {
      taken.add(name)
      return (tags.get(name) ?? []).map((value) => value.trim()).filter((value) => value !== '')
    })
  const one = (...names: string[]): string | null => all(...names)[0] ?? null
  const type = tags.get('TY')?.[0]?.trim() ?? ''
  const [addresses, works] = [addressesIn(all('UR')), all('M3').map(bareDoi)]
  const accession = one('AN')
  const arxivId = accession !== null && /^arxiv:/iu.test(accession) ? bareArxivId(accession) : null
  const notes = all('C1')
  const miscellaneous = all('M2')
  const doi = one('DO', 'DI') ?? works.find((work) => work.startsWith('10.')) ?? null
  const [year, day, former] = [one('PY'), one('DA'), one('Y1')]
  const { date, isWhole } = dateIn(year ?? day ?? former, day ?? former)
  const pages = pagesOf(one('SP'), one('EP'))
  const publisher = one('PB')
  const [institution = null, ...furtherPlaces] = all('AD')
  const isInstitution = institution !== null && publisher === institution
  // Conferences stand in C3, and T2 is then the series.
  const container = (kinds[type] === 'conference-paper' ? one('C3') : null) ?? one('T2', 'JF', 'JO', 'BT', 'JA', 'C3')
  const foundId = arxivId ?? addresses.map(bareArxivId).find((id) => id !== null) ?? bareArxivId(doi)
  // Mendeley exports a preprint as an article without a journal, whose address alone names arXiv; Zotero as unpublished work that
  // arXiv publishes. Longview itself writes the id as an accession number, and says what is a preprint.
  const isMendeleyPreprint = arxivId === null && (type === 'JOUR' || type === 'ELEC')
  const isPreprint =
    works.includes('Preprint') ||
    (foundId !== null && container === null && (isMendeleyPreprint || (type === 'UNPB' && publisher === 'arXiv')))
  const fields = paperFields({
    title: withoutTagsAround(one('TI', 'T1', 'CT') ?? (type === 'BOOK' ? one('BT') : null)),
    people: all('AU').map(personOf),
    date,
    doi,
    arxivId: foundId,
    url: addresses[0] ?? null,
    storageUrl: one('L1', 'L2'),
    abstract: paragraphs(one('AB', 'N2') ?? ''),
    container,
    volume: one('VL'),
    issue: one('IS'),
    // EndNote's tag for article numbers.
    pages: pages ?? one('C7'),
    publisher: isInstitution ? null : publisher,
    institution,
    kind: isPreprint ? 'preprint' : (kinds[type] ?? null),
    license: notes.find((note) => LICENSE.test(note))?.replace(LICENSE, '') ?? null,
    topics: all('KW'),
  })
  const unmapped = [
    ...[...tags.keys()].filter((tag) => !taken.has(tag) && tag !== 'ID'),
    ...(isWhole ? [] : ['DA']),
    ...(furtherPlaces.length > 0 ? ['AD (after the first)'] : []),
    ...(addresses.length > 1 ? ['UR (after the first)'] : []),
    ...(accession !== null && arxivId === null ? ['AN'] : []),
    ...(notes.some((note) => !LICENSE.test(note)) ? ['C1'] : []),
    // Zotero writes a DOI here when its item type has no field for it.
    ...(miscellaneous.some((note) => note !== `DOI: ${doi}`) ? ['M2'] : []),
    ...(works.some((work) => work !== doi && work !== 'Preprint') ? ['M3'] : []),
  ]
  return [{ format: 'ris', position: `line ${line}`, recordId: tags.get('ID')?.[0] ?? null, fields, unmapped, source }]
}

/** Two spaces distinguish a tag from a word, even without a space after the hyphen. A value may contain any character except a line break. */
const TAG = /^\uFEFF?[ \t]*(?<tag>[A-Z][A-Z\d])(?:\s{0,2}-(?:\s(?<value>.*))?|\s{2}-(?<close>.*))$/su

/** RIS, as reference managers and databases write it. */
export const risReader = (): FormatReader =>
  taggedReader(
    {
      tagOf: (line) => {
        const { tag, value, close = '' } = TAG.exec(line)?.groups ?? {}
        // Both tags name authors, and one record may use both.
        return tag === undefined ? null : { tag: tag === 'A1' ? 'AU' : tag, value: value ?? close }
      },
      first: 'TY',
      last: 'ER',
      continuation: (line) => (line.trim() === '' ? null : ` ${line.trim()}`),
    },
    readRis,
  )

/** Marks a line break within a value. */
const BREAK = '\n'

const webOfScienceKinds: Record<string, string> = { J: 'journal-article', B: 'book', S: 'conference-paper' }

const readWebOfScience = ({ line, tags, source }: TaggedRecord): ReadRecord[] => {
  const taken = new Set(['PT', 'FN', 'VR'])
  const lines = (name: string): string[] => {
    taken.add(name)
    return (tags.get(name) ?? []).flatMap((value) => value.split(BREAK)).filter((value) => value.trim() !== '')
  }
  const one = (name: string): string | null => (lines(name).length === 0 ? null : lines(name).join(' '))
  // One author a line, or all in one line.
  const [full = [], short = []] = ['AF', 'AU'].map((tag) => lines(tag).flatMap((line) => line.split(/;\s+/u)))
  const [year, day] = [one('PY'), one('PD')]
  const [first, last] = [one('BP'), one('EP')]
  const fields = paperFields({
    title: withoutTagsAround(one('TI')),
    people: (full.length > 0 ? full : short).map(invertedName),
    date: parseDate(day === null ? (year ?? '') : `${day} ${year ?? ''}`) ?? parseDate(year ?? ''),
    doi: one('DI'),
    abstract: one('AB'),
    container: one('SO'),
    volume: one('VL'),
    issue: one('IS'),
    pages: first === null || last === null ? (first ?? one('AR')) : `${first}-${last}`,
    publisher: one('PU'),
    kind: webOfScienceKinds[tags.get('PT')?.[0]?.trim() ?? ''] ?? null,
    topics: (one('DE') ?? '').split(/\s*;\s*/u),
  })
  const unmapped = [...tags.keys()].filter((tag) => !taken.has(tag) && tag !== 'UT')
  return [{ format: 'ris', position: `line ${line}`, recordId: one('UT'), fields, unmapped, source }]
}

/** Web of Science's tagged lines, which tools export with the file extension of RIS. */
export const webOfScienceReader = (): FormatReader =>
  taggedReader(
    {
      tagOf: (line) => {
        const { tag, value = '' } = /^(?<tag>[A-Z][A-Z\d])(?: (?<value>.*))?$/u.exec(line)?.groups ?? {}
        return tag === undefined ? null : { tag, value }
      },
      first: 'PT',
      last: 'ER',
      continuation: (line) => (line.startsWith('   ') ? `${BREAK}${line.trim()}` : null),
    },
    readWebOfScience,
  )
