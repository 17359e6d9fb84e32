import assert from 'node:assert/strict'
import type { Passkey } from '#core/access/passkey.ts'
import type { Editor } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'
import type { Session } from '#core/access/session.ts'
import type { Store } from '#ports/store/store.ts'
import { contractFor, engines } from '../support/database/engines.ts'
import { AT } from '../support/database/stored.ts'

const LATER = '2026-11-20T11:00:00.000Z'

const editor = (given: Partial<Editor> = {}): Editor => ({
  id: 'e_1',
  name: 'Ada Ünïcode',
  email: 'Ada@example.org',
  role: 'editor',
  createdAt: AT,
  removedAt: null,
  ...given,
})

const session = (given: Partial<Session & { hash: string }> = {}): Session & { hash: string } => ({
  id: 'ss_1',
  hash: 'hash 1',
  editorId: 'e_1',
  method: 'passphrase',
  client: 'A browser',
  createdAt: AT,
  seenAt: AT,
  confirmedAt: AT,
  secondFactor: null,
  ...given,
})

const passkey = (given: Partial<Passkey> = {}): Passkey => ({
  id: 'key-1',
  editorId: 'e_1',
  label: 'Laptop',
  publicKey: 'AAECAw',
  counter: 0,
  transports: ['internal', 'hybrid'],
  createdAt: AT,
  usedAt: null,
  ...given,
})

const isInvalid = (error: unknown): boolean => error instanceof Failure && error.code === 'invalid'

