import { withoutTagsAround } from '#formats/text/plain-text.ts'
import type { ReadRecord } from '#core/imports/imported-record.ts'
import type { FormatReader } from '#formats/record/format-reader.ts'
import { paperFields } from '#formats/record/paper-fields.ts'
import { parseDate } from '#formats/text/dates.ts'
import { invertedName } from '#formats/record/names.ts'
import { taggedReader, type TaggedRecord } from './tagged-records.ts'

/** Within a value, where its line was broken. */
const BREAK = '\n'

const kinds: Record<string, string> = { J: 'journal-article', B: 'book', S: 'conference-paper' }

const read = ({ line, tags, source }: TaggedRecord): ReadRecord[] => {
  const taken = new Set(['PT', 'FN', 'VR'])
  const lines = (name: string): string[] => {
    taken.add(name)
    return (tags.get(name) ?? []).flatMap((value) => value.split(BREAK)).filter((value) => value.trim() !== '')
  }
  const one = (name: string): string | null => (lines(name).length === 0 ? null : lines(name).join(' '))
  // One in each line, or all in one.
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
    kind: kinds[tags.get('PT')?.[0]?.trim() ?? ''] ?? null,
    topics: (one('DE') ?? '').split(/\s*;\s*/u),
  })
  const unmapped = [...tags.keys()].filter((tag) => !taken.has(tag) && tag !== 'UT')
  return [{ format: 'ris', position: `line ${line}`, recordId: one('UT'), fields, unmapped, source }]
}

/** Web of Science's tagged lines, which tools export with the ending of RIS. */
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
    read,
  )
