import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LeasedDigest } from '#core/mail/mailing.ts'
import { recordDelivery } from '#actions/mailings.ts'
import { decidePaper } from '#actions/decisions.ts'
import { pruneExpiredJob } from '#jobs/housekeeping.ts'
import {
  startSubscriberTest,
  type SubscriberTest,
  EMAIL,
  MEMORY,
  confirmFollow,
  digest,
  follow,
  form,
  mailed,
} from '../support/mail/subscriber.ts'
import { leastPaper } from '../support/service/papers.ts'
import { startTestService } from '../support/service/test-service.ts'

const DAY = 86_400

const sent = ({ service }: SubscriberTest, delivery: LeasedDigest): Promise<void> =>
  service.run(recordDelivery, { delivery, outcome: { result: 'sent' } })

test('a search is followed by a link that is mailed, and each new paper is sent once', async (t) => {
  const subscribers = await startSubscriberTest(t)
  const { service, post, known } = subscribers
  await service.accept(leastPaper({ id: 'p1', title: 'Old memory' }))
  const page = await (await service.get(`/follow?${form({ search: MEMORY })}`)).text()
  assert.match(page, /has all of these words\. The list shows what is new here first/u)
  assert.match(page, /href="\/\?q=memory&amp;match=all&amp;sort=added">See what there is now/u)
  assert.match(page, /\/papers\.atom\?q=memory</u)
  assert.match(await (await service.get('/follow')).text(), /\/papers\.atom</u, 'the whole library where none is named')

  assert.equal((await follow(subscribers)).status, 303)
  assert.equal(await known(EMAIL), null, 'nothing is stored as a subscriber before it is confirmed')
  const confirm = await mailed(subscribers, 'follow/confirm')
  const [asked] = subscribers.emails()
  assert.doesNotMatch(asked?.text ?? '', /memory/u, 'others cannot send words of their own')
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

test('a paper retracted before its digest is sent is left out, and an empty digest is not sent', async (t) => {
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

/** Everything in a response by which a client could tell two addresses apart. */
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
  assert.match(page, /does not send emails at present/u)
  assert.match(page, /\/gaps\.atom/u)
  assert.doesNotMatch(page, /name="email"/u)
})
