import type { PublicationKind } from '#core/papers/bibliography.ts'
import { containerOf, publicationKind } from '#core/papers/publication-kind.ts'
import { identifiersOf } from '#core/papers/identifiers.ts'
import type { Paper } from '#core/papers/paper.ts'
import { safeUrl } from '#http/pages/safe-url.ts'
import type { PersonName } from '#schemas/citation/person-name.ts'
import { referenceOf } from '#schemas/citation/reference.ts'

export type Tag = readonly [name: string, content: string]

/** Zotero's names. It would take any page with `citation_title` and nothing more for a journal article. */
const zoteroTypes: Record<PublicationKind, string> = {
  'journal-article': 'journalArticle',
  'conference-paper': 'conferencePaper',
  preprint: 'preprint',
  manuscript: 'manuscript',
  book: 'book',
  chapter: 'bookSection',
  thesis: 'thesis',
  report: 'report',
  dataset: 'dataset',
  software: 'computerProgram',
  webpage: 'webpage',
  other: 'document',
}

/** The tag of a journal makes an article of whatever has it, that of a book a chapter. */
const containerTag = (kind: PublicationKind | null): string => {
  if (kind === 'conference-paper') return 'citation_conference_title'
  if (kind === 'chapter') return 'citation_inbook_title'
  return kind === 'journal-article' || kind === null ? 'citation_journal_title' : 'citation_series_title'
}

/** The tag of whom a thesis or report was written for; programs take the paper for one by it. */
const institutionTags: Partial<Record<PublicationKind, string>> = {
  report: 'citation_technical_report_institution',
  thesis: 'citation_dissertation_institution',
}

/** The journal, proceedings or book that it stands in. */
const placeTags = (paper: Paper): Tag[] => {
  const { volume, issue, pages, publisher, institution } = paper
  const kind = publicationKind(paper)
  const institutionTag = institutionTags[kind ?? 'other']
  const [first = null, last = null] = pages?.split('-') ?? []
  const tags: [string, string | null][] = [
    [containerTag(kind), containerOf(paper)],
    ['citation_volume', volume],
    ['citation_issue', issue],
    ['citation_firstpage', first],
    ['citation_lastpage', last],
    ['citation_publisher', publisher],
    ...(institutionTag === undefined ? [] : [[institutionTag, institution] as [string, string | null]]),
  ]
  return tags.flatMap(([name, content]) => (content === null ? [] : [[name, content] as Tag]))
}

const hasSpace = (text: string): boolean => text.includes(' ')

/**
 * Family name first: of a name as it is printed, programs take the last word for the family. Two words on either side of the
 * comma of a sole author would be two authors for Zotero.
 */
const authorOf = ({ printed, name }: { printed: string; name: PersonName }, isSole: boolean): string => {
  if ('literal' in name || (isSole && hasSpace(name.family) && hasSpace(name.given))) return printed
  return `${name.family}, ${name.given}`
}

/** What Google Scholar and reference managers read; one tag an author, in the paper's order. */
export const citationTags = (paper: Paper, pageUrl: string): Tag[] => {
  const { doi, arxivId } = identifiersOf(paper)
  const kind = publicationKind(paper) ?? 'other'
  const pdf = safeUrl(paper.storageUrl)
  const { authors } = referenceOf(paper, pageUrl)
  return [
    ['citation_title', paper.title],
    ...authors.map((author): Tag => ['citation_author', authorOf(author, authors.length === 1)]),
    ['citation_publication_date', paper.date?.replaceAll('-', '/') ?? String(paper.year)],
    ['citation_abstract_html_url', pageUrl],
    ...placeTags(paper),
    ...(pdf === null ? [] : [['citation_pdf_url', pdf] as Tag]),
    ...(doi === null ? [] : [['citation_doi', doi] as Tag]),
    ...(arxivId === null ? [] : [['citation_arxiv_id', arxivId] as Tag]),
    ['z:itemType', zoteroTypes[kind]],
    ...(paper.abstract === null ? [] : [['citation_abstract', paper.abstract] as Tag]),
    ...[...new Set([...paper.topics, ...paper.concepts])].map((word): Tag => ['citation_keywords', word]),
  ]
}
