import { sourceRecord } from '#core/imports/source-record.ts'
import type { Store } from '#ports/store/store.ts'
import { parseImportedPaper } from '#schemas/imported-paper.ts'

/** Stores a candidate as a list that somebody gave would bring it; its number. */
export const addCandidate = (store: Store, given: Record<string, unknown>, at: string): Promise<number> => {
  const recordId = typeof given.id === 'string' ? given.id : 'a record'
  const fields = Object.fromEntries(Object.entries(given).filter(([name]) => name !== 'id'))
  const parsed = parseImportedPaper(fields, new Date(at))
  if (!parsed.ok) throw new Error(parsed.reason)
  const { paper } = parsed
  const record = { format: 'csl-json' as const, position: 'record 1', recordId, fields, unmapped: [] }
  const source = sourceRecord(
    { ...record, source: JSON.stringify(fields) },
    { place: 'a list', fetchedAt: at, onlyOf: null },
  )
  return store.transact(async (tx) => {
    const id = await tx.candidates.add({ paper, doi: null, arxivId: null, at })
    await tx.candidates.addRecord(id, { sourceId: null, recordId, source })
    return id
  })
}
