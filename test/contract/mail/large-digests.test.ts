import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeDigests } from '#actions/following/make-digests.ts'
import { openEmailQueue } from '../../support/mail/email-queue.ts'
import { putSubscribers, readers } from '../../support/mail/mailing-corpus.ts'

const THINGS = 5_000

test('after a large import no transaction makes the digests of all followers', async (t) => {
  const { store, run, clock } = await openEmailQueue(t)
  const at = clock.now().toISOString()
  await putSubscribers(store, readers(3), { at })
  const { subscribers } = await store.private.subscribers.list(null, null, 3)
  await store.transact(async (tx) => {
    for (const { id } of subscribers)
      await tx.following.follow({ subscriberId: id, address: '/?sort=newest', frequency: 'daily' }, at)
  })
  const [follow] = await store.private.following.of(subscribers[0]?.id ?? '')
  assert.ok(follow)
  await store.transact(async (tx) => {
    for (let number = 0; number < THINGS; number += 1)
      await tx.following.addMatches({ kind: 'paper', id: `p${number}`, added: 1, at }, [follow.search], number)
    await tx.following.advance({ matchedUntil: await tx.changes.last(), lastMatch: THINGS })
  })
  clock.advance(2 * 86_400)
  const made: string[] = []
  do made.push(await run(makeDigests, null))
  while (made.at(-1) === 'more' && made.length < 10)
  assert.deepEqual(made, ['more', 'more', 'more', 'done'])
  const digests = await Promise.all(subscribers.map(({ id }) => store.private.following.digestsTo(id)))
  assert.deepEqual(
    digests.map((own) => own.map(({ sections }) => sections.map(({ ids, more }) => [ids.length, more]))),
    subscribers.map(() => [[[50, THINGS - 50]]]),
  )
})
