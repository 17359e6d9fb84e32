import { bibliographyFields, noBibliography, type Bibliography } from '#core/papers/bibliography.ts'
import { withoutMarks } from '#core/text/evidence-marks.ts'
import { maySendFiles } from '#core/files.ts'
import type { Chapter } from '#core/papers/chapter.ts'
import type { Paper, ResearchType } from '#core/papers/paper.ts'
import type { PaperRow } from '#store/rows.ts'

/**
 * Bibliographic fields are read together, so they share a column: JSON of those that are not as in a paper without any, null if
 * there are none.
 */
export const bibliographyColumn = (paper: Bibliography): string | null => {
  const filled = bibliographyFields.filter((field) => {
    const value = paper[field]
    return Array.isArray(value) ? value.length > 0 : value !== noBibliography[field]
  })
  return filled.length === 0 ? null : JSON.stringify(Object.fromEntries(filled.map((field) => [field, paper[field]])))
}

/** Fills in fields that did not exist when the paper was stored. */
export const withBibliography = <Fields extends object>(fields: Fields): Fields & Bibliography => ({
  ...noBibliography,
  ...fields,
})

export const bibliographyFromColumn = (json: string | null): Bibliography =>
  json === null ? noBibliography : withBibliography(JSON.parse(json) as object)

const strings = (json: string): string[] => (json === '[]' ? [] : (JSON.parse(json) as string[]))

export const paperFromRow = (row: PaperRow): Paper => ({
  id: row.id,
  title: row.title,
  authors: strings(row.authors),
  year: row.year,
  institution: row.institution,
  url: row.url,
  abstract: row.abstract,
  chapter: row.chapter as Chapter | null,
  type: row.type as ResearchType | null,
  longHorizon: row.long_horizon,
  enterprise: row.enterprise,
  topics: strings(row.topics),
  concepts: strings(row.concepts),
  frameworks: strings(row.frameworks),
  commentary: row.commentary,
  storageUrl: row.storage_url,
  ...bibliographyFromColumn(row.bibliography),
})

/** A paper as everybody reads it: without the marks of evidence in its commentary. */
export const unmarkedPaper = <P extends Pick<Paper, 'commentary'>>(paper: P): P => {
  if (paper.commentary === null) return paper
  const commentary = withoutMarks(paper.commentary)
  return commentary === paper.commentary ? paper : { ...paper, commentary: commentary === '' ? null : commentary }
}

/** The same with the file that is open to everyone, for public reads. */
export const paperWithFileFromRow = (row: PaperRow): Paper => {
  const paper = unmarkedPaper(paperFromRow(row))
  const { file_sha256, file_permission } = row
  return file_sha256 !== null && maySendFiles(file_permission, paper.license)
    ? { ...paper, openFile: file_sha256 }
    : paper
}
