import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rankOpenCandidates } from '#sources/rank-open-candidates.ts'
import { actsOf } from '../../support/service/editing.ts'
import { LIST_PAGE_SIZE } from '#http/console/pages/list.ts'
import { formAt, markupOf, wordsOf } from '../../support/markup.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { sourceRecord } from '#core/imports/imported-record.ts'
import { corePaper } from '../../support/database/stored.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { addProposal, addCandidate } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'

const about = (id: string, title: string, abstract: string) => leastPaper({ id, title, abstract })

test('the inbox shows the likeliest first with its reasons, and one key decides', async (t) => {
  const service = await startTestService(t)
  const { store, clock } = service
  for (const [index, subject] of ['recovery', 'planning', 'budgets'].entries())
    await service.accept(about(`p${index + 1}`, `Agent memory and ${subject}`, 'Episodic memory of agents.'))
  const at = clock.now().toISOString()
  await addCandidate(store, about('x1', 'Agent memory in warehouses', 'Episodic memory of agents.'), at)
  await addCandidate(store, about('x2', 'Growth of tissue <b>', 'Cells divide.'), at)
  const editor = await signedIn(service, 'editor')
  const inbox = async (address = '/console/candidates') => (await editor.get(address)).text()
  assert.match(await inbox(), /2 candidates are waiting[^]*Not ranked yet/u)

  assert.equal(await rankOpenCandidates(service), 2)
  const page = await inbox()
  assert.match(
    page,
    /Agent memory in warehouses[^]*<span>Similar to accepted papers: <a href="\/console\/papers\/p\d"[^]*Growth of tissue &lt;b&gt;/u,
  )
  assert.equal(page.match(/data-key="a"/gu)?.length, 1, 'keys decide on the first')
  assert.match(page, /a list, <time/u)

  const kept = await editor.post('/console/candidates/1/keep')
  assert.match(kept.headers.get('location') ?? '', /^\/console\/candidates\?kept=p\d+$/u)
  const paperId = kept.headers.get('location')?.split('=')[1] ?? ''
  assert.equal((await store.private.submissions.find(paperId))?.state, 'pending')
  assert.equal((await editor.post('/console/candidates/1/keep')).status, 409)
  const dismissed = await editor.post('/console/candidates/2/dismiss')
  assert.match(
    await inbox(dismissed.headers.get('location') ?? ''),
    /Dismissed:[^]*Growth of tissue[^]*There is nothing new/u,
  )
  assert.match(await inbox('/console/candidates?dismissed=2'), /Dismissed:[^]*Undo/u)
  assert.equal((await editor.post('/console/candidates/2/reopen')).status, 303)
  assert.match(await inbox(), /One candidate is waiting/u)
  for (const path of ['/console/candidates/9/keep', '/console/candidates/x/dismiss'])
    assert.equal((await editor.post(path)).status, 404)
  assert.equal((await editor.get('/console/candidates?after=nix')).status, 400)
})

test('the inbox shows what a list of links says, and proposes its topics for the paper', async (t) => {
  const service = await startTestService(t)
  const { store, clock } = service
  const at = clock.now().toISOString()
  const listed = { title: 'A listed <b>', url: null, topics: ['Memory', 'Time & place'] }
  const unknown = { doi: null, arxivId: '2611.00001' }
  const id = await store.transact((tx) => tx.candidates.add({ paper: null, ...unknown, listed, at }))
  const url = 'https://openreview.net/forum?id=abcdefgh12'
  const addressed = await store.transact((tx) =>
    tx.candidates.add({ paper: null, doi: null, arxivId: null, listed: { title: null, url, topics: [] }, at }),
  )
  const editor = await signedIn(service, 'editor')
  const page = await (await editor.get('/console/candidates')).text()
  assert.match(
    page,
    /<a href="https:\/\/arxiv\.org\/abs\/2611\.00001" rel="noreferrer" dir="auto" data-entry>A listed &lt;b&gt;<\/a>/u,
  )
  assert.match(page, /Listed under Memory, Time &amp; place/u)
  assert.match(page, /<a href="https:\/\/openreview\.net\/forum\?id=abcdefgh12"[^]*Only its address is known/u)
  const refused = await editor.post(`/console/candidates/${addressed}/keep`)
  assert.equal(refused.status, 409)
  assert.match(await refused.text(), /Only its address is known: import its record/u)

  const given = {
    ...corePaper({ id: 'p0', title: 'A listed <b>', topics: ['Time & place', 'own'] }),
    arxivId: unknown.arxivId,
  }
  const record = {
    format: 'csl-json' as const,
    position: 'record 1',
    recordId: 'x',
    fields: {},
    unmapped: [],
    source: '{}',
  }
  const source = sourceRecord(record, { place: 'a list', fetchedAt: at })
  await store.transact(async (tx) => {
    await tx.candidates.setPaper(id, given)
    await tx.candidates.addRecord(id, { sourceId: null, recordId: 'x', source })
  })
  const kept = await editor.post(`/console/candidates/${id}/keep`)
  const paperId = kept.headers.get('location')?.split('=')[1] ?? ''
  const paper = (await store.private.papers.findByIds([paperId])).get(paperId)
  assert.deepEqual(paper?.topics, ['Time & place', 'own', 'Memory'])
})