const add = (store: Store, ...editors: Editor[]): Promise<void> =>
  store.transact(async (tx) => {
    for (const each of editors) await tx.editors.add(each)
  })

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('an editor comes back as stored, and is found by address in any case', async (store) => {
    await add(store, editor(), editor({ id: 'e_2', name: 'First admin', email: null, role: 'admin', createdAt: LATER }))
    const { editors } = store.private
    assert.deepEqual(await editors.find('e_1'), editor())
    assert.equal(await editors.find('e_9'), null)
    assert.deepEqual(await editors.findByEmail('aDA@EXAMPLE.org'), { ...editor(), passphraseHash: null })
    assert.equal(await editors.findByEmail(''), null)
    await store.transact(async (tx) => {
      await tx.editors.setPassphrase('e_1', 'sealed')
      await tx.editors.setRole('e_1', 'reviewer')
      await tx.passkeys.add(passkey())
      await tx.passkeys.add(passkey({ id: 'key-2' }))
    })
    assert.equal(await editors.findPassphraseHash('e_1'), 'sealed')
    assert.equal((await editors.findByEmail('ada@example.org'))?.passphraseHash, 'sealed')
    assert.deepEqual(
      (await editors.list()).map(({ id, role, hasPassphrase, passkeys }) => [id, role, hasPassphrase, passkeys]),
      [
        ['e_1', 'reviewer', true, 2],
        ['e_2', 'admin', false, 0],
      ],
    )
  })

  contract('an address belongs to one editor; it is free again when that one is removed', async (store) => {
    await add(store, editor(), editor({ id: 'e_2', email: 'other@example.org' }))
    await assert.rejects(add(store, editor({ id: 'e_3', email: 'ADA@example.org' })), isInvalid)
    await assert.rejects(
      store.transact((tx) => tx.editors.updateProfile('e_2', { name: 'x', email: 'ada@example.org' })),
      isInvalid,
    )
    await store.transact((tx) => tx.editors.updateProfile('e_1', { name: 'Ada', email: 'ADA@example.org' }))
    await store.transact((tx) => tx.editors.remove('e_1', LATER))
    await add(store, editor({ id: 'e_3' }))
    assert.equal((await store.private.editors.findByEmail('ada@example.org'))?.id, 'e_3')
    assert.equal((await store.private.editors.find('e_1'))?.removedAt, LATER)
  })

  contract('removing an editor ends links, sessions, passphrase, passkeys and challenges', async (store) => {
    await add(store, editor(), editor({ id: 'e_2', email: 'b@example.org' }))
    await store.transact(async (tx) => {
      for (const id of ['e_1', 'e_2']) {
        await tx.editors.setPassphrase(id, 'sealed')
        await tx.editors.saveSignInLink({ hash: `link ${id}`, editorId: id, createdAt: AT, expiresAt: LATER })
        await tx.sessions.add(session({ id: `ss ${id}`, hash: `hash ${id}`, editorId: id }))
        await tx.passkeys.add(passkey({ id: `key ${id}`, editorId: id }))
        await tx.passkeys.saveChallenge({ hash: `c ${id}`, editorId: id, expiresAt: LATER })
      }
      await tx.editors.remove('e_1', AT)
    })
    const { editors, sessions, passkeys } = store.private
    for (const [id, isThere] of [
      ['e_1', false],
      ['e_2', true],
    ] as const) {
      assert.equal((await editors.findBySignInLink(`link ${id}`, AT)) !== null, isThere)
      assert.equal((await sessions.find(`hash ${id}`)) !== null, isThere)
      assert.equal((await passkeys.find(`key ${id}`)) !== null, isThere)
      assert.equal((await editors.findPassphraseHash(id)) !== null, isThere)
      assert.equal(await store.transact((tx) => tx.passkeys.consumeChallenge(`c ${id}`, id, AT)), isThere)
    }
  })

  contract('a link is valid until its end and replaces the one before', async (store) => {
    await add(store, editor())
    const put = (hash: string): Promise<void> =>
      store.transact((tx) => tx.editors.saveSignInLink({ hash, editorId: 'e_1', createdAt: AT, expiresAt: LATER }))
    await put('one')
    await put('two')
    const find = async (hash: string, now: string) => (await store.private.editors.findBySignInLink(hash, now))?.id
    assert.deepEqual(
      [await find('one', AT), await find('two', AT), await find('two', LATER)],
      [undefined, 'e_1', undefined],
    )
    await store.transact((tx) => tx.editors.pruneSignInLinks(AT))
    assert.equal(await find('two', AT), 'e_1')
    await store.transact((tx) => tx.editors.deleteSignInLinks('e_1'))
    assert.equal(await find('two', AT), undefined)
  })

  contract('sessions are found by hash, refreshed, ended one by one, together, and by age', async (store) => {
    await add(store, editor(), editor({ id: 'e_2', email: 'b@example.org' }))
    await store.transact(async (tx) => {
      await tx.sessions.add(session())
      await tx.sessions.add(session({ id: 'ss_2', hash: 'hash 2', createdAt: LATER, seenAt: LATER }))
      await tx.sessions.add(session({ id: 'ss_3', hash: 'hash 3', editorId: 'e_2' }))
      await tx.sessions.touch('ss_1', LATER)
      await tx.sessions.confirm('ss_1', { at: LATER, secondFactor: 'code' })
      await tx.sessions.confirm('ss_1', { at: LATER, secondFactor: null })
    })
    const { sessions } = store.private
    const { hash: _hash, ...first } = session({ seenAt: LATER, confirmedAt: LATER, secondFactor: 'code' })
    assert.deepEqual(await sessions.find('hash 1'), { session: first, editor: editor() })
    assert.deepEqual(
      (await sessions.listByEditor('e_1')).map(({ id }) => id),
      ['ss_2', 'ss_1'],
    )
    assert.equal(await store.transact((tx) => tx.sessions.end('ss_3', 'e_1')), false, 'not theirs')
    assert.equal(await store.transact((tx) => tx.sessions.endOthers('e_1', 'ss_2')), 1)
    assert.equal(await store.transact((tx) => tx.sessions.end('ss_2', 'e_1')), true)
    assert.equal(await store.transact((tx) => tx.sessions.endOthers('e_1', null)), 0)
    assert.notEqual(await sessions.find('hash 3'), null)
    await store.transact((tx) => tx.sessions.prune('2026-01-01', LATER))
    assert.equal(await sessions.find('hash 3'), null)
  })

  contract('a challenge is consumed once, in time, and only by its editor', async (store) => {
    await add(store, editor(), editor({ id: 'e_2', email: 'b@example.org' }))
    await store.transact(async (tx) => {
      await tx.passkeys.saveChallenge({ hash: 'own', editorId: 'e_1', expiresAt: LATER })
      await tx.passkeys.saveChallenge({ hash: 'open', editorId: null, expiresAt: LATER })
      await tx.passkeys.saveChallenge({ hash: 'late', editorId: null, expiresAt: LATER })
    })
    const take = (hash: string, editorId: string | null, now = AT): Promise<boolean> =>
      store.transact((tx) => tx.passkeys.consumeChallenge(hash, editorId, now))
    assert.deepEqual(
      [await take('own', null), await take('own', 'e_2'), await take('own', 'e_1'), await take('own', 'e_1')],
      [false, false, true, false],
    )
    const concurrent = await Promise.all(Array.from({ length: 8 }, () => take('open', null)))
    assert.equal(concurrent.filter((consumed) => consumed).length, 1)
    assert.equal(await take('late', null, LATER), false)
  })

  contract('a passkey comes back as stored, counts up, and belongs to one editor', async (store) => {
    await add(store, editor(), editor({ id: 'e_2', email: 'b@example.org' }))
    await store.transact((tx) => tx.passkeys.add(passkey({ counter: 4_294_967_295 })))
    await assert.rejects(
      store.transact((tx) => tx.passkeys.add(passkey({ editorId: 'e_2' }))),
      isInvalid,
    )
    assert.deepEqual(await store.private.passkeys.find('key-1'), passkey({ counter: 4_294_967_295 }))
    await store.transact((tx) => tx.passkeys.recordUse('key-1', 7, LATER))
    assert.deepEqual(await store.private.passkeys.listByEditor('e_1'), [passkey({ counter: 7, usedAt: LATER })])
    assert.equal(await store.transact((tx) => tx.passkeys.remove('key-1', 'e_2')), false)
    assert.equal(await store.transact((tx) => tx.passkeys.remove('key-1', 'e_1')), true)
    assert.deepEqual(await store.private.passkeys.listByEditor('e_1'), [])
  })
}
