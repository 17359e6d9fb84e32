import { identifiersIn } from '#core/papers/identifiers.ts'
import type { Paper } from '#core/papers/paper.ts'
import { safeUrl } from '#http/pages/safe-url.ts'

export type Tag = readonly [name: string, content: string]

/** What Google Scholar and reference managers read; one tag an author, in the paper's order. */
export const citationTags = (paper: Paper, pageUrl: string): Tag[] => {
  const { doi, arxivId } = identifiersIn([paper.url, paper.storageUrl])
  const pdf = safeUrl(paper.storageUrl)
  return [
    ['citation_title', paper.title],
    ...paper.authors.map((author): Tag => ['citation_author', author]),
    ['citation_publication_date', String(paper.year)],
    ['citation_abstract_html_url', pageUrl],
    ...(pdf === null ? [] : [['citation_pdf_url', pdf] as Tag]),
    ...(doi === null ? [] : [['citation_doi', doi] as Tag]),
    ...(arxivId === null ? [] : [['citation_arxiv_id', arxivId] as Tag]),
    ...(paper.institution === null ? [] : [['citation_technical_report_institution', paper.institution] as Tag]),
    ...[...new Set([...paper.topics, ...paper.concepts])].map((word): Tag => ['citation_keywords', word]),
  ]
}
