import { correctBrief } from '#actions/editorial/briefs.ts'
import { isOfSearch, changeOfMark, groupAlerts, isGraver, type Alert } from '#core/evidence/alerts.ts'
import { doesHold, type Evidence, type EvidenceCheck } from '#core/evidence/evidence.ts'
import { Failure } from '#core/failure.ts'
import { alertMailPolicy } from '#core/quota.ts'
import { eventOfAlert, MAX_WAITING, messageId } from '#core/webhooks.ts'
import { queueEmail } from './outbox.ts'
import type { ActionContext } from './run-action.ts'

/** Tells the webhooks that name the event. */
const tellWebhooks = async (tx: ActionContext, id: number): Promise<void> => {
  const at = tx.now.toISOString()
  const event = eventOfAlert({ id, at })
  for (const endpoint of await tx.webhooks.list()) {
    if (endpoint.kind !== 'webhook' || !endpoint.events.includes('alert.opened')) continue
    if ((await tx.webhooks.countWaiting(endpoint.id)) >= MAX_WAITING) continue
    await tx.webhooks.addDeliveries(endpoint.id, [{ event, messageId: messageId(event), dueAt: at }])
  }
}

/** Whether the authors of a paper say something else than in an earlier version. */
const hasNewWords = async (
  tx: ActionContext,
  { version: from }: EvidenceCheck,
  to: EvidenceCheck,
): Promise<boolean> => {
  if (to.paperId === null || from === null || to.version === null || from === to.version) return false
  const [earlier, later] = [await tx.versions.find(to.paperId, from), await tx.versions.find(to.paperId, to.version)]
  if (earlier === null || later === null) return true
  const words = ({ paper }: typeof earlier) => [paper.title, paper.abstract, paper.fullText]
  return words(earlier).some((text, index) => text !== words(later)[index])
}

/**
 * Opens an alert about a sentence if what its mark rests on has changed, at most one for a sentence: a graver cause takes the place of
 * the one that is open. Settles it when the mark holds as it did.
 */
const examine = async (tx: ActionContext, evidence: Evidence, after: EvidenceCheck): Promise<void> => {
  const { subject, mark, sentence, check: before } = evidence
  if (before === null) return
  const isNewWords = mark.kind === 'paper' && (await hasNewWords(tx, before, after))
  const change = changeOfMark(mark, { before, after, hasNewWords: isNewWords })
  const open = await tx.alerts.findOpen(subject, sentence)
  const at = tx.now.toISOString()
  if (change === null) {
    const hasRecovered = open?.mark === mark.mark && !doesHold(mark, before) && doesHold(mark, after)
    if (hasRecovered) await tx.alerts.settle(open.id, { as: 'recovered', by: 'longview', at, revision: null })
    return
  }
  if (mark.kind === 'search' && (await tx.alerts.isMuted({ subject, mark: mark.mark }))) return
  if (open === null) {
    const id = await tx.alerts.add({ subject, mark: mark.mark, sentence, openedAt: at, ...change })
    await tellWebhooks(tx, id)
  } else if (isGraver(change.cause, open.cause)) await tx.alerts.change(open.id, { mark: mark.mark, ...change })
}

/** Compares what was found of public marks with what is found now, before it is stored. */
export const raiseAlerts = async (
  tx: ActionContext,
  examined: readonly { evidence: Evidence; check: EvidenceCheck }[],
): Promise<void> => {
  for (const { evidence, check } of examined) await examine(tx, evidence, check)
}

/** How many alerts whose sentences were edited are settled at once. */
const SETTLED_AT_ONCE = 100

/** Settles alerts whose sentence or mark is no longer in its text; whether there may be more. */
export const settleEdited = async (tx: ActionContext): Promise<boolean> => {
  const at = tx.now.toISOString()
  const edited = await tx.alerts.edited(SETTLED_AT_ONCE)
  for (const { id } of edited) await tx.alerts.settle(id, { as: 'edited', by: 'longview', at, revision: null })
  return edited.length === SETTLED_AT_ONCE
}

const getOpen = async (tx: ActionContext, id: number): Promise<Alert> => {
  const alert = await tx.alerts.get(id)
  if (alert.settled !== null) throw new Failure('wrong_state', `The alert ${id} has already been settled.`)
  return alert
}

type Settling = { id: number; actor: string }

/** Says that a sentence is still true, in this revision of the corpus. Throws `not_found`, and `wrong_state` if it is settled. */
export const confirmAlert = async (tx: ActionContext, { id, actor }: Settling): Promise<Alert> => {
  const { sentence } = await getOpen(tx, id)
  const at = tx.now.toISOString()
  const revision = await tx.revision()
  await tx.alerts.settle(id, { as: 'confirmed', by: actor, at, revision })
  await tx.audit.record({
    at,
    actor,
    act: 'alert.confirm',
    subject: String(id),
    before: null,
    after: { sentence, revision },
  })
  return tx.alerts.get(id)
}

/**
 * Settles an alert about a sentence of a brief by a dated correction under it. Throws as `correctBrief` does, `not_found`, and
 * `wrong_state` if the alert is settled or about a text that can be edited.
 */
export const correctAlert = async (
  tx: ActionContext,
  { id, text, actor }: Settling & { text: string },
): Promise<Alert> => {
  const { subject } = await getOpen(tx, id)
  const [kind, briefId = ''] = subject.split(':')
  if (kind !== 'brief')
    throw new Failure('wrong_state', `The alert ${id} is about a text that can be edited: edit the sentence instead.`)
  const { at } = await correctBrief(tx, { id: briefId, text, actor })
  await tx.alerts.settle(id, { as: 'corrected', by: actor, at, revision: null })
  await tx.audit.record({ at, actor, act: 'alert.correct', subject: String(id), before: null, after: { text } })
  return tx.alerts.get(id)
}

/** Raises no more alerts for the search of an alert, and settles it as confirmed. Throws `not_found` and `wrong_state`. */
export const muteAlert = async (tx: ActionContext, { id, actor }: Settling): Promise<Alert> => {
  const alert = await getOpen(tx, id)
  const { subject, mark } = alert
  if (!isOfSearch(alert))
    throw new Failure('wrong_state', `The alert ${id} is about no search; only searches are muted.`)
  const at = tx.now.toISOString()
  await tx.alerts.mute({ subject, mark }, { actor, at })
  await tx.alerts.settle(id, { as: 'confirmed', by: actor, at, revision: await tx.revision() })
  await tx.audit.record({ at, actor, act: 'alert.mute', subject: String(id), before: null, after: { subject, mark } })
  return tx.alerts.get(id)
}

/** How many alerts an email counts. */
const MOST_MAILED = 1_000

/** Emails the open alerts to every editor with an address, once a week across all processes, if there are any. */
export const mailAlerts = async (tx: ActionContext): Promise<boolean> => {
  const alerts = await tx.alerts.open(MOST_MAILED)
  if (alerts.length === 0) return false
  if (!(await tx.quota.consume('alerts-mail', alertMailPolicy, tx.now)).allowed) return false
  const content = tx.emails.openAlerts(groupAlerts(alerts))
  for (const { role, email, removedAt } of await tx.editors.list())
    if (role !== 'reviewer' && email !== null && removedAt === null)
      await queueEmail(tx, { ...content, kind: 'notice', to: email })
  return true
}
