import assert from 'node:assert/strict'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { openSession } from '#actions/ingest-sessions.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { Store } from '#ports/store/store.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { PART_LENGTH } from '#store/sql/full-texts.ts'
import { contractFor, engines, migratedFile } from '../support/database/engines.ts'
import { ports } from '../support/database/filled-corpus.ts'
import { recordStatements } from '../support/database/statements.ts'
import { testRunner } from '../support/ports.ts'
import { addPapers, AT, corePaper, newPaper } from '../support/database/stored.ts'

/** Long texts that differ in their first part, or in their last one alone; a character lies across the ends of parts. */
const longText = (beginning: string, end: string): string => `${beginning} ${'😀'.repeat(PART_LENGTH)} ${end}`
const FIRST = longText('One', 'the end')
const SECOND = longText('One', 'another end')

const revise = (store: Store, change: Partial<PaperWithText>): Promise<unknown> =>
  store.transact((tx) => tx.papers.revise('p1', { actor: 'a', at: AT }, ({ paper }) => ({ ...paper, ...change })))

const storedText = async (store: Store): Promise<string | null | undefined> =>
  (await store.private.papers.findByIds(['p1'])).get('p1')?.fullText

const textsOfVersions = async (store: Store, versions: number): Promise<(string | null | undefined)[]> => {
  const texts: (string | null | undefined)[] = []
  for (let version = 1; version <= versions; version += 1)
    texts.push((await store.private.versions.find('p1', version))?.paper.fullText)
  return texts
}

/** A short message: a difference between long texts would be printed whole. */
const namesOf = (texts: readonly (string | null | undefined)[]): string[] =>
  texts.map((text) => (text === FIRST ? 'first' : text === SECOND ? 'second' : String(text).slice(-20)))

/** The best passage that has a word. */
const passageWith = async (store: Store, term: string): Promise<string | undefined> => {
  const { passages } = await store.public.passages.candidates({
    words: [{ term, weight: 1 }],
    question: null,
    phrase: [],
    by: 'impact',
    ids: null,
    papers: 10,
    passages: 10,
  })
  const [best] = passages
  return best?.around[best.at]?.text
}

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('a long full text comes back whole with each version', async (store) => {
    await addPapers(store, newPaper({ id: 'p1', fullText: FIRST }, 'pending'))
    assert.deepEqual(namesOf([await storedText(store), ...(await textsOfVersions(store, 1))]), ['first', 'first'])
    await revise(store, { title: 'Renamed' })
    await revise(store, { fullText: SECOND })
    await revise(store, { title: 'Renamed again' })
    assert.deepEqual(namesOf([await storedText(store)]), ['second'])
    await revise(store, { fullText: null })
    assert.equal(await storedText(store), null)
    await revise(store, { fullText: 'short' })
    await revise(store, { fullText: FIRST })
    assert.deepEqual(namesOf([await storedText(store), ...(await textsOfVersions(store, 7))]), [
      'first',
      'first',
      'first',
      'second',
      'second',
      'null',
      'short',
      'first',
    ])
  })

  contract('a paper with a long full text that a session brought is taken back with it', async (store) => {
    const run = await testRunner({ store, clock: ports.clock })
    const until = new Date(Date.parse(AT) + 86_400_000)
    // The second one has the number of the first.
    for (let time = 0; time < 2; time += 1) {
      const { session } = await run(openSession, { label: `session ${time}`, maxRecords: 10, until, actor: 'cli' })
      const checked = { checkReport: { risk: 0, findings: [] }, session: session.id }
      await addPapers(store, { ...newPaper({ id: 'p1', fullText: FIRST }, 'pending'), checked })
      const { removed } = await store.transact((tx) => tx.ingestion.removePapers(session.id, 'test', 10))
      assert.equal(removed, 1)
      assert.equal(await storedText(store), undefined)
    }
  })

  contract('readers get a long full text whole, and its last words are found in it', async (store) => {
    const text = `One beginning.\n\n${'x'.repeat(PART_LENGTH)}\n\nOnly here a quokka is named.`
    await addPapers(store, newPaper({ id: 'p1', fullText: text }), newPaper({ id: 'p2', fullText: 'short' }))
    const { papers } = await store.public.papers.listWithText(null, 10)
    assert.deepEqual(
      papers.map(({ id, fullText }) => [id, fullText?.length]),
      [
        ['p1', text.length],
        ['p2', 5],
      ],
    )
    const found = await store.public.papers.find('p1')
    assert.ok(found?.state === 'accepted' && found.paper.fullText === text)
    assert.match((await passageWith(store, 'quokka')) ?? '', /quokka is named\.$/u)
    assert.equal((await store.private.renderedTexts.outdatedText(1))?.text, text)
  })

  contract(
    'a text is found after a change of other fields, and by its own words after one of itself',
    async (store) => {
      await addPapers(store, newPaper({ id: 'p1', fullText: 'A quokka is named.' }))
      const found = async () => [await passageWith(store, 'quokka'), await passageWith(store, 'wombat')]
      await revise(store, { title: 'Renamed', longHorizon: 5 })
      assert.deepEqual(await found(), ['A quokka is named.', undefined])
      await revise(store, { fullText: 'A wombat is named.' })
      assert.deepEqual(await found(), [undefined, 'A wombat is named.'])
      await revise(store, { fullText: null })
      assert.deepEqual(await found(), [undefined, undefined])
    },
  )
}

test('a change of other fields leaves the passages of a text where they are', async (t) => {
  const store = await openSqliteStore(await migratedFile(t), ports)
  t.after(() => store.close())
  await addPapers(store, newPaper({ id: 'p1', fullText: 'A quokka is named.' }))
  const statements = recordStatements(t)
  const touched = (): number => statements.splice(0).filter((sql) => sql.includes('"passages"')).length
  await revise(store, { title: 'Renamed' })
  assert.equal(touched(), 0)
  await revise(store, { fullText: 'A wombat is named.' })
  assert.ok(touched() > 0)
})

test('long texts that an older release stored whole are read, and kept when they are changed', async (t) => {
  const path = await migratedFile(t)
  const open = async (): Promise<Store> => openSqliteStore(path, ports)
  const before = await open()
  await addPapers(before, newPaper(corePaper({ id: 'p1', fullText: 'x' }), 'pending'))
  await before.close()
  const file = new Database(path)
  file.prepare('UPDATE paper_texts SET body = ?').run(FIRST)
  file.close()
  const store = await open()
  t.after(() => store.close())
  assert.deepEqual(namesOf([await storedText(store)]), ['first'])
  await revise(store, { title: 'Renamed' })
  assert.deepEqual(namesOf([await storedText(store), ...(await textsOfVersions(store, 2))]), [
    'first',
    'first',
    'first',
  ])
  await revise(store, { fullText: SECOND })
  assert.deepEqual(namesOf([await storedText(store), ...(await textsOfVersions(store, 3))]), [
    'second',
    'first',
    'first',
    'second',
  ])
})
