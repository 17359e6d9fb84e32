import { keepCandidate } from '#actions/sources/keep-candidate.ts'
import { Failure } from '#core/failure.ts'
import { compareRecords, prepareNew, type ImportPorts } from './check-records.ts'

const NOT_FETCHED =
  'Only its identifier is known: "longview ingest LIST --resolve" fetches the record, with the identifier in LIST.'

/**
 * Makes a candidate a submission, with what the checks of submissions say of it. The id of the paper.
 * Throws `not_found`, and `wrong_state` for one that was decided on or has no record.
 */
export const keepCheckedCandidate = async (
  ports: ImportPorts,
  { id, actor }: { id: number; actor: string },
): Promise<string> => {
  const { candidates } = ports.store.private
  const candidate = await candidates.find(id)
  if (candidate === null) throw new Failure('not_found', `There is no candidate ${id}.`)
  const [first] = await candidates.records(id)
  if (candidate.paper === null || first === undefined) throw new Failure('wrong_state', NOT_FETCHED)
  const { source } = first
  const checked = { position: source.position, paper: candidate.paper, source, isNumbered: false, assessment: null }
  const [record] = await prepareNew(ports, await compareRecords(ports, [checked], null), true)
  return ports.run(keepCandidate, { id, record: record ?? checked, actor })
}
