import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LIST_PAGE_SIZE } from '#http/console/pages/list.ts'
import { finding } from '#core/review/checks.ts'
import type { NewPaper } from '#ports/store/papers.ts'
import { newPaper } from '../../support/database/stored.ts'
import { formAt, markupOf, wordsOf } from '../../support/markup.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { startTestService } from '../../support/service/test-service.ts'

const nextOf = (markup: string): string | null =>
  /<a href="(?<next>[^"]+)" rel="next">/u.exec(markup)?.groups?.next?.replaceAll('&amp;', '&') ?? null

/** The texts of a column on all pages of a list. */
const walk = async (get: (address: string) => Promise<string>, address: string, label: string): Promise<string[]> => {
  const found: string[] = []
  for (let at: string | null = address; at !== null;) {
    const markup = await get(at)
    const cells = [...markup.matchAll(new RegExp(`<td data-label="${label}">(?:<(?:a|code)[^>]*>)?([^<]*)`, 'gu'))]
    assert.ok(cells.length <= LIST_PAGE_SIZE)
    found.push(...cells.map(([, text]) => text ?? ''))
    at = nextOf(markup)
  }
  return found
}

test('the list of concepts has pages, orders and filters, and each concept once', async (t) => {
  const service = await startTestService(t)
  const names = Array.from({ length: 2 * LIST_PAGE_SIZE + 5 }, (_, index) => `Concept ${1_000 + index}`)
  await service.store.transact(async (tx) => {
    await tx.papers.add([
      newPaper({ id: 'p1', concepts: names.slice(0, 100) }),
      newPaper({ id: 'p2', concepts: names.slice(100, 200) }),
      newPaper({ id: 'p3', concepts: [...names.slice(200), ...names.slice(0, 3)] }),
    ])
    await tx.concepts.define('Concept 1004', 'What it means.')
  })
  const editor = await signedIn(service, 'editor')
  const get = async (address: string) => markupOf(await editor.get(address))
  const path = '/console/concepts'
  assert.deepEqual(await walk(get, path, 'Name'), names)
  const byPapers = await walk(get, `${path}?order=papers`, 'Name')
  assert.deepEqual([byPapers.slice(0, 3), byPapers.toSorted()], [names.slice(0, 3), names])
  assert.deepEqual(await walk(get, `${path}?defined=true`, 'Name'), ['Concept 1004'])
  assert.deepEqual(await walk(get, `${path}?q=CONCEPT+120&defined=false`, 'Name'), names.slice(200))
  const some = await get(`${path}?order=papers&columns=id`)
  assert.match(wordsOf(some), /205 concepts/u)
  assert.match(some, /<th scope="col">Id<\/th><\/tr>/u)
  assert.match(some, /<td data-label="Id">concept-1000<\/td>/u)
  const views = '/console/views'
  const saved = await editor.post(views, formAt(some, views, { name: 'Most used' }))
  assert.equal(saved.headers.get('location'), `${path}?order=papers&columns=id`)
  assert.match(wordsOf(await get(path)), /Most used/u)
  await markupOf(await editor.get(`${path}?order=colour`), 400)
})

test('the list of subscribers has pages, states and columns', async (t) => {
  const service = await startTestService(t)
  const emails = Array.from({ length: LIST_PAGE_SIZE + 2 }, (_, index) => `reader${1_000 + index}@example.org`)
  await service.store.transact(async (tx) => {
    for (const [index, email] of emails.entries())
      await tx.subscribers.put(
        {
          id: `s${index}`,
          email,
          name: null,
          state: index === 0 ? 'unsubscribed' : 'active',
          confirmHash: null,
          confirmExpiresAt: null,
          wantsBrief: true,
        },
        service.clock.now().toISOString(),
      )
  })
  const admin = await signedIn(service, 'admin')
  const get = async (address: string) => markupOf(await admin.get(address))
  assert.deepEqual(await walk(get, '/console/subscribers', 'Address'), emails)
  assert.deepEqual(
    await walk(get, '/console/subscribers?state=active&columns=state', 'State'),
    emails.slice(1).map(() => 'active'),
  )
  assert.match(wordsOf(await get('/console/subscribers?state=unsubscribed')), /1 subscriber Columns/u)
})

const waiting = (number: number, session: string | null): NewPaper => {
  const risk = number % 101
  const findings = [finding('year', 'year', risk, 'Because of the test.')]
  return {
    ...newPaper(
      { id: `p${number}`, title: `Agents of kind ${number}${number % 7 === 0 ? ' & ledgers' : ''}` },
      'pending',
    ),
    checked: { checkReport: { risk, findings }, session },
  }
}

const numbered = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

