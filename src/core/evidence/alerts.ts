import { doesHold, type EvidenceCheck, type EvidenceFinding, type EvidenceSubject } from './evidence.ts'
import type { EvidenceMark } from '#core/text/evidence-marks.ts'

/** What makes a sentence doubtful, gravest first, which is also the order of alerts. */
export const alertCauses = ['retracted', 'quotation', 'search', 'merged', 'revised', 'hits'] as const
export type AlertCause = (typeof alertCauses)[number]

/** How an alert ends. `recovered`: what the sentence rests on is as it was. */
export const settlements = ['edited', 'confirmed', 'corrected', 'recovered'] as const
export type Settlement = (typeof settlements)[number]

/** What changed under a mark. `paperId`: the paper that did it; null if no single one did. */
export type MarkChange = { cause: AlertCause; paperId: string | null; was: string | null; is: string | null }

/** A sentence to look at again. */
export type Alert = MarkChange & {
  id: number
  subject: EvidenceSubject
  mark: string
  sentence: string
  openedAt: string
  /** Null while it is open. `revision`: that of the corpus in which the sentence was confirmed. */
  settled: { as: Settlement; by: string; at: string; revision: number | null } | null
}

/** A paper that a search now finds among its first, and did not before. */
const newHit = (before: EvidenceCheck, after: EvidenceFinding): string | null =>
  (after.hits ?? []).find((id) => before.hits !== null && !before.hits.includes(id)) ?? null

const countText = ({ count }: EvidenceFinding): string | null => (count === null ? null : `${count}`)

const searchChange = (
  mark: Extract<EvidenceMark, { kind: 'search' }>,
  before: EvidenceCheck,
  after: EvidenceFinding,
): MarkChange | null => {
  const found = newHit(before, after)
  const change = { paperId: found, was: countText(before), is: after.fault ?? countText(after) }
  if (doesHold(mark, before) && !doesHold(mark, after)) return { cause: 'search', ...change }
  return doesHold(mark, after) && found !== null ? { cause: 'hits', ...change } : null
}

/**
 * Why a sentence has to be looked at again, given what was found of its mark before and now; null if nothing that matters changed.
 * A mark that did not hold before is no news, and neither is a revision that leaves a quotation where it was.
 */
export const changeOfMark = (
  mark: EvidenceMark,
  { before, after, hasNewWords }: { before: EvidenceCheck; after: EvidenceFinding; hasNewWords: boolean },
): MarkChange | null => {
  if (mark.kind === 'search') return searchChange(mark, before, after)
  const paperId = after.paperId ?? before.paperId ?? mark.paperId
  const isGone = after.state === 'retracted' || after.state === 'missing'
  const wasThere = before.state === 'accepted' || before.state === 'merged'
  if (wasThere && isGone) return { cause: 'retracted', paperId, was: before.state, is: after.state }
  if (!doesHold(mark, after)) {
    if (!doesHold(mark, before)) return null
    return { cause: 'quotation', paperId, was: before.match, is: after.found ?? after.match }
  }
  // What was merged or revised and still has the quotation says what it said.
  if (mark.kind === 'quote') return null
  if (before.state === 'accepted' && after.state === 'merged')
    return { cause: 'merged', paperId, was: before.paperId, is: after.paperId }
  if (before.version !== null && after.version !== null && before.version !== after.version && hasNewWords)
    return { cause: 'revised', paperId, was: `version ${before.version}`, is: `version ${after.version}` }
  return null
}

/** Whether an alert is about a search, which can be muted. */
export const isOfSearch = ({ cause }: Pick<Alert, 'cause'>): boolean => cause === 'search' || cause === 'hits'

/** Whether one cause outweighs another. */
export const isGraver = (one: AlertCause, other: AlertCause): boolean =>
  alertCauses.indexOf(one) < alertCauses.indexOf(other)

/** The alerts that one change brought about. */
export type AlertGroup = { cause: AlertCause; paperId: string | null; alerts: Alert[] }

/** Alerts by what brought them about, gravest cause first, then what touches most sentences, then the latest. */
export const groupAlerts = (alerts: readonly Alert[]): AlertGroup[] =>
  [...Map.groupBy(alerts, ({ cause, paperId, id }) => `${cause} ${paperId ?? `alert ${id}`}`).values()]
    .flatMap((some) => {
      const [first] = some
      return first === undefined ? [] : [{ cause: first.cause, paperId: first.paperId, alerts: some }]
    })
    .toSorted(
      (a, b) =>
        alertCauses.indexOf(a.cause) - alertCauses.indexOf(b.cause) ||
        b.alerts.length - a.alerts.length ||
        (b.alerts[0]?.id ?? 0) - (a.alerts[0]?.id ?? 0),
    )

/** What changed, in a sentence. */
export const changeSentence = ({ cause, paperId, was, is }: MarkChange): string => {
  const paper = paperId ?? 'a paper'
  switch (cause) {
    case 'retracted':
      return is === 'missing' ? `${paper} is no longer in the library.` : `${paper} was retracted.`
    case 'quotation':
      return is === null || is === 'missing'
        ? `The quotation no longer stands in ${paper}.`
        : `The quotation no longer stands in ${paper} as it is given; there it says: “${is}”`
    case 'search':
      return `The search finds ${is ?? 'nothing'}, and found ${was ?? 'nothing'}${paperId === null ? '.' : `: ${paperId} is new.`}`
    case 'merged':
      return `${was ?? 'The paper'} was merged into ${paper}.`
    case 'revised':
      return `The words of ${paper} changed (${was ?? ''}, now ${is ?? ''}).`
    default:
      return `${paper} is among the first that the search finds, and was not before.`
  }
}
