import type { ReadRecord, SourceFormat } from '#core/imports/imported-record.ts'
import { crossrefFields } from './crossref.ts'
import { cslFields } from './csl.ts'
import { isMembers, listOf, membersOf, textOf, type Members } from './members.ts'
import { openalexFields } from './openalex.ts'
import { isOwnPaper, ownPaperFields } from './own-papers.ts'
import { semanticScholarFields } from './semantic-scholar.ts'

type JsonFormat = Extract<SourceFormat, 'papers' | 'crossref' | 'openalex' | 'semantic-scholar' | 'csl-json'>

const readers: Record<JsonFormat, (item: Members) => { fields: Record<string, unknown>; unmapped: string[] }> = {
  papers: ownPaperFields,
  crossref: crossrefFields,
  openalex: openalexFields,
  'semantic-scholar': semanticScholarFields,
  'csl-json': cslFields,
}

const has = (item: Members, ...names: readonly string[]): boolean => names.some((name) => Object.hasOwn(item, name))

/** Which service describes a work like this; null for what is no work. Within others, a title alone makes none. */
const formatOf = (item: Members, wrappers: number): JsonFormat | null => {
  if (isOwnPaper(item)) return 'papers'
  if (has(item, 'paperId', 'externalIds', 'corpusId', 'corpusid')) return 'semantic-scholar'
  if (has(item, 'authorships', 'open_access', 'display_name', 'publication_year')) return 'openalex'
  if (has(item, 'DOI') && (Array.isArray(item.title) || has(item, 'prefix', 'member', 'indexed'))) return 'crossref'
  if (has(item, 'issued', 'author', 'DOI', 'container-title')) return 'csl-json'
  return has(item, 'title') && (wrappers === 0 || typeof item.type === 'string') ? 'csl-json' : null
}

/** What a service says instead of works. */
const saidBy = ({ error, message }: Members): string | null =>
  textOf(error) ?? textOf(message) ?? textOf(membersOf(listOf(message)[0]).message)

const idOf = (item: Members): string | null =>
  textOf(item.paperId) ?? textOf(item.corpusid) ?? textOf(item.id) ?? textOf(item.DOI) ?? textOf(item.doi)

/** How many lists and objects may stand around a work, as in `{"message":{"items":[…]}}`. */
const MAX_WRAPPERS = 4

/** The works in a value: the value itself, or what it is wrapped around. `given` overrides what a work looks like. */
export const readItem = (
  value: unknown,
  position: string,
  { given, wrappers = 0 }: { given: JsonFormat | null; wrappers?: number },
): ReadRecord[] => {
  const inner = (members: readonly unknown[]): ReadRecord[] =>
    wrappers >= MAX_WRAPPERS
      ? []
      : members.flatMap((member, index) =>
          readItem(member, members.length > 1 ? `${position}, item ${index + 1}` : position, {
            given,
            wrappers: wrappers + 1,
          }),
        )
  if (Array.isArray(value)) return inner(value)
  if (!isMembers(value)) return wrappers === 0 ? [{ position, reason: 'This is no record, but a single value.' }] : []
  const format = formatOf(value, wrappers)
  if (format === null) {
    const found = inner(Object.values(value).filter((member) => typeof member === 'object' && member !== null))
    const reason = saidBy(value)
    if (found.length > 0 || wrappers > 0) return found
    return [{ position, reason: reason === null ? 'It holds no works.' : `It holds no works, but says: ${reason}` }]
  }
  const { fields, unmapped } = readers[given ?? format](value)
  return [{ format: given ?? format, position, recordId: idOf(value), fields, unmapped, source: JSON.stringify(value) }]
}
