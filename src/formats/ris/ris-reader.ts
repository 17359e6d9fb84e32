import type { ReadRecord } from '#core/imports/imported-record.ts'
import type { FormatReader } from '#formats/record/format-reader.ts'
import { paperFields, type Person } from '#formats/record/paper-fields.ts'
import { parseDate } from '#formats/text/dates.ts'
import { bareArxivId, bareDoi } from '#formats/text/identifiers.ts'
import { paragraphs, withoutTagsAround } from '#formats/text/plain-text.ts'
import { taggedReader, type TaggedRecord } from './tagged-records.ts'

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

/** "Family, Given, Suffix"; what has no comma is one name, and two commas in a row stand for one of a group. */
const personOf = (text: string): Person => {
  if (text.includes(',,')) return { name: text.replaceAll(',,', ','), isGroup: true }
  const [family = '', given = '', suffix = ''] = text.split(',').map((part) => part.trim())
  if (given === '') return { name: family, isGroup: true }
  return { family: suffix === '' ? family : `${family} ${suffix}`, given }
}

/** Several addresses may stand in one line. */
const addressesIn = (values: readonly string[]): string[] =>
  values.flatMap((value) => value.split(/\s*;\s*(?=https?:)/u))

/**
 * The day of a date, where it agrees with the year by which a work is cited, and whether it does. EndNote writes a day
 * without its year.
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

const read = ({ line, tags, source }: TaggedRecord): ReadRecord[] => {
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
  const fields = paperFields({
    title: withoutTagsAround(one('TI', 'T1', 'CT') ?? (type === 'BOOK' ? one('BT') : null)),
    people: all('AU').map(personOf),
    date,
    doi,
    arxivId: arxivId ?? addresses.map(bareArxivId).find((id) => id !== null) ?? null,
    url: addresses[0] ?? null,
    storageUrl: one('L1', 'L2'),
    abstract: paragraphs(one('AB', 'N2') ?? ''),
    container: one('T2', 'JF', 'JO', 'BT', 'JA'),
    volume: one('VL'),
    issue: one('IS'),
    // Publishers that number articles have a tag of EndNote's for it.
    pages: pages ?? one('C7'),
    publisher: isInstitution ? null : publisher,
    institution,
    kind: works.includes('Preprint') ? 'preprint' : (kinds[type] ?? null),
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
    // Zotero's place for a DOI that its type of item has no field for.
    ...(miscellaneous.some((note) => note !== `DOI: ${doi}`) ? ['M2'] : []),
    ...(works.some((work) => work !== doi && work !== 'Preprint') ? ['M3'] : []),
  ]
  return [{ format: 'ris', position: `line ${line}`, recordId: tags.get('ID')?.[0] ?? null, fields, unmapped, source }]
}

/** Two spaces tell a tag from a word, also where none follows the hyphen; a line may hold any sign but its end. */
const TAG = /^\uFEFF?[ \t]*(?<tag>[A-Z][A-Z\d])(?:\s{0,2}-(?:\s(?<value>.*))?|\s{2}-(?<close>.*))$/su

/** RIS, as reference managers and databases write it. */
export const risReader = (): FormatReader =>
  taggedReader(
    {
      tagOf: (line) => {
        const { tag, value, close = '' } = TAG.exec(line)?.groups ?? {}
        // Both tags name authors, who may stand under either of them in one record.
        return tag === undefined ? null : { tag: tag === 'A1' ? 'AU' : tag, value: value ?? close }
      },
      first: 'TY',
      last: 'ER',
      continuation: (line) => (line.trim() === '' ? null : ` ${line.trim()}`),
    },
    read,
  )
