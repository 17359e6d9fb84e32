import type { ReadRecord, SourceFormat } from '#core/imports/imported-record.ts'
import { crossrefFields } from './crossref.ts'
import { cslFields } from './csl.ts'
import { dataciteJsonFields } from './datacite.ts'
import { dblpInfoFields } from './dblp.ts'
import { huggingfaceFields } from './huggingface.ts'
import { openreviewFields } from './openreview.ts'
import { isSchemaOrgWork, schemaOrgFields } from './schema-org.ts'
import { zenodoFields } from './zenodo.ts'
import { zoteroFields } from './zotero.ts'
import { jsonBounds, jsonExcess } from './json-bounds.ts'
import { isMembers, listOf, membersOf, textOf, type Members, type ReadItem } from './members.ts'
import { openalexFields } from './openalex.ts'
import { isOwnPaper, ownPaperFields } from './own-papers.ts'
import { semanticScholarFields } from './semantic-scholar.ts'
import { JSONParser } from '@streamparser/json'
import { messageOf } from '#core/failure.ts'
import { nearestFormats } from '#formats/nearest-formats.ts'
import { foundRecords, MAX_RECORD_CHARACTERS, type FormatReader } from '#formats/record.ts'
import { textLines } from '#formats/text/text.ts'

type ItemReader = (item: Members) => ReadItem

const readers = {
  papers: ownPaperFields,
  crossref: crossrefFields,
  openalex: openalexFields,
  'semantic-scholar': semanticScholarFields,
  'csl-json': cslFields,
  zotero: zoteroFields,
  dblp: dblpInfoFields,
  openreview: openreviewFields,
  zenodo: zenodoFields,
  datacite: dataciteJsonFields,
  huggingface: huggingfaceFields,
  'schema-org': schemaOrgFields,
} satisfies Partial<Record<SourceFormat, ItemReader>>
type JsonFormat = keyof typeof readers

const isJsonFormat = (format: SourceFormat): format is JsonFormat => Object.hasOwn(readers, format)

const has = (item: Members, ...names: readonly string[]): boolean => names.some((name) => Object.hasOwn(item, name))

const holds = (value: unknown, ...names: readonly string[]): boolean =>
  isMembers(value) && names.every((name) => Object.hasOwn(value, name))

/** Works that are recognised by members that only they have. */
const described: [JsonFormat, (item: Members) => boolean][] = [
  ['zotero', (item) => holds(item, 'itemType', 'title') && item.itemType !== 'attachment'],
  ['schema-org', isSchemaOrgWork],
  ['openreview', ({ content, ...note }) => holds(content, 'title', 'authors') && holds(note, 'id')],
  ['zenodo', ({ metadata }) => holds(metadata, 'title', 'creators')],
  ['datacite', (item) => holds(item, 'titles', 'creators')],
  ['huggingface', (item) => holds(item, 'id', 'summary', 'authors', 'title')],
  ['dblp', (item) => holds(item, 'authors', 'title', 'key', 'type') && holds(item.authors, 'author')],
]

/** Objects that have a title and only enclose the work, or a part of another item. */
const isWrapper = (item: Members): boolean =>
  holds(item.paper, 'id', 'title') ||
  holds(item.info, 'title', 'key') ||
  holds(item.data, 'itemType') ||
  has(item, '@graph', 'mainEntity') ||
  item.itemType === 'attachment' ||
  item.itemType === 'note'

/** The service that describes a work in this way; null if it is not a work. A nested object needs more than a title. */
const formatOf = (item: Members, wrappers: number): JsonFormat | null => {
  if (isOwnPaper(item)) return 'papers'
  const found = described.find(([, isOfThis]) => isOfThis(item))?.[0]
  if (found !== undefined) return found
  if (isWrapper(item)) return null
  if (has(item, 'paperId', 'externalIds', 'corpusId', 'corpusid')) return 'semantic-scholar'
  if (has(item, 'authorships', 'open_access', 'display_name', 'publication_year')) return 'openalex'
  if (has(item, 'DOI') && (Array.isArray(item.title) || has(item, 'prefix', 'member', 'indexed'))) return 'crossref'
  if (has(item, 'issued', 'author', 'DOI', 'container-title')) return 'csl-json'
  return has(item, 'title') && (wrappers === 0 || typeof item.type === 'string') ? 'csl-json' : null
}

/** The error that a service returns instead of works. */
const errorMessageIn = ({ error, message }: Members): string | null =>
  textOf(error) ?? textOf(message) ?? textOf(membersOf(listOf(message)[0]).message)

const idOf = (item: Members): string | null =>
  textOf(item.paperId) ??
  textOf(item.corpusid) ??
  textOf(item.citationKey) ??
  textOf(item.itemKey) ??
  textOf(item.key) ??
  textOf(item.id) ??
  textOf(item.DOI) ??
  textOf(item.doi)

/** How many lists and objects may wrap a work, as in `{"message":{"items":[…]}}`. */
const MAX_WRAPPERS = 4

