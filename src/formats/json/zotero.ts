import { memberReader, paperFields, type Person } from '#formats/record.ts'
import { parseLooseDate, plainAbstract, withoutMarkup, withoutTagsAround } from '#formats/text/text.ts'
import { zoteroAuthors, zoteroIdentifiers, zoteroKind } from '#formats/zotero.ts'
import { listOf, membersOf, textOf, type Members } from './members.ts'

const personOf = ({ firstName, lastName, name }: Members): Person => {
  const family = textOf(lastName)
  if (family === null) return { name: textOf(name) ?? textOf(firstName), isGroup: true }
  return { given: textOf(firstName), family }
}

/** Members about Zotero's own record, its files and notes rather than the work. */
const BOOKKEEPING = new Set(
  'key version itemID itemKey citationKey citekey uri libraryID dateAdded dateModified accessDate libraryCatalog attachments notes collections relations select shortTitle journalAbbreviation language ISSN ISBN archive archiveLocation archiveID repository'.split(
    ' ',
  ),
)

const isAuthor = ({ creatorType }: Members): boolean => zoteroAuthors.has(textOf(creatorType) ?? 'author')

/** An item as Zotero's own API and Better BibTeX JSON have it. */
export const zoteroFields = (item: Members): { fields: Record<string, unknown>; unmapped: string[] } => {
  const { take, rest } = memberReader(item)
  const text = (name: string): string | null => textOf(take(name))
  const of = (...names: readonly string[]): string | null =>
    names.map(text).find((value) => value !== null && value !== '') ?? null
  const creators = listOf(take('creators')).map(membersOf)
  const {
    doi,
    arxivId,
    rest: note,
  } = zoteroIdentifiers({
    doi: of('DOI'),
    extra: text('extra'),
    numbers: [textOf(item.archiveID), of('number', 'reportNumber')],
  })
  const kind = zoteroKind(text('itemType') ?? '', arxivId)
  const fields = paperFields({
    title: withoutTagsAround(of('title')),
    people: creators.filter(isAuthor).map(personOf),
    date: parseLooseDate(of('date') ?? ''),
    doi,
    arxivId,
    url: of('url'),
    abstract: plainAbstract(of('abstractNote') ?? ''),
    container: withoutTagsAround(of('publicationTitle', 'proceedingsTitle', 'conferenceName', 'bookTitle')),
    volume: of('volume'),
    issue: of('issue'),
    pages: of('pages'),
    publisher: of('publisher'),
    institution: of('institution', 'university'),
    kind,
    license: of('rights'),
    topics: listOf(take('tags')).map((tag) => withoutMarkup(textOf(tag) ?? textOf(membersOf(tag).tag) ?? '')),
  })
  const others = new Set(
    creators.filter((creator) => !isAuthor(creator)).map(({ creatorType }) => textOf(creatorType) ?? ''),
  )
  return {
    fields,
    unmapped: [
      ...rest().filter((name) => !BOOKKEEPING.has(name)),
      ...[...others].map((name) => `creators (${name})`),
      ...(note === '' ? [] : ['extra']),
      ...(kind === null ? ['itemType'] : []),
    ],
  }
}