const worksIn = (markup: string) =>
  [...markup.matchAll(/data-entry>Work (?<number>\d+)/gu)].map(({ groups }) => Number(groups?.number))

test('the inbox is a list with orders, search and views, and each decision comes back to its place', async (t) => {
  const service = await startTestService(t)
  const { store, clock } = service
  const at = clock.now().toISOString()
  for (let number = 1; number <= LIST_PAGE_SIZE + 3; number += 1)
    await addCandidate(
      store,
      about(`x${number}`, `Work ${number}${number % 50 === 0 ? ' on ledgers' : ''}`, 'Agents & time. '.repeat(20)),
      at,
    )
  const editor = await signedIn(service, 'editor')
  const path = '/console/candidates'
  const get = async (search = '') => markupOf(await editor.get(path + search))
  const first = await get('?order=oldest')
  assert.deepEqual(
    worksIn(first),
    Array.from({ length: LIST_PAGE_SIZE }, (_, index) => index + 1),
  )
  assert.match(first, /aria-label="Select Work 1"/u)
  assert.equal(first.match(/<details data-reads/gu)?.length, 10, 'the abstracts of the first rows')
  const next = /href="(?<next>[^"]+)" rel="next"/u.exec(first)?.groups?.next?.replaceAll('&amp;', '&') ?? ''
  const second = await get(next.slice(path.length))
  assert.deepEqual(worksIn(second), [101, 102, 103])
  // Any other row leads to the page that begins with it.
  const reads = /<a href="(?<reads>[^"]+)" data-reads/u.exec(first)?.groups?.reads?.replaceAll('&amp;', '&') ?? ''
  assert.equal(worksIn(await get(reads.slice(path.length)))[0], 11)

  const found = await get('?q=LEDGERS&order=oldest&source=')
  assert.deepEqual(worksIn(found), [50, 100])
  const saved = await editor.post('/console/views', formAt(found, '/console/views', { name: 'Ledgers' }))
  assert.equal(saved.headers.get('location'), `${path}?q=LEDGERS&order=oldest`)
  assert.match(wordsOf(await get()), /Ledgers/u)
  assert.deepEqual(worksIn(await get('?source=list&order=latest')).slice(0, 2), [103, 102])
  assert.match(wordsOf(await get('?q=nothing')), /No candidates found\./u)

  const where = formAt(second, `${path}/decide`)
  const dismissed = await editor.post(`${path}/102/dismiss`, where)
  assert.match(dismissed.headers.get('location') ?? '', /\?order=oldest&after=[^&]+&dismissed=102$/u)
  const after = await markupOf(await editor.get(dismissed.headers.get('location') ?? ''))
  assert.deepEqual(worksIn(after), [101, 103])
  const reopened = await editor.post(`${path}/102/reopen`, formAt(after, `${path}/102/reopen`))
  assert.deepEqual(worksIn(await markupOf(await editor.get(reopened.headers.get('location') ?? ''))), [101, 102, 103])
  for (const search of ['?order=colour', '?source=x', '?dismissed=x', '?dismissed=999999999999999.1', '?after=1'])
    await markupOf(await editor.get(path + search), 400)
})