/** The works in a value: the value itself, or those that it wraps. `given` overrides detection. */
const readItem = (
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
  if (!isMembers(value)) return wrappers === 0 ? [{ position, reason: 'This is a single value, not a record.' }] : []
  const format = formatOf(value, wrappers)
  if (format === null) {
    const found = inner(Object.values(value).filter((member) => typeof member === 'object' && member !== null))
    const reason = errorMessageIn(value)
    if (found.length > 0 || wrappers > 0) return found
    if (reason !== null) return [{ position, reason: `It contains no works, but says: ${reason}` }]
    return [{ position, reason: `It contains no works. ${nearestFormats(JSON.stringify(value))}` }]
  }
  const read: ItemReader = readers[given ?? format]
  return [{ format: given ?? format, position, recordId: idOf(value), ...read(value), source: JSON.stringify(value) }]
}

type GivenFormat = Parameters<typeof readItem>[2]['given']

/** The format to read works in; null to detect it for each. */
const jsonFormat = (given: SourceFormat | null): GivenFormat =>
  given !== null && given !== 'papers' && isJsonFormat(given) ? given : null

/** Reads one work a line. An invalid line is refused, and reading continues with the next. */
const jsonLinesReader = (given: GivenFormat): FormatReader => {
  const lines = textLines(MAX_RECORD_CHARACTERS)
  let number = 0
  const read = (line: string): ReadRecord[] => {
    number += 1
    if (line.trim() === '') return []
    const excess = jsonExcess(line)
    if (excess !== null) return [{ position: `line ${number}`, reason: excess }]
    try {
      return readItem(JSON.parse(line), `line ${number}`, { given })
    } catch (error) {
      return [{ position: `line ${number}`, reason: `This line is not valid JSON: ${messageOf(error)}.` }]
    }
  }
  return { push: (text) => lines.push(text).flatMap(read), end: () => lines.push('', true).flatMap(read) }
}

/** The JSON path of the works in a document, judged by its start. */
const pathOf = (head: string): string => {
  const text = head.trimStart()
  if (text.startsWith('[')) return '$.*'
  // Better BibTeX describes the export before the items, and DBLP the search before the hits.
  if (/^\{\s*"config"\s*:/u.test(text) && text.includes('"itemType"')) return '$.items.*'
  if (/^\{\s*"result"\s*:\s*\{/u.test(text) && text.includes('"hits"')) return '$.result.hits.hit.*'
  if (/^\{\s*"hits"\s*:\s*\{\s*"hits"\s*:\s*\[/u.test(text)) return '$.hits.hits.*'
  if (/"message-type"\s*:\s*"[a-z]+-list"/u.test(text) || /"message"\s*:\s*\{[^{}[\]]*"items"/u.test(text))
    return '$.message.items.*'
  const list = /^\{(?:[^{}[\]]|\{[^{}]*\})*?"(?<name>results|data|items|notes)"\s*:\s*\[/u.exec(text)?.groups?.name
  return list === undefined ? '$' : `$.${list}.*`
}

/** Reads one document. Of a list of works, only one is kept in memory at a time. */
const documentReader = (head: string, given: GivenFormat): FormatReader => {
  const path = pathOf(head)
  const parser = new JSONParser({ paths: [path], keepStack: false })
  const excessIn = jsonBounds(path.split('.').length - 1)
  const found = foundRecords()
  let number = 0
  let pending = 0
  let isOver = false
  parser.onValue = ({ value }) => {
    if (isOver) return
    number += 1
    pending = 0
    found.add(readItem(value, `record ${number}`, { given }))
  }
  const giveUp = (reason: string): void => {
    if (!isOver) found.add([{ position: `after record ${number}`, reason }])
    isOver = true
  }
  parser.onError = (error) => giveUp(`The rest of the JSON cannot be read: ${error.message}.`)
  return {
    push(text) {
      if (isOver) return []
      pending += text.length
      const excess = excessIn(text)
      if (pending > MAX_RECORD_CHARACTERS + text.length)
        giveUp(`A record may have at most ${MAX_RECORD_CHARACTERS} characters.`)
      else if (parser.isEnded) {
        if (text.trim() !== '') giveUp('There is text after the end of the JSON.')
      } else {
        parser.write(text.slice(0, excess?.at))
        if (excess !== null) giveUp(excess.reason)
      }
      return found.take()
    },
    end() {
      if (!isOver && !parser.isEnded) giveUp('The JSON ends before it is complete.')
      if (!isOver && number === 0 && path !== '$')
        found.add([{ position: 'the whole', reason: 'It contains no works: its list is empty.' }])
      return found.take()
    },
  }
}

/** Whether each line is a value of its own: the first one is complete, and another one follows. */
const isJsonLines = (head: string): boolean => {
  const text = head.trimStart()
  const end = text.indexOf('\n')
  if (end === -1 || !/^\s*[{[]/u.test(text.slice(end))) return false
  try {
    JSON.parse(text.slice(0, end))
    return true
  } catch {
    return false
  }
}

/** @param head the start of the source, which is also pushed */
export const jsonReader = (head: string, given: SourceFormat | null): FormatReader =>
  isJsonLines(head) ? jsonLinesReader(jsonFormat(given)) : documentReader(head, jsonFormat(given))
