import type { TakenRecord } from '#core/sources/paper-candidate.ts'
import type { Refusal, SourceKind } from '#core/sources/watched-source.ts'
import { checkRecord } from '#imports/check-record.ts'
import { readSourcePage, type ReadPage } from './read-page.ts'

export type PageOrder = {
  kind: SourceKind
  body: Uint8Array
  /** The address that it came from. */
  place: string
  now: Date
}

/** What a page holds: records that are fit to be papers, and why the others are not. */
export type CheckedPage = Pick<ReadPage, 'facts' | 'broken'> & { fit: TakenRecord[]; refusals: Refusal[] }

/** Reads a page, which uses up its body. */
export type CheckPage = (order: PageOrder, signal: AbortSignal) => Promise<CheckedPage>

/** Reads a page of a source and checks its records by the rules of a submission. */
export const checkPage = async ({ kind, body, place, now }: PageOrder): Promise<CheckedPage> => {
  const { records, facts, broken } = await readSourcePage(kind, body)
  const fit: TakenRecord[] = []
  const refusals: Refusal[] = []
  for (const record of records) {
    const checked = checkRecord(record, { place, now, onlyOf: null })
    if ('reason' in checked) refusals.push(checked)
    else fit.push(checked)
  }
  return { facts, broken, fit, refusals }
}
