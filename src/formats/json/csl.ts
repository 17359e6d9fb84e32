import { paperFields, type Person, memberReader } from '#formats/record.ts'
import { bareArxivId, identifiersInNote } from '#formats/text/identifiers.ts'
import { plainAbstract, withoutMarkup } from '#formats/text/text.ts'
import { datePartsOf, firstText, listOf, membersOf, listedNames, textOf, type Members } from './members.ts'

const kinds: Record<string, string> = {
  'article-journal': 'journal-article',
  'journal-article': 'journal-article',
  'paper-conference': 'conference-paper',
  'proceedings-article': 'conference-paper',
  'posted-content': 'preprint',
  manuscript: 'manuscript',
  book: 'book',
  chapter: 'chapter',
  'book-chapter': 'chapter',
  thesis: 'thesis',
  report: 'report',
  dataset: 'dataset',
  software: 'software',
  webpage: 'webpage',
  post: 'webpage',
  'post-weblog': 'webpage',
  'article-magazine': 'journal-article',
  review: 'journal-article',
  entry: 'chapter',
  'entry-encyclopedia': 'chapter',
  'entry-dictionary': 'chapter',
}

const joined = (...parts: unknown[]): string | null => {
  const given = parts.map(textOf).filter((part) => part !== null && part !== '')
  return given.length === 0 ? null : given.join(' ')
}

const personOf = (value: unknown): Person => {
  const name = membersOf(value)
  const family = joined(name['dropping-particle'], name['non-dropping-particle'], name.family, name.suffix)
  const given = textOf(name.given)
  // Not part of CSL, but what doi.org and some programs add to it.
  const orcid = textOf(name.ORCID) ?? textOf(name._orcid) ?? textOf(name.orcid)
  const details = { orcid, affiliations: listedNames(name.affiliation) }
  if (family === null) return { name: textOf(name.literal) ?? textOf(name.name) ?? given, isGroup: true, ...details }
  return { ...(given === null ? { name: family, isGroup: true } : { given, family }), ...details }
}

const clean = (value: unknown): string | null => {
  const text = firstText(value)
  return text === null ? null : withoutMarkup(text)
}

/** An item of CSL-JSON. */
export const cslFields = (item: Members): { fields: Record<string, unknown>; unmapped: string[] } => {
  const { take, rest } = memberReader(item)
  const note = identifiersInNote(textOf(take('note')) ?? '')
  const doi = textOf(take('DOI')) ?? note.doi
  const number = textOf(take('number'))
  const place = /^arxiv$/iu.test(textOf(item.archive) ?? '') ? bareArxivId(textOf(item.archive_location)) : null
  const named = number !== null && /^arxiv:/iu.test(number) ? bareArxivId(number) : place
  const arxivId = named ?? note.arxivId
  const type = textOf(take('type')) ?? ''
  const isPreprint = type === 'article' && (arxivId !== null || bareArxivId(doi) !== null)
  const fields = paperFields({
    title: clean(take('title')),
    people: listOf(take('author')).map(personOf),
    date: datePartsOf(take('issued')),
    doi,
    arxivId: arxivId ?? bareArxivId(doi),
    url: textOf(take('URL')),
    abstract: plainAbstract(firstText(take('abstract')) ?? ''),
    container: clean(take('container-title')),
    volume: textOf(take('volume')),
    issue: textOf(take('issue')),
    pages: textOf(take('page')),
    publisher: clean(take('publisher')),
    kind: isPreprint ? 'preprint' : (kinds[type] ?? null),
    license: textOf(take('license')),
    topics: (textOf(take('keyword')) ?? '').split(/[,;]/u),
  })
  const HANDLED = new Set(['id', 'citation-key', ...(arxivId === null ? [] : ['archive', 'archive_location'])])
  const left = rest().filter((name) => !HANDLED.has(name))
  return {
    fields,
    unmapped: [
      ...left,
      ...(number !== null && (named === null || named === place) ? ['number'] : []),
      ...(note.rest === '' ? [] : ['note']),
      ...(fields.kind === undefined && type !== '' ? ['type'] : []),
    ],
  }
}
