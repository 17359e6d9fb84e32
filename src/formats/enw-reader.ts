import type { ReadRecord } from '#core/imports/imported-record.ts'
import { oneLine, paragraphs, parseLooseDate, withoutTagsAround } from '#formats/text/text.ts'
import { endnoteKinds } from './endnote.ts'
import { type FormatReader, invertedName, paperFields, type Person } from './record.ts'
import { taggedReader, type TaggedRecord } from './tagged-reader.ts'

/** Tags about EndNote's own record: label, database, and numbers of books and journals. */
const BOOKKEEPING = new Set(['0', 'F', 'W', '@', '~', 'G'])

/** A comma at the end marks the name of a group. */
const personOf = (name: string): Person =>
  name.endsWith(',') ? { name: name.slice(0, -1), isGroup: true } : invertedName(name)

const readEnw = ({ line, tags, source }: TaggedRecord): ReadRecord[] => {
  const taken = new Set(BOOKKEEPING)
  const values = (name: string): string[] => {
    taken.add(name)
    return tags.get(name) ?? []
  }
  const all = (name: string): string[] =>
    values(name)
      .map(oneLine)
      .filter((value) => value !== '')
  const one = (name: string): string | null => all(name)[0] ?? null
  const type = oneLine(tags.get('0')?.[0] ?? '')
  const [year, day] = [one('D'), one('8')]
  const exact = parseLooseDate(day ?? '')
  const cited = parseLooseDate(year ?? '')
  const [journal, book] = [one('J'), one('B')]
  const addresses = all('U')
  const isThesis = type === 'Thesis'
  const publisher = one('I')
  const fields = paperFields({
    title: withoutTagsAround(one('T')),
    people: all('A').map(personOf),
    date: cited === null || exact?.startsWith(cited) === true ? exact : cited,
    doi: one('R'),
    url: addresses[0] ?? null,
    storageUrl: one('>'),
    abstract: paragraphs(values('X')[0] ?? ''),
    container: isThesis ? null : (journal ?? book),
    volume: one('V'),
    issue: one('N'),
    pages: one('P'),
    publisher: isThesis ? null : publisher,
    institution: isThesis ? publisher : null,
    kind: endnoteKinds[type] ?? null,
    topics: values('K').flatMap((words) => words.split(/[\n;]/u)),
  })
  const unmapped = [
    ...[...tags.keys()].filter((tag) => !taken.has(tag)).map((tag) => `%${tag}`),
    ...(addresses.length > 1 ? ['%U (after the first)'] : []),
    ...(fields.kind === undefined && type !== 'Generic' ? ['%0'] : []),
  ]
  return [
    { format: 'endnote', position: `line ${line}`, recordId: one('F'), fields, unmapped, source: source.trimEnd() },
  ]
}

/** EndNote's tagged lines (`.enw`, Refer): a record begins with its type. */
export const enwReader = (): FormatReader =>
  taggedReader(
    {
      tagOf: (line) => {
        const { tag, value = '' } = /^\uFEFF?%(?<tag>[A-Z0-9@~>?#$(!^&*)])(?: (?<value>.*))?$/u.exec(line)?.groups ?? {}
        return tag === undefined ? null : { tag, value }
      },
      first: '0',
      last: null,
      continuation: (line) => `\n${line.trim()}`,
    },
    readEnw,
  )