test('many candidates are dismissed or kept after a preview, and dismissals are undone together', async (t) => {
  const service = await startTestService(t)
  const { store, clock } = service
  const at = clock.now().toISOString()
  for (let number = 1; number <= 45; number += 1)
    await addCandidate(store, about(`x${number}`, `Work ${number}`, 'Cells divide.'), at)
  const unknown = { paper: null, doi: '10.1/x', arxivId: null, listed: null, at }
  await store.transact((tx) => tx.candidates.add(unknown))
  const editor = await signedIn(service, 'editor')
  const path = '/console/candidates'
  const page = await markupOf(await editor.get(`${path}?q=work&order=latest&selected=page`))
  const form = formAt(page, `${path}/preview`, { verdict: 'dismiss' })
  assert.equal(form.filter(([name]) => name === 'candidate').length, 45)
  const asked = await markupOf(await editor.post(`${path}/preview`, form))
  assert.match(wordsOf(asked), /Dismiss 45 candidates\?/u)
  await editor.post(`${path}/45/dismiss`)
  const done = await editor.post(`${path}/decide`, formAt(asked, `${path}/decide`))
  const after = await markupOf(await editor.get(done.headers.get('location') ?? ''))
  assert.match(done.headers.get('location') ?? '', /&dismissed=1(?:\.1){43}&left=1$/u)
  assert.match(wordsOf(after), /One candidate is waiting.*1 other was left as it was\..*Dismissed: 44 candidates/u)
  assert.equal((await actsOf(service, 'candidate.dismiss')).length, 45)
  const undone = await editor.post(`${path}/reopen`, formAt(after, `${path}/reopen`))
  assert.equal(undone.headers.get('location'), `${path}?q=work&order=latest`)
  assert.equal(await store.private.candidates.countOpen(), 45)

  const all: [string, string][] = [
    ['verdict', 'keep'],
    ['all', 'true'],
    ['where', 'order=oldest'],
  ]
  const keeping = await markupOf(await editor.post(`${path}/preview`, all))
  assert.match(wordsOf(keeping), /Keep 44 candidates\?.*One stays as it is.*10\.1\/x Its record is not known yet\./u)
  const few = formAt(keeping, `${path}/decide`, { candidates: '1.1.43' })
  const kept = await editor.post(`${path}/decide`, few)
  assert.equal(kept.headers.get('location'), `${path}?order=oldest&submitted=2&left=1`)
  assert.match(
    wordsOf(await markupOf(await editor.get(kept.headers.get('location') ?? ''))),
    /Kept: 2 candidates are in the queue\. 1 other was left as it was\./u,
  )
  assert.equal((await store.private.waiting.counts(100)).submissions, 2)
  for (const wrong of [
    [],
    [['verdict', 'keep']],
    [
      ['verdict', 'keep'],
      ['candidate', 'x'],
    ],
  ] as [string, string][][])
    await markupOf(await editor.post(`${path}/preview`, wrong), 400)
})

test('admins watch sources, and see why one could not be read; editors see it, too', async (t) => {
  const service = await startTestService(t)
  const admin = await signedIn(service, 'admin')
  const refused = await admin.post('/console/sources', { kind: 'oai', query: 'cs' })
  assert.equal(refused.status, 400)
  const form = await refused.text()
  assert.match(form, /Address: is required: the address of the repository/u)
  assert.match(form, /value="cs"/u)
  const described = { kind: 'arxiv', query: 'cs.MA', address: '' }
  const asked = await admin.post('/console/sources', described)
  assert.equal(asked.status, 200)
  const question = await asked.text()
  assert.match(question, /send requests to export\.arxiv\.org every 360 minutes/u)
  assert.deepEqual(await service.store.private.sources.list(), [])
  assert.equal((await admin.post('/console/sources', formAt(question, '/console/sources'))).status, 303)
  await service.store.transact(async (tx) => {
    const lease = { id: 1, reader: 'reader' }
    const at = service.clock.now().toISOString()
    await tx.sources.beginRun(lease, at, at)
    await tx.sources.addRefusals(1, [{ position: 'line 7', reason: 'authors: is required' }])
    await tx.sources.endRun(lease, {
      at,
      error: 'The server answered 503.',
      isComplete: false,
      requests: 5,
      failures: 1,
      nextRunAt: at,
    })
  })
  const editor = await signedIn(service, 'editor')
  const page = await (await editor.get('/console/sources')).text()
  assert.match(page, /arxiv cs\.MA[^]*The server answered 503\.[^]*line 7: authors: is required/u)
  // The current error of a source is shown next to its name, and not repeated for its last run.
  assert.match(page, /in 5 requests, failed/u)
  assert.equal(page.match(/The server answered 503\./gu)?.length, 1)
  assert.doesNotMatch(page, /Add a source|Pause/u)
  assert.equal((await editor.post('/console/sources/1/pause')).status, 403)
  assert.equal((await admin.post('/console/sources/1/pause')).status, 303)
  assert.equal((await admin.post('/console/sources/1/pause')).status, 409)
  assert.equal((await admin.post('/console/sources/1/remove')).status, 303)
  assert.match(await (await admin.get('/console/sources')).text(), /There are no sources yet/u)
})

