import type { PublicationKind } from '#core/papers/bibliography.ts'
import { containerOf, publicationKind } from '#core/papers/publication-kind.ts'
import { identifiersOf } from '#core/papers/identifiers.ts'
import type { Paper } from '#core/papers/paper.ts'
import { safeUrl } from '#http/pages/safe-url.ts'

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

/** The journal or proceedings that it stands in. */
const placeTags = (paper: Paper): Tag[] => {
  const { volume, issue, pages, publisher } = paper
  const [first = null, last = null] = pages?.split('-') ?? []
  const nameOfContainer =
    publicationKind(paper) === 'conference-paper' ? 'citation_conference_title' : 'citation_journal_title'
  const tags: [string, string | null][] = [
    [nameOfContainer, containerOf(paper)],
    ['citation_volume', volume],
    ['citation_issue', issue],
    ['citation_firstpage', first],
    ['citation_lastpage', last],
    ['citation_publisher', publisher],
  ]
  return tags.flatMap(([name, content]) => (content === null ? [] : [[name, content] as Tag]))
}

/** What Google Scholar and reference managers read; one tag an author, in the paper's order. */
export const citationTags = (paper: Paper, pageUrl: string): Tag[] => {
  const { doi, arxivId } = identifiersOf(paper)
  const kind = publicationKind(paper) ?? 'other'
  const pdf = safeUrl(paper.storageUrl)
  return [
    ['citation_title', paper.title],
    ...paper.authors.map((author): Tag => ['citation_author', author]),
    ['citation_publication_date', paper.date?.replaceAll('-', '/') ?? String(paper.year)],
    ['citation_abstract_html_url', pageUrl],
    ...placeTags(paper),
    ...(pdf === null ? [] : [['citation_pdf_url', pdf] as Tag]),
    ...(doi === null ? [] : [['citation_doi', doi] as Tag]),
    ...(arxivId === null ? [] : [['citation_arxiv_id', arxivId] as Tag]),
    ['z:itemType', zoteroTypes[kind]],
    // Whoever finds it takes the paper for a report.
    ...(kind === 'report' && paper.institution !== null
      ? [['citation_technical_report_institution', paper.institution] as Tag]
      : []),
    ...(paper.abstract === null ? [] : [['citation_abstract', paper.abstract] as Tag]),
    ...[...new Set([...paper.topics, ...paper.concepts])].map((word): Tag => ['citation_keywords', word]),
  ]
}
