import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { publishBrief } from '#actions/editorial/briefs.ts'
import type { Role } from '#core/access/editor.ts'
import { parseSchedule } from '#core/backups.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { addPapers, newPaper } from '../../support/database/stored.ts'
import { plansOf, watchStatements } from '../../support/database/statements.ts'
import { temporaryFolder } from '../../support/files.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { addCandidate, addProposal, submit } from '../../support/service/review.ts'
import { fillConsole } from '../../support/service/routes.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

const DAY = 86_400

/** Tables of a few rows, and two that are read as far as a limit: papers to assess in an index, and the end of the audit log. */
const SHORT = new Set([
  'SCAN settings',
  'SCAN chapters',
  'SCAN watched_sources',
  'SCAN webhook_endpoints',
  'SCAN following_state',
  'SCAN editors USING INDEX sqlite_autoindex_editors_1',
  'SCAN papers USING COVERING INDEX papers_unassessed',
  'SCAN audit_log',
])

const openToday = async (service: TestService, role: Role) => {
  const { get } = await signedIn(service, role)
  const markup = await (await get('/console')).text()
  const [, main = ''] = markup.split('<main')
  /** The lines of a section in plain words, with the address that each leads to. */
  const section = (id: string): string[] => {
    const [, found = ''] = main.split(`<section aria-labelledby="${id}">`)
    const [content = ''] = found.split('</section>')
    return [...content.matchAll(/<(?<tag>li|p)[^>]*>(?<line>[^]*?)<\/\k<tag>>/gu)].map(({ groups }) => {
      const { line = '' } = groups ?? {}
      const [, path = ''] = /href="(?<path>[^"]+)"/u.exec(line) ?? []
      const words = line
        .replaceAll(/<[^>]+>/gu, '')
        .replaceAll(/\s+/gu, ' ')
        .trim()
      return path === '' ? words : `${words} → ${path}`
    })
  }
  return { main, section }
}

test('with nothing to do, the front page says so', async (t) => {
  const { section } = await openToday(await startTestService(t), 'admin')
  assert.deepEqual(section('waits'), ['Nothing waits.'])
  assert.deepEqual(section('failed'), ['Nothing failed.'])
  assert.deepEqual(section('brief'), ['Week 47, 2026 has no brief yet.'])
})

test('what waits is counted, with its age and a link, for each role what it may decide on', async (t) => {
  const service = await startTestService(t)
  const key = await service.key('submit')
  await service.accept(leastPaper({ id: 'p1' }))
  await submit(service, key, leastPaper({ id: 'p2', title: 'Another one' }))
  await addCandidate(service.store, leastPaper({ id: 'p0', title: 'A candidate' }), service.clock.now().toISOString())
  service.clock.advance(3 * DAY)
  await addProposal(service, 'p1', { publisher: 'A press' })
  await service.send('POST', '/api/contact', { name: 'A', email: 'a@example.org', message: 'Hello.' })
  service.clock.advance(3 * DAY)
  const toReview = '1 paper to review, the oldest for 6 days → /console/queue'
  const { section, main } = await openToday(service, 'editor')
  assert.deepEqual(section('waits'), [
    toReview,
    '1 candidate in the inbox, the oldest for 6 days → /console/candidates',
    '1 proposal for a paper, the oldest for 3 days → /console/proposals',
    '1 new message, the oldest for 3 days → /console/messages?state=new',
    '1 public paper not yet assessed → /console/assess-many',
  ])
  assert.doesNotMatch(main, /\/console\/people/u)
  const reviewer = await openToday(service, 'reviewer')
  assert.deepEqual(reviewer.section('waits'), [toReview])
  for (const id of ['failed', 'brief', 'done', 'begin']) assert.deepEqual(reviewer.section(id), [], id)
})

test('the brief of the week is missing, a draft, or published', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper({ id: 'p1' }))
  const editor = await signedIn(service, 'editor')
  const begun = await editor.post('/console/briefs', { week: '2026-w47' })
  assert.equal(begun.headers.get('location'), '/console/briefs/2026-w47')
  const draft = (await openToday(service, 'editor')).section('brief')
  assert.match(draft.join('\n'), /is a draft, last changed 2026-11-20 \d\d:\d\d UTC\. → \/console\/briefs\/2026-w47$/u)
  const week = { year: 2026, week: 47 }
  const brief = { id: '2026-w47', week, title: 'What came', summary: 'One.', take: 'One.', featured: ['p1'] }
  await service.run(publishBrief, { brief, actor: 'test' })
  assert.deepEqual((await openToday(service, 'editor')).section('brief'), [
    'What came is published; it was not sent by email. → /briefs/2026-w47',
  ])
})