test('what is proposed for public papers is shown beside what they say, and one key decides', async (t) => {
  const service = await startTestService(t)
  const { store } = service
  await service.accept(
    leastPaper({ id: 'p1', title: 'A public paper' }),
    leastPaper({ id: 'p2', title: 'Another <b>' }),
  )
  const editor = await signedIn(service, 'editor')
  const shown = async (path = '/console/proposals') => (await editor.get(path)).text()
  assert.match(await shown(), /There are no proposals\./u)
  assert.doesNotMatch(await shown('/console/queue'), /propos\w+ for public papers?</u)

  const first = await addProposal(service, 'p1', { publisher: 'Press <img src=x>', volume: '7' })
  const second = await addProposal(service, 'p2', { doi: '10.1000/two' })
  const page = await shown()
  assert.match(
    page,
    /A public paper[^]*Volume[^]*<del>\(empty\)<\/del> <ins>7<\/ins>[^]*Publisher[^]*<del>\(empty\)<\/del> <ins>Press &lt;img src=x&gt;<\/ins>[^]*Another &lt;b&gt;/u,
  )
  assert.equal(page.match(/data-key="a"/gu)?.length, 1, 'keys decide on the first')
  assert.match(await shown('/console/queue'), /href="\/console\/proposals">2 proposals for public papers</u)
  assert.match(await shown(`/console/proposals?after=${first}`), /Another &lt;b&gt;[^]*Back to the first/u)
  assert.doesNotMatch(await shown(`/console/proposals?after=${first}`), /A public paper/u)

  const taken = await editor.post(`/console/proposals/${first}/take`)
  assert.equal(taken.headers.get('location'), `/console/proposals?decided=${first}`)
  assert.match(await shown(taken.headers.get('location') ?? ''), /Accepted: <a[^>]*>A public paper</u)
  const { publisher, volume } = (await store.private.papers.findByIds(['p1'])).get('p1') ?? {}
  assert.deepEqual([publisher, volume], ['Press <img src=x>', '7'])
  assert.equal((await editor.post(`/console/proposals/${second}/leave`)).status, 303)
  assert.equal((await store.private.papers.findByIds(['p2'])).get('p2')?.doi, null)
  assert.match(await shown(`/console/proposals?decided=${second}`), /Dismissed: [^]*There are no proposals\./u)
  assert.equal((await actsOf(service, 'proposal.take')).length + (await actsOf(service, 'proposal.leave')).length, 2)

  assert.equal((await editor.post(`/console/proposals/${first}/leave`)).status, 409, 'decided already')
  for (const path of ['/console/proposals/9/take', '/console/proposals/x/leave'])
    assert.equal((await editor.post(path)).status, 404)
  assert.equal((await editor.get('/console/proposals?after=nix')).status, 400)
  const reviewer = await signedIn(service, 'reviewer')
  assert.equal((await reviewer.get('/console/proposals')).status, 403)
})

test('of a proposal only what the paper still lacks is shown', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper({ id: 'p1', title: 'A public paper', publisher: 'Ours' }))
  await addProposal(service, 'p1', { publisher: 'Theirs' })
  const editor = await signedIn(service, 'editor')
  const page = await (await editor.get('/console/proposals')).text()
  assert.match(page, /The paper already has all of this\./u)
  assert.doesNotMatch(page, /Theirs/u)
})

test('a withdrawn work is retracted by the decision of an editor, and what else is proposed for it waits no more', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper({ id: 'p1', title: 'A public paper' }))
  await addProposal(service, 'p1', { publisher: 'Press' })
  const text = 'This paper has been withdrawn <b>.'
  const id = await addProposal(service, 'p1', {}, { kind: 'withdrawal', text, date: '2026-11-12', address: null })
  const editor = await signedIn(service, 'editor')
  const page = await (await editor.get('/console/proposals')).text()
  assert.match(
    page,
    /Press[^]*Accept[^]*Withdrawn, 2026-11-12: This paper has been withdrawn &lt;b&gt;\.[^]*>Retract</u,
  )
  assert.equal((await service.get('/api/v1/papers/p1')).status, 200)
  assert.equal((await editor.post(`/console/proposals/${id}/take`)).status, 303)
  assert.equal((await service.get('/api/v1/papers/p1')).status, 410)
  const step = (await service.store.private.submissions.find('p1'))?.history.at(-1)
  assert.deepEqual([step?.state, step?.note], ['retracted', `Withdrawn, 2026-11-12: ${text}`])
  assert.match(await (await editor.get('/console/proposals')).text(), /There are no proposals\./u)
})
