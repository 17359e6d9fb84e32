import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChangedKind, NumberedChange } from '#core/public-change.ts'
import {
  changedFeeds,
  isAnnounced,
  mergeEvents,
  GIVE_UP_AFTER_MS,
  RETRY_SECONDS,
  restWait,
  retryWait,
  eventOfChange,
  messageId,
} from '#core/webhooks.ts'
import { signedHeaders } from '#core/webhook-signature.ts'

const at = (second: number): string => `2026-11-20T10:00:0${second}.000Z`
const change = (seq: number, second: number): NumberedChange => ({
  seq,
  kind: 'paper',
  id: `p${seq}`,
  event: 'added',
  at: at(second),
})
const decision = (step: number, second: number) => ({ step, id: `p${step}`, state: 'accepted', at: at(second) })
const start = { change: 0, step: 0 }
const end = { change: 9, step: 9 }

test('the vector of the specification gets its signature', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: new Date(1_614_265_330_000), body: '{"test": 2432232314}' }
  assert.deepEqual(signedHeaders(message, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']), {
    'webhook-id': message.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('decisions and changes come in one order, and no further than both are known', () => {
  const whole = mergeEvents(
    { changes: [change(1, 1), change(2, 3)], decisions: [decision(5, 1), decision(6, 2)] },
    { position: start, end, limit: 3 },
  )
  assert.deepEqual(
    whole.events.map(({ type, subject }) => `${type} ${subject}`),
    [
      'submission.decided paper p5',
      'paper.accepted paper p1',
      'submission.decided paper p6',
      'paper.accepted paper p2',
    ],
  )
  assert.deepEqual(whole.position, end)
  const cut = mergeEvents(
    { changes: [change(1, 1), change(2, 2)], decisions: [decision(5, 2), decision(6, 3)] },
    { position: start, end, limit: 2 },
  )
  assert.deepEqual(cut.position, { change: 2, step: 5 })
  const behind = mergeEvents(
    { changes: [change(1, 2), change(2, 3)], decisions: [decision(5, 1)] },
    { position: start, end, limit: 2 },
  )
  assert.deepEqual(behind.position, { change: 2, step: 5 })
  const none = mergeEvents({ changes: [change(1, 1), change(2, 1)], decisions: [] }, { position: start, end, limit: 2 })
  assert.deepEqual(none.position, { change: 2, step: 0 })
})

test('an id is the same for an event, and another one where a restored corpus gives its number out again', () => {
  const event = eventOfChange(change(1, 1)) ?? assert.fail()
  assert.match(messageId(event), /^msg_[\w-]{24}$/u)
  assert.equal(messageId(event), messageId({ ...event }))
  assert.notEqual(messageId(event), messageId({ ...event, at: at(2) }))
  assert.equal(eventOfChange({ ...change(1, 1), kind: 'concept' }), null)
})

test('waits grow, differ by a tenth at most, and reach three days in a dozen attempts', () => {
  for (const [index, seconds] of RETRY_SECONDS.entries()) {
    const waits = Array.from({ length: 20 }, (_, number) => retryWait(`msg_${number}`, index + 1) / 1_000)
    assert.ok(waits.every((wait) => wait >= seconds * 0.9 && wait <= seconds * 1.1))
    assert.ok(new Set(waits).size > 10)
  }
  let attempts = 0
  for (let passed = 0; passed < GIVE_UP_AFTER_MS; attempts += 1) passed += retryWait('msg_1', attempts + 1)
  assert.ok(attempts < 13)
  assert.equal(restWait('https://a.example', 2), 0)
  assert.ok(restWait('https://a.example', 3) > 50_000)
  assert.ok(restWait('https://a.example', 99) < 2_000_000)
})

test('a hub is notified of each list that a change touches, once, and of no other', () => {
  const none = { kinds: new Set<ChangedKind>(), papers: [], concepts: [] }
  assert.deepEqual(changedFeeds(none), [])
  assert.deepEqual(changedFeeds({ ...none, kinds: new Set(['brief'] as const) }), [
    '/briefs.atom',
    '/briefs.rss',
    '/briefs.json',
  ])
  const paper = { chapter: 3, concepts: ['gedächtnis', 'planning'], institution: 'École & Co' }
  const papers = [paper, { ...paper, chapter: null, concepts: ['planning'], institution: null }]
  const feeds = changedFeeds({ kinds: new Set(['paper', 'concept'] as const), papers, concepts: ['planning'] })
  assert.deepEqual(
    feeds.filter((feed) => feed.includes('.atom')),
    [
      '/papers.atom',
      '/chapters/3.atom',
      '/concepts/ged%C3%A4chtnis.atom',
      '/concepts/planning.atom',
      '/papers.atom?institution=%C3%89cole+%26+Co',
    ],
  )
  assert.equal(feeds.length, 15)
  const gaps = changedFeeds({ ...none, kinds: new Set(['gap'] as const) })
  assert.ok(gaps.includes('/gaps.rss') && gaps.includes('/gaps.rss?severity=high'))
})

test('every feed that a hub is notified of names the hub, and no search does', () => {
  const kinds = new Set(['paper', 'gap', 'brief'] as const)
  const papers = [{ chapter: 1, concepts: ['a b'], institution: 'X' }]
  for (const feed of changedFeeds({ kinds, papers, concepts: [] })) {
    const { pathname, searchParams } = new URL(feed, 'https://library.example')
    assert.ok(isAnnounced(pathname.replace(/\.\w+$/u, ''), Object.fromEntries(searchParams)), feed)
  }
  const searches: Record<string, string>[] = [
    { q: 'x' },
    { year: '2026' },
    { institution: 'X', year: '2026' },
    { severity: 'high' },
  ]
  for (const search of searches) assert.equal(isAnnounced('/papers', search), false)
  assert.equal(isAnnounced('/chapters/1', { q: 'x' }), false)
})
