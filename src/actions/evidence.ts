import type { EvidenceCheck, Support, SupportJudgement } from '#core/evidence/evidence.ts'
import { Failure } from '#core/failure.ts'
import type { MarkPlace } from '#ports/store/evidence.ts'
import { raiseAlerts } from './alerts.ts'
import type { ActionContext } from './run-action.ts'

/** Stores what was found of marks that have not changed in the meantime. Not a change of the corpus: readers find the same. */
export const keepEvidenceChecks = async (
  tx: ActionContext,
  checks: readonly { place: MarkPlace; check: EvidenceCheck }[],
): Promise<void> => {
  const subjects = [...new Set(checks.map(({ place }) => place.subject))]
  const known = await tx.evidence.list(subjects)
  const examined = checks.flatMap(({ place, check }) => {
    const evidence = known.find(
      ({ subject, number, mark }) => subject === place.subject && number === place.number && mark.mark === place.mark,
    )
    return evidence === undefined ? [] : [{ evidence, check }]
  })
  await raiseAlerts(tx, examined)
  for (const { place, check } of checks) await tx.evidence.saveCheck(place, check)
}

type JudgeSupportInput = { place: MarkPlace; support: Support | null; name: string; actor: string }

/**
 * Keeps whether the quotation of a mark bears its sentence, as a person judged; null takes that back. A change of what readers see.
 * Throws `stale` if the text no longer has the mark.
 */
export const judgeSupport = async (
  tx: ActionContext,
  { place, support, name, actor }: JudgeSupportInput,
): Promise<void> => {
  const at = tx.now.toISOString()
  const { subject, number, mark } = place
  const known = (await tx.evidence.list([subject])).find((one) => one.number === number)?.judgement ?? null
  const judgement = support === null ? null : { support, by: name, at }
  const isKept = await tx.evidence.judge(place, judgement)
  if (!isKept) throw new Failure('stale', 'The text has changed meanwhile and no longer has this mark.')
  // The name is that of the person, whom the actor need not tell: it may be a key.
  const recorded = (one: SupportJudgement | null) => ({ mark, support: one?.support ?? null, by: one?.by ?? null })
  const before = known === null ? null : recorded(known)
  await tx.audit.record({ at, actor, act: 'evidence.judge', subject, before, after: recorded(judgement) })
}