test('what failed is told with its reason and its remedy', async (t) => {
  const service = await startTestService(t)
  await fillConsole(service)
  const { store, clock } = service
  const at = clock.now().toISOString()
  await store.transact(async (tx) => {
    const lease = { id: 1, reader: 'r' }
    await tx.sources.setState(1, 'active', at)
    await tx.sources.beginRun(lease, at, new Date(clock.now().getTime() + 60_000).toISOString())
    const end = { error: 'The feed answered 404.', isComplete: false, requests: 1, failures: 3, nextRunAt: at }
    await tx.sources.endRun(lease, { at, ...end })
    await tx.webhooks.change(1, { state: 'paused', pausedBecause: 'It accepted nothing for 5 days.' })
    const { emails } = await tx.outbox.list(null, null, 1)
    for (const { seq } of emails) await tx.outbox.markFailed(seq, 'No such mailbox.', null)
  })
  const { section } = await openToday(service, 'admin')
  assert.deepEqual(section('failed'), [
    '1 email could not be delivered. The oldest was written 0 min ago. See why, and try again → /console/outbox?state=failed',
    'The source A feed failed 3 times. The feed answered 404. Run it again, pause or remove it → /console/sources',
    'The webhook https://hooks.example.org/ is paused. It accepted nothing for 5 days. See why, and resume it → /console/webhooks/1',
  ])
  assert.equal((await openToday(service, 'editor')).section('failed').length, 2, 'webhooks are for admins')
  assert.match(section('done').join('\n'), /^test added the source 1 2026-11-20 \d\d:\d\d$/mu)
  assert.doesNotMatch(section('done').join('\n'), /signed in/u)
})

test('admins see a backup that failed, is too old or could not be restored, and what to do', async (t) => {
  const schedule = parseSchedule('0 3 * * *')
  assert.ok(schedule !== null)
  const service = await startTestService(t, { backups: { schedule, canDrill: true } })
  const { store, clock } = service
  const failed = async (role: Role = 'admin') => (await openToday(service, role)).section('failed')
  const make = 'Remove the cause; “longview backups now” makes one at once.'
  assert.deepEqual(await failed(), [`No backup has been made yet. It is due now. ${make}`])
  assert.deepEqual(await failed('editor'), ['Nothing failed.'])
  const at = clock.now().toISOString()
  await store.transact((tx) =>
    tx.backups.setFailure({ at, message: 'The disk for files is full; nothing was stored.' }),
  )
  const full = `The last backup failed. ${at}: The disk for files is full; nothing was stored. There is none yet. ${make}`
  assert.deepEqual(await failed(), [full])
  await store.transact(async (tx) => {
    await tx.backups.setGood({ at, id: '20261120T100000000Z', bytes: 1, seconds: 1 })
    await tx.backups.setDrill({ at, backup: '20261120T100000000Z', fault: null })
  })
  assert.deepEqual(await failed(), ['Nothing failed.'])
  clock.advance(2 * DAY)
  assert.match(
    (await failed()).join('\n'),
    /^The last backup is too old\. The last good one is from 2026-11-20T10:00:00\.000Z\. The next was due at 2026-11-21T03:00:00\.000Z\. /u,
  )
  clock.advance(8 * DAY)
  assert.match((await failed()).join('\n'), /^No backup has been restored on trial for too long\. /mu)
  const drill = { at, backup: '20261120T100000000Z', fault: 'It is torn.' }
  await store.transact((tx) => tx.backups.setDrill(drill))
  assert.match(
    (await failed()).join('\n'),
    /^The newest backup could not be restored on trial\. .*It is torn\. Make another/mu,
  )
})

const sixty = (from: number, state: 'pending' | 'accepted') =>
  Array.from({ length: 60 }, (_, index) => newPaper({ id: `p${from + index}` }, state))

test('the front page reads entries of indexes, however much waits', async (t) => {
  const path = join(await temporaryFolder(t), 'corpus.db')
  const statements = watchStatements(t)
  const schedule = parseSchedule('0 3 * * *')
  const service = await startTestService(t, {
    ...(schedule === null ? {} : { backups: { schedule, canDrill: true } }),
    engine: { name: 'SQLite', open: async (_t, ports) => openSqliteStore(path, ports) },
  })
  await addPapers(service.store, ...sixty(1, 'pending'), ...sixty(1_001, 'accepted'))
  const admin = await signedIn(service, 'admin')
  const read = async () => {
    statements.length = 0
    assert.equal((await admin.get('/console')).status, 200)
    return [...statements]
  }
  await read()
  const first = await read()
  await addPapers(service.store, ...sixty(2_001, 'pending'), ...sixty(3_001, 'accepted'))
  await read()
  const second = await read()
  assert.equal(second.length, first.length)
  const database = new Database(path)
  t.after(() => database.close())
  const scans = plansOf(database, second)
    .join('\n')
    .match(/SCAN (?!CONSTANT ROW|found).*$/gmu)
  assert.deepEqual(
    (scans ?? []).filter((scan) => !SHORT.has(scan)),
    [],
  )
})
