import { queueEmail } from './outbox.ts'
import type { ActionContext } from './run-action.ts'
import { type AccountChange, actingEditorId, type Editor } from '#core/access/editor.ts'

type NotifyOwnersInput = {
  change: AccountChange
  /** Whose account changed; null for an API key, which belongs to no account. */
  owner: Editor | null
  /** Who did it, as histories name them. */
  actor: string
  detail?: string
}

/**
 * Emails the owner of an account, and the editor who changed it, about a change, so that a stolen session cannot hide it.
 * Editors without an address get nothing.
 */
export const notifyOwners = async (
  tx: ActionContext,
  { change, owner, actor, detail = '' }: NotifyOwnersInput,
): Promise<void> => {
  const actingId = actingEditorId(actor)
  const by = actingId === null ? null : await tx.editors.find(actingId)
  const text = tx.emails.accountChange({ change, owner, detail, by, at: tx.now.toISOString() })
  const addresses = [owner?.email, by?.email].filter((email) => email !== null && email !== undefined)
  for (const to of new Set(addresses)) await queueEmail(tx, { ...text, kind: 'account', to })
}

type RecordAccountChangeInput = {
  change: AccountChange
  /** Who did it, as histories name them. */
  actor: string
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  /** A label or role that the email names. */
  detail?: string
} & ({ owner: Editor } | { keyId: string })

/** Records a change of an account or key in the audit log, and emails the owner and the editor who made it. */
export const recordAccountChange = async (tx: ActionContext, input: RecordAccountChangeInput): Promise<void> => {
  const { change, actor, before = null, after = null, detail } = input
  const [subject, owner] = 'keyId' in input ? [input.keyId, null] : [input.owner.id, input.owner]
  await tx.audit.record({ at: tx.now.toISOString(), actor, act: change, subject, before, after })
  await notifyOwners(tx, { change, owner, actor, ...(detail === undefined ? {} : { detail }) })
}
