import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LeasedDigest } from '#core/mail/mailing.ts'
import { recordDelivery } from '#actions/mailings/record-delivery.ts'
import { takeDelivery } from '#actions/mailings/take-delivery.ts'
import { decidePaper } from '#actions/review/decide-paper.ts'
import { prepareDigestsJob } from '#jobs/prepare-digests.ts'
import { pruneExpiredJob } from '#jobs/prune-expired.ts'
import { emailComposer } from '#mail/emails/email-templates.ts'
import { composeDigestEmail } from '#queries/following/compose-digest-email.ts'
import { startSubscriberTest, type SubscriberTest } from '../support/mail/subscriber.ts'
import { leastPaper } from '../support/service/papers.ts'
import { startTestService } from '../support/service/test-service.ts'

const DAY = 86_400
const HOUR = 3_600
const EMAIL = 'reader@example.org'
const MEMORY = '/?q=memory&match=all&sort=newest'

const form = (fields: Record<string, string>): string => new URLSearchParams(fields).toString()

const follow = ({ post }: SubscriberTest, fields: Record<string, string> = {}): Promise<Response> =>
  post('/follow', form({ search: MEMORY, email: EMAIL, frequency: 'daily', ...fields }))

/** The link of the last email, without the origin. */
const linkOf = (text: string, path: string): string => {
  const found = new RegExp(`^http://[^/]+(?<link>/${path}\\?token=\\S+)$`, 'mu').exec(text)?.groups?.link
  assert.ok(found !== undefined, text)
  return found
}

const mailed = async (subscribers: SubscriberTest, path: string): Promise<string> => {
  await subscribers.office.deliver()
  return linkOf(subscribers.emails().at(-1)?.text ?? '', path)
}

const confirmFollow = async (subscribers: SubscriberTest, fields: Record<string, string> = {}): Promise<void> => {
  assert.equal((await follow(subscribers, fields)).status, 303)
  assert.equal((await subscribers.post(await mailed(subscribers, 'follow/confirm'))).status, 200)
}

/** Goes on to seven o’clock of the next day and takes the digest that is due then. */
const digest = async ({ service }: SubscriberTest) => {
  const { clock, run, store } = service
  clock.advance(((31 - clock.now().getUTCHours()) % 24 || 24) * HOUR)
  await prepareDigestsJob(service).run(new AbortController().signal)
  const { delivery } = await run(takeDelivery, { done: null, rates: { total: null, domain: null } })
  if (delivery === null) return null
  assert.ok('digestId' in delivery)
  const emails = emailComposer({
    houseName: 'House',
    publicUrl: () => 'https://library.example',
    secret: await store.private.secret(),
  })
  const compose = (): ReturnType<typeof composeDigestEmail> => composeDigestEmail({ store, emails }, delivery)
  return { delivery, compose }
}

const sent = ({ service }: SubscriberTest, delivery: LeasedDigest): Promise<void> =>
  service.run(recordDelivery, { delivery, outcome: { result: 'sent' } })

test('a search is followed by a link that is mailed, and each new paper is told once', async (t) => {
  const subscribers = await startSubscriberTest(t)
  const { service, post, known } = subscribers
  await service.accept(leastPaper({ id: 'p1', title: 'Old memory' }))
  const page = await (await service.get(`/follow?${form({ search: MEMORY })}`)).text()
  assert.match(page, /has all of these words\. The list shows the newest first/u)
  assert.match(page, /\/papers\.atom\?q=memory</u)
  assert.match(await (await service.get('/follow')).text(), /\/papers\.atom</u, 'the whole library where none is named')

  assert.equal((await follow(subscribers)).status, 303)
  assert.equal(await known(EMAIL), null, 'nothing is stored as a subscriber before it is confirmed')
  const confirm = await mailed(subscribers, 'follow/confirm')
  const [asked] = subscribers.emails()
  assert.doesNotMatch(asked?.text ?? '', /memory/u, 'strangers cannot send words of their own')
  assert.match(asked?.field('list-unsubscribe') ?? '', /unsubscribe\?token=/u)
  assert.match(await (await service.get(confirm)).text(), /papers with all of: memory/u)
  assert.equal(await known(EMAIL), null, 'opening the page changes nothing')
  assert.equal((await post(confirm)).status, 200)
  assert.equal((await post(confirm)).status, 404)
  assert.deepEqual([(await known(EMAIL))?.state, (await known(EMAIL))?.wantsBrief], ['active', false])

  assert.equal(await digest(subscribers), null, 'what was there before is not new')
  await service.accept(leastPaper({ id: 'p2', title: 'Memory of <agents>', authors: ['Ada', 'Ben'] }))
  await service.accept(leastPaper({ id: 'p3', title: 'Planning' }))
  const due = await digest(subscribers)
  assert.ok(due !== null)
  const email = await due.compose()
  assert.equal(email?.subject, 'Memory of <agents> (new in House)')
  assert.match(
    email.text,
    /Papers with all of: memory\n-+\n\nMemory of <agents> \(\d{4}\)\n {2}https:\/\/library\.example\/papers\/p2\n/u,
  )
  assert.match(email.text, /because you asked to follow these searches/u)
  assert.match(email.html ?? '', /Memory of &lt;agents&gt;/u)
  for (const written of [email.text, email.html ?? '']) {
    assert.match(written, /https:\/\/library\.example\/subscription\?token=s_/u)
    assert.match(written, /https:\/\/library\.example\/unsubscribe\?token=s_/u)
    assert.doesNotMatch(written, /papers\/p1|papers\/p3/u)
  }
  assert.equal(email.headers['List-Unsubscribe-Post'], 'List-Unsubscribe=One-Click')
  assert.equal(email.headers['List-Id'], '<digest.library.example>')
  await sent(subscribers, due.delivery)
  assert.equal(await digest(subscribers), null, 'nothing new, no email')
})

