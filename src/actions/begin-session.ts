import { hashSecret } from '#core/access/key-format.ts'
import { editorActor, type Editor } from '#core/access/editor.ts'
import type { SignInMethod } from '#core/access/session.ts'
import type { Clock } from '#ports/clock.ts'
import type { Ids } from '#ports/ids.ts'
import type { Transaction } from '#ports/store/store.ts'

/** The browser that signs in: what it calls itself, and the session it had before, which ends. */
export type Browser = { client: string; before: { id: string; editorId: string } | null }

/** A session that has begun. The secret is for the browser's cookie and stands nowhere else. */
export type Begun = { secret: string; editor: Editor }

/** Begins a session under a new secret, whatever the browser sent before. */
export const beginSession = async (
  tx: Transaction,
  { clock, ids }: { clock: Clock; ids: Ids },
  { editor, method, browser }: { editor: Editor; method: SignInMethod; browser: Browser },
): Promise<Begun> => {
  const at = clock.now().toISOString()
  const secret = ids.secret()
  const id = `ss_${ids.secret().slice(0, 12)}`
  const { client, before } = browser
  if (before !== null) await tx.sessions.end(before.id, before.editorId)
  const session = { id, editorId: editor.id, method, client, createdAt: at, seenAt: at }
  await tx.sessions.add({ ...session, hash: hashSecret(secret) })
  const actor = editorActor(editor)
  await tx.audit.record({ at, actor, act: 'editor.sign-in', subject: editor.id, before: null, after: { method } })
  return { secret, editor }
}
