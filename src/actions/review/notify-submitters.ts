import type { ActionContext } from '#actions/run-action.ts'
import { queueEmail } from '#actions/outbox/queue-email.ts'
import type { DecisionOutcome } from './apply-decision.ts'

/**
 * Queues an email to each submitter whose API key is live and has an address: one for all papers of a key that have the
 * same outcome and note.
 */
export const notifySubmitters = async (tx: ActionContext, decided: readonly DecisionOutcome[]): Promise<void> => {
  const alike = Map.groupBy(decided, ({ submittedBy, state, note }) => JSON.stringify([submittedBy, state, note]))
  for (const papers of alike.values()) {
    const { submittedBy = null, state, note = null } = papers[0] ?? {}
    const key = submittedBy === null ? null : await tx.keys.find(submittedBy)
    if (state === undefined || key === null || key.email === null || key.revokedAt !== null) continue
    const text = tx.emails.decision({ papers, state, note, keyLabel: key.label })
    await queueEmail(tx, { ...text, kind: 'decision', to: key.email })
  }
}