test('a paper that is retracted before its digest leaves is not told, and a digest without any does not leave', async (t) => {
  const subscribers = await startSubscriberTest(t)
  const { service } = subscribers
  await confirmFollow(subscribers)
  await service.accept(leastPaper({ id: 'p1', title: 'Memory one' }), leastPaper({ id: 'p2', title: 'Memory two' }))
  const retract = (id: string) =>
    service.run(decidePaper, { id, event: 'retract', note: 'Withdrawn.', actor: 'editor:test' })
  const due = await digest(subscribers)
  assert.ok(due !== null)
  await retract('p1')
  const left = (await due.compose())?.text ?? ''
  assert.match(left, /papers\/p2/u)
  assert.doesNotMatch(left, /papers\/p1/u)
  await retract('p2')
  assert.equal(await due.compose(), null)
})

/** What whoever asks can tell apart. */
const read = async (response: Response): Promise<unknown> => [
  response.status,
  response.headers.get('location'),
  await response.text(),
]

test('new, known and following addresses get the same answer, and at most three emails a day', async (t) => {
  const subscribers = await startSubscriberTest(t)
  await confirmFollow(subscribers)
  const expected = await read(await follow(subscribers, { email: 'new@example.org' }))
  assert.deepEqual(await read(await follow(subscribers)), expected)
  for (let time = 0; time < 5; time += 1)
    assert.deepEqual(await read(await follow(subscribers, { email: 'new@example.org' })), expected)
  const before = subscribers.emails().length
  await subscribers.office.deliver()
  assert.equal(subscribers.emails().length - before, 3)
  const link = (email: string) => subscribers.post('/subscription/link', form({ email }))
  assert.deepEqual(await read(await link(EMAIL)), await read(await link('unknown@example.org')))
  await subscribers.office.deliver()
  assert.equal(subscribers.emails().length - before, 4, 'only who is stored gets a link')
})

test('the link of an email changes how often and stops; what is to begin is asked of the address', async (t) => {
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

test('one click ends digests and brief, and nothing of them leaves any more', async (t) => {
  const subscribers = await startSubscriberTest(t)
  const { service, post } = subscribers
  await confirmFollow(subscribers)
  await service.accept(leastPaper({ id: 'p1', title: 'Memory' }))
  const due = await digest(subscribers)
  const text = (await due?.compose())?.text ?? ''
  const unsubscribe = /library\.example(?<path>\/unsubscribe\?token=\S+)/u.exec(text)?.groups?.path ?? ''
  service.clock.advance(2 * 60)
  for (const time of [1, 2])
    assert.equal((await post(unsubscribe, 'List-Unsubscribe=One-Click')).status, 200, String(time))
  assert.equal(await digest(subscribers), null)
  assert.equal((await service.store.private.following.digestCounts()).left, 1)
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

test('links that were not used are forgotten, and forged ones open nothing', async (t) => {
  const subscribers = await startSubscriberTest(t)
  const { service, post } = subscribers
  await follow(subscribers)
  const confirm = await mailed(subscribers, 'follow/confirm')
  service.clock.advance(2 * DAY + 1)
  assert.equal((await post(confirm)).status, 404)
  await pruneExpiredJob(service).run(new AbortController().signal)
  assert.deepEqual((await service.store.private.following.counts()).follows, 0)
  for (const path of ['/follow/confirm', '/subscription', '/subscription/data', '/subscription/move'])
    for (const token of ['x', 's_1.abc', '%00', 'null'])
      assert.equal((await service.get(`${path}?token=${token}`)).status, 404, `${path} ${token}`)
  for (const search of ['/papers', '/?q=memory', '//evil.example/', '', `/?q=${'w+'.repeat(40)}&match=all&sort=newest`])
    assert.equal((await service.get(`/follow?${form({ search })}`)).status, 400, search)
})

test('without a mail server the page offers feeds, and says why', async (t) => {
  const service = await startTestService(t, { canMail: false })
  const page = await (await service.get(`/follow?${form({ search: '/gaps' })}`)).text()
  assert.match(page, /sends no emails at present/u)
  assert.match(page, /\/gaps\.atom/u)
  assert.doesNotMatch(page, /name="email"/u)
})
