import { hashSecret } from '#core/access/key-format.ts'
import { editorActor, type Editor, type Role } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'
import type { Clock } from '#ports/clock.ts'
import type { Ids } from '#ports/ids.ts'
import type { Store, Transaction } from '#ports/store/store.ts'

const LINK_VALID_MS = 48 * 3_600_000

type Ports = { store: Store; clock: Clock; ids: Ids }

/** A link is good for one sign-in within 48 hours. The token stands in the link only: its hash is stored. */
export type Invited = { editor: Editor; token: string; expiresAt: string }

const newLink = async (tx: Transaction, { clock, ids }: Ports, editor: Editor): Promise<Invited> => {
  const now = clock.now()
  const token = ids.secret()
  const createdAt = now.toISOString()
  const expiresAt = new Date(now.getTime() + LINK_VALID_MS).toISOString()
  await tx.editors.saveSignInLink({ hash: hashSecret(token), editorId: editor.id, createdAt, expiresAt })
  return { editor, token, expiresAt }
}

type Person = { name: string; email: string | null; role: Role; actor: string }

const add = async (tx: Transaction, ports: Ports, { actor, ...person }: Person): Promise<Invited> => {
  const at = ports.clock.now().toISOString()
  const editor: Editor = {
    id: `e_${ports.ids.secret().slice(0, 12)}`,
    ...person,
    createdAt: at,
    removedAt: null,
  }
  await tx.editors.add(editor)
  const { id, name, role } = editor
  await tx.audit.record({ at, actor, act: 'editor.add', subject: id, before: null, after: { name, role } })
  return newLink(tx, ports, editor)
}

/** Adds an editor, who sets a passphrase by the link. Throws `invalid` for an address that another editor has. */
export const addEditor = (ports: Ports, person: Person & { email: string }): Promise<Invited> =>
  ports.store.transact((tx) => add(tx, ports, person))

/** Makes the first admin, whose name and address come with the first use of the link; null when there ever was an editor. */
export const createFirstAdmin = async (ports: Ports): Promise<Invited | null> => {
  // Every start asks, and only the first should have to wait for its turn to write.
  if ((await ports.store.private.editors.list()).length > 0) return null
  return ports.store.transact(async (tx) => {
    if ((await tx.editors.list()).length > 0) return null
    return add(tx, ports, { name: 'First admin', email: null, role: 'admin', actor: 'first start' })
  })
}

const getPresent = async (tx: Transaction, id: string): Promise<Editor> => {
  const editor = await tx.editors.find(id)
  if (editor === null || editor.removedAt !== null)
    throw new Failure('not_found', `There is no editor ${id}; "longview editors list" shows them.`)
  return editor
}

const refuseLastAdmin = async (tx: Transaction, { id, role }: Editor): Promise<void> => {
  if (role !== 'admin') return
  const others = (await tx.editors.list()).filter(
    (editor) => editor.role === 'admin' && editor.removedAt === null && editor.id !== id,
  )
  if (others.length === 0)
    throw new Failure('wrong_state', 'This is the last admin, and one is needed: make another editor admin first.')
}

type Change = { id: string; actor: string }

/** Makes a new link for an editor; the ones before end. Throws `not_found`. */
export const linkEditor = (ports: Ports, { id, actor }: Change): Promise<Invited> =>
  ports.store.transact(async (tx) => {
    const editor = await getPresent(tx, id)
    const at = ports.clock.now().toISOString()
    await tx.audit.record({ at, actor, act: 'editor.link', subject: id, before: null, after: null })
    return newLink(tx, ports, editor)
  })

/** Gives an editor another role, from the next request on. Throws `not_found`, and `wrong_state` for the last admin. */
export const changeRole = ({ store, clock }: Ports, { id, role, actor }: Change & { role: Role }): Promise<void> =>
  store.transact(async (tx) => {
    const editor = await getPresent(tx, id)
    if (editor.role === role) return
    await refuseLastAdmin(tx, editor)
    await tx.editors.setRole(id, role)
    const at = clock.now().toISOString()
    const before = { role: editor.role }
    await tx.audit.record({ at, actor, act: 'editor.role', subject: id, before, after: { role } })
  })

/** Removes an editor: sessions, links, passphrase and passkeys end at once. Throws `not_found`, and `wrong_state` for the last admin. */
export const removeEditor = ({ store, clock }: Ports, { id, actor }: Change): Promise<void> =>
  store.transact(async (tx) => {
    const editor = await getPresent(tx, id)
    await refuseLastAdmin(tx, editor)
    const at = clock.now().toISOString()
    await tx.editors.remove(id, at)
    const { name, role } = editor
    await tx.audit.record({ at, actor, act: 'editor.remove', subject: id, before: { name, role }, after: null })
  })

/** Who acted, as people know them: editors by name, all else as it is. */
export const actorNames = (editors: readonly Editor[]): ((actor: string) => string) => {
  const names = new Map(editors.map((editor) => [editorActor(editor), editor.name]))
  return (actor) => names.get(actor) ?? actor
}
