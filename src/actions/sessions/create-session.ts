import { notifyOwners } from '#actions/accounts/notify-owners.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { hashSecret } from '#core/access/key-format.ts'
import { editorActor, type Editor } from '#core/access/editor.ts'
import type { SecondFactor } from '#core/access/second-factor.ts'
import type { SignInMethod } from '#core/access/session.ts'

/** The browser that signs in: its user agent, the session it had before, which ends, and who signed in with it before. */
export type Browser = {
  client: string
  before: { id: string; editorId: string } | null
  knownTo: readonly string[]
}

type CreateSessionInput = {
  editor: Editor
  method: SignInMethod
  browser: Browser
  /** What was given beside a passphrase. */
  secondFactor?: SecondFactor | null
}

/** A session that has begun. The secret is for the browser's cookie; its hash is stored. */
export type CreatedSession = { secret: string; editor: Editor }

/** Begins a session under a new secret, whatever the browser sent before. */
export const createSession = async (
  tx: ActionContext,
  { editor, method, browser: { client, before, knownTo }, secondFactor = null }: CreateSessionInput,
): Promise<CreatedSession> => {
  const at = tx.now.toISOString()
  const secret = tx.ids.secret()
  const id = `ss_${tx.ids.secret().slice(0, 12)}`
  if (before !== null) await tx.sessions.end(before.id, before.editorId)
  const session = { id, editorId: editor.id, method, client, createdAt: at, seenAt: at, confirmedAt: at, secondFactor }
  await tx.sessions.add({ ...session, hash: hashSecret(secret) })
  const actor = editorActor(editor)
  await tx.audit.record({ at, actor, act: 'editor.sign-in', subject: editor.id, before: null, after: { method } })
  // Whoever used a link has just been told of the passphrase that it set.
  if (method !== 'link' && !knownTo.includes(editor.id))
    await notifyOwners(tx, { change: 'editor.sign-in', owner: editor, actor, detail: client })
  return { secret, editor }
}