test('the queue has pages, orders by its headings, filters, columns and views', async (t) => {
  const service = await startTestService(t)
  const numbers = numbered(2 * LIST_PAGE_SIZE + 5)
  await service.store.transact((tx) =>
    tx.papers.add(numbers.map((number) => waiting(number, number > 190 ? 'november' : null))),
  )
  const editor = await signedIn(service, 'editor')
  const get = async (address: string) => markupOf(await editor.get(address))
  const path = '/console/queue'
  const idsAt = async (search = '') => {
    const ids = await walk(get, `${path}${search}`, 'Id')
    return ids.map((id) => Number(id.slice(1)))
  }
  const byRisk = numbers.toSorted((a, b) => (b % 101) - (a % 101) || a - b)
  assert.deepEqual(await idsAt(), numbers)
  assert.deepEqual(await idsAt('?order=latest'), numbers.toReversed())
  assert.deepEqual(await idsAt('?order=risk'), byRisk)
  assert.deepEqual(await idsAt('?order=least-risk'), byRisk.toReversed())
  assert.deepEqual(await idsAt('?session=november&order=latest'), numbers.slice(190).toReversed())
  assert.deepEqual(
    await idsAt('?maxRisk=3'),
    numbers.filter((number) => number % 101 <= 3),
  )
  assert.deepEqual(await idsAt('?q=LEDGER&order=latest'), numbers.filter((number) => number % 7 === 0).toReversed())
  assert.deepEqual(await idsAt('?q=p77'), [77])
  assert.deepEqual(await idsAt('?state=changes_requested&order=risk'), [])

  const some = await get(`${path}?q=ledgers&order=risk&maxRisk=&key=&session=&assessed=&state=pending&columns=version`)
  assert.match(
    some,
    /<th scope="col" aria-sort="descending"><a href="[^"]*order=least-risk[^"]*">Risk<\/a><\/th>|Version<\/th>/u,
  )
  assert.doesNotMatch(some, />Findings<\/th>/u)
  // What is chosen stays on the way to a paper and back.
  const back = /href="\/console\/queue\/p\d+(?<search>[^"]*)"/u.exec(some)?.groups?.search?.replaceAll('&amp;', '&')
  assert.equal(back, '?q=ledgers&order=risk&columns=version')
  assert.ok((await get(`/console/queue/p7${back}`)).includes(`href="/console/queue${back.replaceAll('&', '&amp;')}"`))
  const views = '/console/views'
  const saved = await editor.post(views, formAt(some, views, { name: 'Ledgers' }))
  assert.equal(saved.headers.get('location'), `${path}${back}`)
  assert.match(wordsOf(await get(path)), /Ledgers/u)
  for (const search of ['?order=colour', '?maxRisk=101', '?cursor=x', '?session=a b'])
    await markupOf(await editor.get(path + search), 400)

  const reviewer = await signedIn(service, 'reviewer')
  const shown = await markupOf(await reviewer.get(`${path}?q=ledgers`))
  assert.doesNotMatch(shown, /Save this view|type="checkbox" name="paper"|accept-all/u)
  assert.match(shown, /aria-sort="ascending"/u)
})

test('what is selected in the queue is decided on after a preview, and the change leads back to it', async (t) => {
  const service = await startTestService(t)
  await service.store.transact((tx) => tx.papers.add(numbered(130).map((number) => waiting(number, null))))
  const editor = await signedIn(service, 'editor')
  const [queue, preview, changes] = ['/console/queue', '/console/bulk-changes/preview', '/console/bulk-changes']
  const page = await markupOf(await editor.get(`${queue}?maxRisk=90&order=risk&selected=page&columns=risk`))
  const form = formAt(page, preview, { change: 'decide', event: 'reject' })
  assert.equal(form.filter(([name]) => name === 'paper').length, LIST_PAGE_SIZE)
  const asked = await markupOf(await editor.post(preview, form))
  assert.match(wordsOf(asked), /Reject: 100 papers\?/u)
  const made = await editor.post(changes, formAt(asked, changes, { note: 'Off topic.' }))
  const location = made.headers.get('location') ?? ''
  assert.match(location, /^\/console\/queue\?order=risk&maxRisk=90&columns=risk&changed=b_\w+$/u)
  const after = await markupOf(await editor.get(location))
  assert.match(wordsOf(after), /You rejected 100 papers\..*Reject: 100 papers changed\. Details/u)
  assert.match(wordsOf(after), /20 submissions/u)

  // One undo, and the change knows it.
  const undo = '/console/undo?order=risk&maxRisk=90&columns=risk'
  const undone = await editor.post(undo, formAt(after, undo.replaceAll('&', '&amp;')))
  assert.equal(undone.headers.get('location'), `${queue}?order=risk&maxRisk=90&columns=risk`)
  assert.match(wordsOf(await markupOf(await editor.get(location))), /100 papers changed, 100 undone\./u)

  const all = [...form.filter(([name]) => name !== 'paper' && name !== 'event'), ['event', 'accept'], ['all', 'true']]
  const whole = await markupOf(await editor.post(preview, all as [string, string][]))
  assert.match(wordsOf(whole), /Accept: 120 papers\?/u)
})
