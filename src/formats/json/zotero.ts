import { memberReader, paperFields, type Person } from '#formats/record.ts'
import { bareArxivId, identifiersInNote } from '#formats/text/identifiers.ts'
import { parseLooseDate, plainAbstract, withoutMarkup, withoutTagsAround } from '#formats/text/text.ts'
import { listOf, membersOf, textOf, type Members } from './members.ts'

const personOf = ({ firstName, lastName, name }: Members): Person => {
  const family = textOf(lastName)
  if (family === null) return { name: textOf(name) ?? textOf(firstName), isGroup: true }
  return { given: textOf(firstName), family }
}

/** The creators that Zotero shows first; it calls those of some item types differently. */
const AUTHORS = new Set(['author', 'presenter', 'programmer', 'contributor', undefined])

/** Members about Zotero's own record, its files and notes rather than the work. */
const BOOKKEEPING = new Set(
  'key version itemID itemKey citationKey citekey uri libraryID dateAdded dateModified accessDate libraryCatalog attachments notes collections relations select shortTitle journalAbbreviation language ISSN ISBN archive archiveLocation archiveID repository'.split(
    ' ',
  ),
)

const CITATION_KEY = /^citation key:.*$/imu

/** Zotero's item types as kinds of publication. */
const zoteroKinds: Readonly<Record<string, string>> = {
  journalArticle: 'journal-article',
  magazineArticle: 'journal-article',
  conferencePaper: 'conference-paper',
  presentation: 'conference-paper',
  preprint: 'preprint',
  manuscript: 'manuscript',
  book: 'book',
  bookSection: 'chapter',
  encyclopediaArticle: 'chapter',
  dictionaryEntry: 'chapter',
  thesis: 'thesis',
  report: 'report',
  dataset: 'dataset',
  computerProgram: 'software',
  webpage: 'webpage',
  blogPost: 'webpage',
}

const isAuthor = ({ creatorType }: Members): boolean => AUTHORS.has(textOf(creatorType) ?? undefined)

/** An item as Zotero's own API and Better BibTeX JSON have it. */
export const zoteroFields = (item: Members): { fields: Record<string, unknown>; unmapped: string[] } => {
  const { take, rest } = memberReader(item)
  const text = (name: string): string | null => textOf(take(name))
  const of = (...names: readonly string[]): string | null =>
    names.map(text).find((value) => value !== null && value !== '') ?? null
  const creators = listOf(take('creators')).map(membersOf)
  const note = identifiersInNote((text('extra') ?? '').replace(CITATION_KEY, ''))
  const doi = of('DOI') ?? note.doi
  const type = text('itemType') ?? ''
  const [archiveId, number] = [textOf(item.archiveID), of('number', 'reportNumber')]
  const named = [archiveId, number].find((id) => id !== null && /^arxiv:/iu.test(id)) ?? null
  const arxivId = bareArxivId(named) ?? note.arxivId ?? bareArxivId(doi)
  const kind = arxivId !== null && type === 'document' ? 'preprint' : (zoteroKinds[type] ?? null)
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
      ...(note.rest === '' ? [] : ['extra']),
      ...(kind === null ? ['itemType'] : []),
    ],
  }
}
