import type { ActionContext } from '#actions/run-action.ts'
import type { AccountChange } from '#core/access/account-change.ts'
import type { Editor } from '#core/access/editor.ts'
import { notifyOwners } from './notify-owners.ts'

type RecordAccountChangeInput = {
  change: AccountChange
  /** As histories name who did it. */
  actor: string
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  /** What the email names: a label or role. */
  detail?: string
} & ({ owner: Editor } | { keyId: string })

/** Writes a change of who may act into the audit log, and tells the owner of the account and the editor who made it. */
export const recordAccountChange = async (tx: ActionContext, input: RecordAccountChangeInput): Promise<void> => {
  const { change, actor, before = null, after = null, detail } = input
  const [subject, owner] = 'keyId' in input ? [input.keyId, null] : [input.owner.id, input.owner]
  await tx.audit.record({ at: tx.now.toISOString(), actor, act: change, subject, before, after })
  await notifyOwners(tx, { change, owner, actor, ...(detail === undefined ? {} : { detail }) })
}
