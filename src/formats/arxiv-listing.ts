import { texText } from '#core/text/tex-text.ts'
import type { ImportedRecord } from '#core/imports/imported-record.ts'
import { arxivPeople } from './arxiv-people.ts'
import { paperFields } from './record.ts'
import { arxivMonth, bareArxivId } from './text/identifiers.ts'
import { oneLine, paragraphs, parseDate } from './text/text.ts'

/** A paper as arXiv announces it, on a page or by email. */
export type ListedPaper = {
  id: string
  title: string
  authors?: string
  abstract?: string
  /** "Artificial Intelligence (cs.AI); Robotics (cs.RO)", or "cs.AI cs.RO". */
  categories?: string
  journal?: string
  doi?: string
  license?: string
  date?: string
  /** The names of what else it says. */
  further: readonly string[]
}

/** A long list of authors, on one line, ends with their number. */
const CUT =
  /,? ?\bet al\.?(?: ?\(\d{1,6} (?:additional|more) authors not shown\))?$| ?\(\d{1,6} additional authors not shown\)$/u

const categoriesIn = (text: string): string[] => {
  const codes = [...text.matchAll(/\((?<code>[a-z-]{2,20}(?:\.[A-Za-z-]{2,20})?)\)/gu)].map(
    ({ groups }) => groups?.code ?? '',
  )
  return codes.length > 0 ? codes : oneLine(text).split(' ')
}

/** The record of an announced paper. Its date is that of the first version if the announcement names it, else the month of its id. */
export const listedRecord = (
  {
    id,
    title,
    authors = '',
    abstract = '',
    categories = '',
    journal = '',
    doi = '',
    license = '',
    date = '',
    further,
  }: ListedPaper,
  at: { position: string; source: string },
): ImportedRecord => {
  const arxivId = bareArxivId(id)
  const names = oneLine(authors)
  const isCut = CUT.test(names)
  const month = arxivMonth(arxivId)
  const day = parseDate(date)
  const fields = paperFields({
    title: texText(oneLine(title)),
    people: arxivPeople(names.replace(CUT, '')),
    // The date of an announcement may be that of a later version.
    date: month === null || day?.startsWith(month) === true ? day : month,
    doi: oneLine(doi).split(' ')[0] ?? null,
    arxivId,
    url: arxivId === null ? null : `https://arxiv.org/abs/${arxivId}`,
    abstract: texText(paragraphs(abstract)),
    container: oneLine(journal),
    kind: 'preprint',
    license: oneLine(license),
    topics: categoriesIn(categories),
  })
  const unmapped = [...further, ...(isCut ? ['authors (and others)'] : [])]
  return { format: 'arxiv-listing', recordId: arxivId, fields, unmapped, ...at }
}
