import { allotIds } from '#actions/imports/allot-ids.ts'
import { findSameWork, type FoundWork } from '#actions/imports/find-same-work.ts'
import type { CheckedRecord } from '#actions/imports/import-records.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'
import { assessPaper } from '#queries/assess-paper.ts'
import { letOthersIn } from './let-others-in.ts'

export type ImportPorts = { store: Pick<Store, 'private'>; run: RunAction; clock: Clock }

/** A record on its way: checked, and compared with what is stored. */
export type ComparedRecord = CheckedRecord & { found: FoundWork | null; knownId: string | null }

/** Which of the records are stored already, as such or as another description of the same work. */
export const compareRecords = async (
  { store }: Pick<ImportPorts, 'store'>,
  records: readonly CheckedRecord[],
  onlyOf: string | null,
): Promise<ComparedRecord[]> => {
  const { imports } = store.private
  const known = await imports.findByDigests(records.map(({ source }) => source.digest))
  const compared: ComparedRecord[] = []
  for (const record of records) {
    await letOthersIn()
    const knownId = known.get(record.source.digest) ?? null
    const found = knownId === null ? await findSameWork(imports, record.paper, onlyOf) : null
    compared.push({ ...record, found, knownId })
  }
  return compared
}

/** Gives ids to those that seem to be new, and checks those that are to wait for review. */
export const prepareNew = async (
  { store, run, clock }: ImportPorts,
  records: readonly ComparedRecord[],
  isReviewed: boolean,
): Promise<CheckedRecord[]> => {
  const isNew = ({ found, knownId }: ComparedRecord): boolean => found === null && knownId === null
  const count = records.filter(isNew).length
  const ids = count === 0 ? [] : await run(allotIds, count)
  const prepared: CheckedRecord[] = []
  for (const record of records) {
    const id = isNew(record) ? ids.shift() : undefined
    if (id === undefined) {
      prepared.push(record)
      continue
    }
    await letOthersIn()
    const paper = { ...record.paper, id }
    const assessment = isReviewed
      ? await assessPaper(store.private.papers, {
          paper,
          now: clock.now(),
          texts: record.findings,
          between: letOthersIn,
        })
      : null
    prepared.push({ ...record, paper, isNumbered: true, assessment })
  }
  return prepared
}
