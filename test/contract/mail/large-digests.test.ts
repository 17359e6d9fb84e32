import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeDigests } from '#actions/following/make-digests.ts'
import { MOST_COUNTED, MOST_NAMED } from '#core/following/digest-size.ts'
import { openEmailQueue } from '../../support/mail/email-queue.ts'
import { putSubscribers, readers } from '../../support/mail/mailing-corpus.ts'

const THINGS = MOST_COUNTED + 20
const SEARCHES = ['/?sort=newest', '/?year=2026&sort=newest', '/?q=agents&match=all&sort=newest']

test('after a large import a digest names some and counts what it can, and no transaction makes those of all followers', async (t) => {
  const { store, run, clock } = await openEmailQueue(t)
  const at = clock.now().toISOString()
  await putSubscribers(store, readers(3), { at })
  const { subscribers } = await store.private.subscribers.list(null, null, 3)
  await store.transact(async (tx) => {
    for (const { id } of subscribers)
      for (const address of SEARCHES) await tx.following.follow({ subscriberId: id, address, frequency: 'daily' }, at)
  })
  const follows = await store.private.following.of(subscribers[0]?.id ?? '')
  const searches = SEARCHES.map((wanted) => follows.find(({ address }) => address === wanted)?.search ?? 0)
  let matches = 0
  await store.transact(async (tx) => {
    for (let number = 1; number <= THINGS; number += 1) {
      // The second search finds the last seven, the third one nothing.
      const found = searches.slice(0, number > THINGS - 7 ? 2 : 1)
      await tx.following.addMatches({ kind: 'paper', id: `p${number}`, added: 1, at }, found, matches)
      matches += found.length
    }
    await tx.following.advance({ matchedUntil: await tx.changes.last(), lastMatch: matches })
  })
  clock.advance(2 * 86_400)
  const made: string[] = []
  do made.push(await run(makeDigests, null))
  while (made.at(-1) === 'more' && made.length < 10)
  assert.deepEqual(made, ['more', 'more', 'more', 'done'])
  for (const { id } of subscribers) {
    const [digest, ...others] = await store.private.following.digestsTo(id)
    assert.equal(others.length, 0)
    const [large, small, ...rest] = digest?.sections ?? []
    assert.equal(rest.length, 0)
    assert.deepEqual([large?.ids.length, large?.more], [50, MOST_COUNTED - 50])
    assert.equal(large?.ids[0], `p${THINGS}`, 'the newest first')
    assert.deepEqual([small?.ids.length, small?.more], [7, 0])
    assert.ok((large?.ids.length ?? 0) + (small?.ids.length ?? 0) <= MOST_NAMED)
  }
  assert.equal(await run(makeDigests, null), 'done', 'what is counted or passed over is told')
})
