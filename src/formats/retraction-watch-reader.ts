import type { NoticeKind, RecordedNotice } from '#core/imports/notice.ts'
import { tableReader, type TableReader } from './csv-reader.ts'
import { noticed } from './record.ts'
import { bareDoi, doiAddress } from '#formats/text/identifiers.ts'
import { oneLine } from '#formats/text/text.ts'

/** Columns that no other table has. */
const OWN_COLUMNS =
  /^\ufeff?"?Record ID"?,(?=[^\n]*\bRetractionDOI\b)(?=[^\n]*\bOriginalPaperDOI\b)[^\n]*\bRetractionNature\b/u

/** Whether a table is the Retraction Watch database (Crossref, “Retraction Watch”), by its header. */
export const isRetractionWatch = (head: string): boolean => OWN_COLUMNS.test(head)

/** A reinstatement takes a notice back, which is for editors to find. */
const kinds: Record<string, NoticeKind> = {
  retraction: 'retraction',
  correction: 'correction',
  'expression of concern': 'correction',
}

const US_DATE = /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})\b/u
const ISO_DATE = /^\d{4}-\d{2}-\d{2}/u

/** The day of "3/9/2026 0:00". */
const dayOf = (text: string): string | null => {
  const { year, month = '', day = '' } = US_DATE.exec(text)?.groups ?? {}
  if (year !== undefined) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return ISO_DATE.exec(text)?.[0] ?? null
}

/** A DOI; the database writes "unavailable" where there is none. */
const doiOf = (text: string): string | null => {
  const doi = bareDoi(text).toLowerCase()
  return /^10\.\d{4,9}\/\S+$/u.test(doi) ? doi : null
}

/** "+Falsification of Data;+Investigation by Journal;" as a sentence would have it. */
const reasonsOf = (text: string): string =>
  text
    .split(';')
    .map((reason) => reason.trim().replace(/^\+\s*/u, ''))
    .filter((reason) => reason !== '')
    .join('; ')

/** Reads the CSV of Retraction Watch. A row is a notice about the work that it describes, never a paper. */
export const retractionWatchReader = (): TableReader =>
  tableReader(
    0,
    (names, cells) => {
      const cell = (name: string): string => oneLine(cells[names.indexOf(name)] ?? '')
      const [nature, about] = [cell('RetractionNature'), doiOf(cell('OriginalPaperDOI'))]
      const kind = kinds[nature.toLowerCase()]
      const reasons = reasonsOf(cell('Reason'))
      const address = doiOf(cell('RetractionDOI'))
      const notices: RecordedNotice[] =
        kind === undefined || about === null
          ? []
          : [
              {
                kind,
                text: reasons === '' ? nature : `${nature}: ${reasons}`,
                date: dayOf(cell('RetractionDate')),
                address: address === null ? null : doiAddress(address),
                about,
              },
            ]
      const recordId = cell('Record ID')
      return {
        format: 'retraction-watch',
        recordId: recordId === '' ? null : recordId,
        fields: { title: cell('Title') },
        unmapped: [],
        ...noticed(notices),
      }
    },
    true,
  )
