import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSubscriberTest } from '../support/mail/subscriber.ts'
import { leastPaper } from '../support/service/papers.ts'
import { EMAIL, HOUR, MEMORY, confirmFollow, digest, form, linkOf, mailed } from '../support/mail/follower.ts'

test('the link of an email changes the frequency and unfollows; a new subscription is confirmed by the address first', async (t) => {
  const subscribers = await startSubscriberTest(t)
  const { service, post, known } = subscribers
  await confirmFollow(subscribers)
  const id = (await known(EMAIL))?.id ?? ''
  const { following } = service.store.private
  await service.accept(leastPaper({ id: 'p1', title: 'Memory' }))
  const due = await digest(subscribers)
  const text = (await due?.compose())?.text ?? ''
  const preferences = /library\.example(?<path>\/subscription\?token=\S+)/u.exec(text)?.groups?.path ?? ''
  const shown = await (await service.get(preferences)).text()
  assert.match(shown, /papers with all of: memory/u)
  assert.doesNotMatch(shown, /reader@/u, 'a forwarded email does not tell its address')
  const [first] = await following.of(id)
  const field = `search-${first?.search}`
  await post(preferences, form({ [field]: 'weekly' }))
  assert.equal((await following.of(id))[0]?.frequency, 'weekly')
  assert.equal((await post(preferences, form({ [field]: 'hourly' }))).status, 400)

  const asked = await (await post(preferences, form({ papers: 'daily', brief: 'yes' }))).text()
  assert.match(asked, /has to be confirmed first/u)
  assert.equal((await following.of(id)).length, 1, 'a forwarded link begins nothing')
  assert.equal((await known(EMAIL))?.wantsBrief, false)
  await subscribers.office.deliver()
  const links = subscribers.emails().slice(-2)
  for (const { text: said } of links) {
    const path = said.includes('/follow/confirm') ? 'follow/confirm' : 'subscribe/confirm'
    assert.equal((await post(linkOf(said, path))).status, 200)
  }
  assert.equal((await known(EMAIL))?.wantsBrief, true)
  assert.deepEqual(
    (await following.of(id)).map(({ address, frequency }) => [address, frequency]),
    [
      [MEMORY, 'weekly'],
      ['/?sort=newest', 'daily'],
    ],
  )
  await post(preferences, form({ brief: 'no', papers: 'never' }))
  assert.equal((await known(EMAIL))?.state, 'active')
  await post(preferences, form({ [field]: 'stop' }))
  assert.equal((await known(EMAIL))?.state, 'unsubscribed', 'who gets nothing is not subscribed')
  assert.deepEqual(await following.counts(), { followers: 0, searches: 0, follows: 0 })
  assert.match(await (await service.get(preferences)).text(), /You get no emails from us/u)
})

test('what is stored is shown, moved and deleted by a link that is mailed to the address and works for an hour', async (t) => {
  const subscribers = await startSubscriberTest(t)
  const { service, post, known } = subscribers
  await confirmFollow(subscribers)
  const link = async (): Promise<string> => {
    await post('/subscription/link', form({ email: EMAIL }))
    return mailed(subscribers, 'subscription/data')
  }
  const first = await link()
  assert.match(await (await service.get(first)).text(), /1 followed search/u)
  const stored = (await (await service.get(first.replace('/data', '/data.json'))).json()) as {
    subscription: { email: string }
    followed: { search: string }[]
  }
  assert.deepEqual([stored.subscription.email, stored.followed[0]?.search], [EMAIL, MEMORY])
  service.clock.advance(HOUR + 1)
  assert.equal((await service.get(first)).status, 404)

  const second = await link()
  assert.equal((await post(second, form({ action: 'move', email: 'no address' }))).status, 400)
  assert.equal((await post(second, form({ action: 'move', email: 'mistyped@example.org' }))).status, 200)
  const mistyped = await mailed(subscribers, 'subscription/move')
  assert.equal((await post(second, form({ action: 'move', email: 'other@example.org' }))).status, 200)
  const move = await mailed(subscribers, 'subscription/move')
  const names = subscribers.emails().at(-1)?.names ?? []
  assert.ok(!names.includes('list-unsubscribe'), 'a stranger there must end nothing')
  const before = await known(EMAIL)
  assert.equal((await service.get(move)).status, 200)
  assert.equal((await post(move)).status, 200)
  assert.equal(await known(EMAIL), null)
  assert.equal((await known('other@example.org'))?.id, before?.id)
  for (const link of [second, mistyped, move])
    assert.equal((await service.get(link)).status, 404, 'no link of before opens what is at another address now')

  await post('/subscription/link', form({ email: 'other@example.org' }))
  const third = await mailed(subscribers, 'subscription/data')
  assert.equal((await post(third, form({ action: 'delete' }))).status, 200)
  assert.equal(await known('other@example.org'), null)
  assert.deepEqual(await service.store.private.following.counts(), { followers: 0, searches: 0, follows: 0 })
  assert.equal((await service.get(third)).status, 404)
})
