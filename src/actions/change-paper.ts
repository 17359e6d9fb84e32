import { Failure } from '#core/failure.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { changedFields, assertVersion } from '#core/editorial/assert-version.ts'
import type { Transaction } from '#ports/store/store.ts'

export type PaperChange = {
  paper: PaperWithText
  /** The version that the change began from; null overwrites whatever stands there. */
  version: number | null
  actor: string
  at: string
  /** What the audit log calls it. */
  act: string
}

/** A long text is told in the log by its length: the versions hold it whole. */
const withoutText = ({ fullText, ...paper }: PaperWithText) => ({ ...paper, fullTextLength: fullText?.length ?? 0 })

/**
 * Puts a new version of a paper in place of the last; its version, which is the last one's when nothing differs.
 * Throws `not_found`, `stale`, and `wrong_state` for a duplicate that was merged.
 */
export const changePaper = async (tx: Transaction, change: PaperChange): Promise<number> => {
  const { paper, version, actor, at, act } = change
  const { id } = paper
  const submission = await tx.submissions.findWithoutHistory(id)
  const before = (await tx.papers.findByIds([id])).get(id)
  if (submission === null || before === undefined) throw new Failure('not_found', `There is no paper ${id}.`)
  if (submission.state === 'merged')
    throw new Failure('wrong_state', `The paper ${id} was merged into another one; edit that one.`)
  assertVersion(`The paper ${id}`, version, submission.version)
  if (changedFields(before, paper) === null) return submission.version
  await tx.papers.replace(paper, { actor, at })
  const stored = (await tx.papers.findByIds([id])).get(id) ?? paper
  const changed = changedFields(withoutText(before), withoutText(stored))
  await tx.audit.record({
    at,
    actor,
    act,
    subject: id,
    before: { version: submission.version, ...changed?.before },
    after: { version: submission.version + 1, ...changed?.after },
  })
  return submission.version + 1
}
