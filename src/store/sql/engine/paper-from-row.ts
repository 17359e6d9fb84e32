import { maySendFiles } from '#core/files/held-file.ts'
import type { Chapter } from '#core/papers/chapter.ts'
import type { Paper, ResearchType } from '#core/papers/paper.ts'
import { bibliographyFromColumn } from './bibliography-column.ts'
import type { PaperRow } from '#store/rows.ts'

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

/** The same with the file that anybody may get, for what the public reads. */
export const paperWithFileFromRow = (row: PaperRow): Paper => {
  const paper = paperFromRow(row)
  const { file_sha256, file_permission } = row
  return file_sha256 !== null && maySendFiles(file_permission, paper.license)
    ? { ...paper, openFile: file_sha256 }
    : paper
}
