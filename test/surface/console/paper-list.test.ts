import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import Database from 'better-sqlite3'
import { LIST_PAGE_SIZE } from '#http/console/pages/list.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { plansOf, watchStatements } from '../../support/database/statements.ts'
import { newPaper } from '../../support/database/stored.ts'
import { temporaryFolder } from '../../support/files.ts'
import { markupOf, wordsOf } from '../../support/markup.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { startTestService } from '../../support/service/test-service.ts'

const PAPERS = 2 * LIST_PAGE_SIZE + 30

const paper = (number: number) => ({
  title: `Agents of kind ${number}`,
  year: 2000 + (number % 20),
  chapter: number % 2 === 0 ? (2 as const) : (3 as const),
  longHorizon: number * 1_000,
  enterprise: 900_000 - number * 1_000,
  concepts: number === 7 ? ['planning'] : [],
})

/** Public papers of which every second is of chapter 2, and as many that wait. */
const openLibrary = async (t: TestContext) => {
  const path = join(await temporaryFolder(t), 'corpus.db')
  const statements = watchStatements(t)
  const service = await startTestService(t, {
    engine: { name: 'SQLite', open: async (_t, ports) => openSqliteStore(path, ports) },
  })
  const numbers = Array.from({ length: PAPERS }, (_, index) => index + 1)
  await service.store.transact((tx) =>
    tx.papers.add([
      ...numbers.map((number) => newPaper({ id: `p${number}`, ...paper(number) })),
      ...numbers.map((number) => newPaper({ id: `p${1_000 + number}`, ...paper(number) }, 'pending')),
    ]),
  )
  const editor = await signedIn(service, 'editor')
  const database = new Database(path)
  t.after(() => database.close())
  return { editor, get: async (address: string) => markupOf(await editor.get(address)), statements, database }
}

const idsIn = (markup: string): string[] =>
  [...markup.matchAll(/<td data-label="Id">(p\d+)</gu)].map(([, id]) => id ?? '')

const nextOf = (markup: string): string | null =>
  /<a href="(?<next>[^"]+)" rel="next">/u.exec(markup)?.groups?.next?.replaceAll('&amp;', '&') ?? null

/** The ids of all pages from an address on. */
const walk = async (get: (address: string) => Promise<string>, address: string): Promise<string[]> => {
  const ids: string[] = []
  for (let at: string | null = address; at !== null;) {
    const markup = await get(at)
    const found = idsIn(markup)
    assert.ok(found.length <= LIST_PAGE_SIZE)
    ids.push(...found)
    at = nextOf(markup)
  }
  return ids
}

const numbersDown = (count: number): string[] => Array.from({ length: count }, (_, index) => `p${count - index}`)

test('every order of a list of papers shows each paper once, 100 to a page', async (t) => {
  const { get } = await openLibrary(t)
  const down = numbersDown(PAPERS)
  assert.deepEqual(await walk(get, '/console/papers'), down)
  // By hundredths of a score.
  const second = (await walk(get, '/console/papers?order=enterprise')).map((id) =>
    Math.round((900 - Number(id.slice(1))) / 10),
  )
  assert.deepEqual([second.length, second], [PAPERS, second.toSorted((a, b) => b - a)])
  for (const address of ['?order=newest', '?order=added', '?q=agents', '?q=agents&order=relevance'])
    assert.deepEqual(
      (await walk(get, `/console/papers${address}`)).filter((id) => id.length < 5).toSorted(),
      down.toSorted(),
      address,
    )
  const years = (await walk(get, '/console/papers?order=newest')).map((id) => Number(id.slice(1)) % 20)
  assert.deepEqual(
    years,
    years.toSorted((a, b) => b - a),
  )
  for (const order of ['title', 'changed'])
    assert.deepEqual((await walk(get, `/console/papers?order=${order}`)).toSorted(), down.toSorted(), order)
  assert.match(
    await get('/console/papers?order=title'),
    /<th scope="col" aria-sort="ascending"><a href="[^"]*order=title">Title<\/a>/u,
  )
  // Words and filters have no such order: the list has its usual one.
  assert.deepEqual(
    await walk(get, '/console/papers?order=title&state=accepted'),
    await walk(get, '/console/papers?order=title'),
  )
  assert.doesNotMatch(await get('/console/papers?order=title&year=2025'), /order=title">Title/u)
  const waiting = down.map((id) => `p${1_000 + Number(id.slice(1))}`)
  assert.deepEqual(await walk(get, '/console/papers?state=pending&order=latest'), waiting)
  assert.deepEqual(await walk(get, '/console/papers?state=pending'), waiting.toReversed())
  const first = await get('/console/papers')
  assert.ok(first.length < 80_000, `${first.length} bytes`)
})

test('filters, order and columns of a list are in its address, and stay in every link', async (t) => {
  const { editor, get } = await openLibrary(t)
  const address = '/console/papers?chapter=2&order=newest&columns=year&columns=concepts'
  const markup = await get(address)
  assert.match(wordsOf(markup), new RegExp(`${PAPERS / 2} papers`, 'u'))
  assert.match(
    markup,
    /<th scope="col" aria-sort="descending"><a href="[^"]+">Year<\/a><\/th><th scope="col">Concepts<\/th><\/tr>/u,
  )
  assert.doesNotMatch(markup, /data-label="Chapter"/u)
  const next = new URL(nextOf(markup) ?? '', 'http://localhost').searchParams
  assert.deepEqual(
    [next.get('chapter'), next.get('order'), next.getAll('columns')],
    ['2', 'newest', ['year', 'concepts']],
  )
  // The form of the filters sends what it does not show.
  assert.match(markup, /<input type="hidden" name="columns" value="concepts" \/>/u)
  assert.match(markup, /<option value="2" selected>/u)
  assert.deepEqual(await walk(get, '/console/papers?concept=Planning'), ['p7'])
  assert.deepEqual(await walk(get, '/console/papers?concept=planning&year=2006'), [])
  assert.deepEqual(
    await walk(get, '/console/papers?q=&chapter=&type=&year=2007&concept=&order='.replace('&order=', '')),
    ['p227', ...[...Array(11).keys()].map((index) => `p${207 - index * 20}`)],
  )
  for (const wrong of ['?order=colour', '?chapter=9', '?year=late', '?after=1.2.3'])
    await markupOf(await editor.get(`/console/papers${wrong}`), 400)
})

test('no page of a list of papers reads all papers', async (t) => {
  const { get, statements, database } = await openLibrary(t)
  for (const address of [
    '',
    '?chapter=2',
    '?order=newest&year=2010',
    '?state=pending',
    '?state=pending&order=latest',
  ]) {
    await get(`/console/papers${address}`)
    statements.length = 0
    const next = nextOf(await get(`/console/papers${address}`))
    if (next !== null) await get(next)
    const read = statements.filter(({ sql }) => /from "papers"/u.test(sql))
    assert.ok(read.length > 0, address)
    const scans = plansOf(database, read).filter((plan) => /^SCAN papers(?! USING (?:COVERING )?INDEX)/mu.test(plan))
    assert.deepEqual(scans, [], address)
    for (const { sql, rows } of read) assert.ok(rows <= LIST_PAGE_SIZE + 1, `${address}: ${rows} rows by ${sql}`)
  }
})
