import assert from 'node:assert/strict'
import { after } from 'node:test'
import { MAX_EMBEDDED_TEXTS } from '#core/embedding.ts'
import type { Store } from '#ports/store/store.ts'
import { contractFor, engines } from '../support/database/engines.ts'
import { addPapers, AT, newPaper } from '../support/database/stored.ts'
import {
  answerWith,
  embedderAt,
  openEmbeddingServer,
  topicVector,
  vectorMaking,
  vectorsBody,
  type EmbeddingServer,
} from '../support/embeddings.ts'
import { countingIds } from '../support/ports.ts'

const BY = { actor: 'test', at: AT }

const closing: (() => Promise<void>)[] = []
after(async () => {
  for (const close of closing) await close()
})
const openServer = (): Promise<EmbeddingServer> => openEmbeddingServer({ after: (close) => closing.push(close) })

const sections = (words: readonly string[]): string =>
  words.map((word) => `${word} is the subject here. `.repeat(40)).join('\n\n')

const library = [
  newPaper({ id: 'p1', title: 'Robots', abstract: 'They work.', commentary: 'Read the part on robots.' }),
  newPaper({ id: 'p2', title: 'Zebras', fullText: sections(['Grass', 'Horse', 'Rain']) }),
  newPaper({ id: 'p3', title: 'Secret plans' }, 'pending'),
]

/** The places of all vectors that searches use, by paper. */
const stored = async (store: Store): Promise<Record<string, string[]>> => {
  const set = await store.public.vectors.current()
  const rows = set === null ? [] : await store.public.vectors.listAfter(set.seq, 0, 1_000)
  const places = await store.public.vectors.findPlaces(rows.map(({ seq }) => seq))
  const ids = new Map((await store.public.vectors.findPaperSeqs(['p1', 'p2', 'p3', 'p4'])).map((seq, at) => [seq, at]))
  const found: Record<string, string[]> = {}
  for (const { paperSeq, place } of places.values()) {
    assert.ok(ids.has(paperSeq))
    ;(found[`paper ${paperSeq}`] ??= []).push(place)
  }
  for (const list of Object.values(found)) list.sort()
  return found
}

const setsOf = async (store: Store) =>
  (await store.private.vectors.sets()).map(({ model, dimension, state }) => [model, dimension, state])

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('only public texts are sent, each once, as titles with abstracts and as passages', async (store) => {
    const server = await openServer()
    await addPapers(store, ...library)
    const making = await vectorMaking(store, embedderAt(server, { key: 'k3y' }))
    await making.make()
    assert.deepEqual(await stored(store), {
      'paper 1': ['abstract.1', 'commentary.1'],
      'paper 2': ['abstract.1', 's1.1', 's1.2', 's1.3'],
    })
    const texts = server.texts()
    assert.deepEqual(texts.slice(0, 2), ['Read the part on robots.', 'Robots\n\nThey work.'])
    assert.equal(texts.length, 6)
    assert.ok(!texts.some((text) => text.includes('Secret')))
    for (const { path, authorization, model } of server.requests)
      assert.deepEqual([path, authorization, model], ['/v1/embeddings', 'Bearer k3y', 'topics'])
    await making.make()
    assert.equal(server.texts().length, 6)
    assert.deepEqual(await setsOf(store), [['topics', 4, 'complete']])
  })

  contract(
    'of an edited paper only what changed is sent again, and nothing for fields without a vector',
    async (store) => {
      const server = await openServer()
      await addPapers(store, ...library)
      const making = await vectorMaking(store, embedderAt(server))
      await making.make()
      const revise = async (change: object): Promise<string[]> => {
        const before = server.texts().length
        await store.transact((tx) => tx.papers.revise('p2', BY, ({ paper }) => ({ ...paper, ...change })))
        await making.make()
        return server.texts().slice(before)
      }
      assert.deepEqual(await revise({ year: 2024, longHorizon: 500_000 }), [])
      assert.deepEqual(await revise({ title: 'Zebras again' }), ['Zebras again'])
      const changed = await revise({ fullText: sections(['Grass', 'Camel', 'Rain']) })
      assert.deepEqual(
        changed.map((text) => text.slice(0, 5)),
        ['Camel'],
      )
      assert.deepEqual((await stored(store))['paper 2'], ['abstract.1', 's1.1', 's1.2', 's1.3'])
      assert.equal(await store.private.vectors.countVectors((await store.public.vectors.current())?.seq ?? 0), 6)
    },
  )

  contract('vectors go at once with the paper or the text that they are of', async (store) => {
    const server = await openServer()
    await addPapers(store, ...library, newPaper({ id: 'p4', title: 'A horse' }))
    const making = await vectorMaking(store, embedderAt(server))
    await making.make()
    const revision = store.currentRevision()
    await store.transact((tx) =>
      tx.papers.transition('p2', { state: 'retracted', note: 'wrong', actor: 'test', at: AT }),
    )
    assert.deepEqual(Object.keys(await stored(store)), ['paper 1', 'paper 4'])
    const set = await store.public.vectors.current()
    assert.equal(await store.private.vectors.countVectors(set?.seq ?? 0), 3)
    await store.transact((tx) => tx.papers.mergeInto('p4', 'p1', { note: 'the same', actor: 'test', at: AT }))
    await store.transact((tx) => tx.papers.revise('p1', BY, ({ paper }) => ({ ...paper, abstract: 'They rest.' })))
    assert.deepEqual(await stored(store), {})
    assert.ok(store.currentRevision() > revision)
    await store.transact((tx) => tx.papers.transition('p2', { state: 'accepted', note: null, actor: 'test', at: AT }))
    await making.make()
    assert.deepEqual(await stored(store), {
      'paper 1': ['abstract.1', 'commentary.1'],
      'paper 2': ['abstract.1', 's1.1', 's1.2', 's1.3'],
    })
  })

  contract('what changes or leaves while its vectors are made gets none of them', async (store) => {
    const server = await openServer()
    await addPapers(store, ...library)
    const making = await vectorMaking(store, embedderAt(server))
    const later: Promise<void>[] = []
    server.intervene(({ input }, response) => {
      if (!input.includes('Robots\n\nThey work.')) return false
      later.push(
        (async () => {
          await store.transact((tx) => tx.papers.revise('p1', BY, ({ paper }) => ({ ...paper, title: 'Androids' })))
          await store.transact((tx) =>
            tx.papers.transition('p2', { state: 'retracted', note: 'wrong', actor: 'test', at: AT }),
          )
          answerWith(response, vectorsBody(input.map((text) => topicVector(text, 4))))
        })(),
      )
      return true
    })
    await making.make()
    await Promise.all(later)
    assert.deepEqual(await stored(store), { 'paper 1': ['abstract.1', 'commentary.1'] })
    assert.ok(server.texts().includes('Androids\n\nThey work.'))
  })

  contract('making goes on where it stopped, in one process at a time', async (store) => {
    const server = await openServer()
    const papers = Array.from({ length: 70 }, (_, index) => newPaper({ id: `p${index + 1}`, title: `Robot ${index}` }))
    await addPapers(store, ...papers)
    const first = await vectorMaking(store, embedderAt(server))
    await first.step()
    await first.step()
    assert.equal(server.texts().length, 32)
    const ids = countingIds()
    ids.uuid()
    const second = await vectorMaking(store, embedderAt(server), { clock: first.clock, ids })
    await second.make()
    assert.equal(server.texts().length, 32, 'the first process has a lease')
    assert.equal(await store.public.vectors.current(), null)
    first.clock.advance(61)
    await second.make()
    assert.equal(new Set(server.texts()).size, 70)
    assert.equal(server.texts().length, 70)
    assert.equal((await store.public.vectors.current())?.state, 'complete')
  })

  contract('vectors of another model are made beside those in use, which go when they are complete', async (store) => {
    const server = await openServer()
    await addPapers(store, ...library)
    await (await vectorMaking(store, embedderAt(server))).make()
    const making = await vectorMaking(store, embedderAt(server, { model: 'better' }))
    server.intervene(({ model, input }, response) =>
      model === 'better' ? answerWith(response, vectorsBody(input.map((text) => topicVector(text, 7)))) : false,
    )
    await making.step()
    await making.step()
    assert.deepEqual(await setsOf(store), [
      ['topics', 4, 'complete'],
      ['better', 7, 'building'],
    ])
    assert.equal((await store.public.vectors.current())?.model, 'topics')
    const revision = store.currentRevision()
    await making.make()
    await making.make()
    assert.deepEqual(await setsOf(store), [['better', 7, 'complete']])
    assert.equal(await store.private.vectors.hasDropped(), false)
    assert.ok(store.currentRevision() > revision)
    assert.equal(Object.keys(await stored(store)).length, 2)
  })

  contract('a model that changes the length of its vectors gets a new set, after a pause', async (store) => {
    const server = await openServer()
    await addPapers(store, ...library)
    const embedder = embedderAt(server)
    const making = await vectorMaking(store, embedder)
    await making.make()
    server.setDimension(9)
    await embedder.embed(['a question'], { purpose: 'question' })
    await making.make()
    await making.make()
    assert.deepEqual(await setsOf(store), [['topics', 9, 'complete']])

    server.setDimension(5)
    await addPapers(store, newPaper({ id: 'p4', title: 'A horse' }))
    await making.make()
    assert.match(String(making.logged.at(-1)?.facts.reason), /have changed their length from 9 to 5/u)
    assert.deepEqual(await setsOf(store), [['topics', 9, 'complete']])
    making.clock.advance(5)
    await making.make()
    await making.make()
    assert.deepEqual(await setsOf(store), [['topics', 5, 'complete']])
  })

  contract('failures are logged and tried again after pauses that grow; nothing wrong is stored', async (store) => {
    const server = await openServer()
    await addPapers(store, ...library)
    const making = await vectorMaking(store, embedderAt(server, { key: 'k3y' }))
    const wrong: [RegExp, unknown, number?][] = [
      [/answered with status 500/u, 'no', 500],
      [/answered with status 302/u, '', 302],
      [/did not answer with JSON/u, '<html>'],
      [/did not answer with JSON/u, '{"data":[{"index":0,"embedding":[NaN]}]}'],
      [/not 1 to 8192 finite numbers/u, vectorsBody([[1, null, 2]])],
      [/not 1 to 8192 finite numbers/u, vectorsBody([[]])],
      [/one vector for each of 1 texts/u, { data: [] }],
      [/one vector for each of 1 texts/u, []],
      [/more than 8000000 bytes/u, `{"data":"${'x'.repeat(8_000_001)}"}`],
    ]
    let pause = 5
    for (const [reason, body, status = 200] of wrong) {
      server.intervene((_request, response) => answerWith(response, body, status))
      const before = server.requests.length
      await making.make()
      assert.match(String(making.logged.at(-1)?.facts.reason), reason)
      assert.equal(making.logged.at(-1)?.facts.retryInSeconds, pause)
      making.clock.advance(pause - 1)
      await making.make()
      assert.equal(server.requests.length, before + 1, 'it waits')
      making.clock.advance(1)
      pause = Math.min(600, pause * 2)
    }
    assert.equal(JSON.stringify(making.logged).includes('k3y'), false)
    assert.equal(JSON.stringify(making.logged).includes('Robots'), false)
    server.intervene(null)
    await making.make()
    assert.equal(Object.keys(await stored(store)).length, 2)
  })

  contract('a text that the endpoint refuses is sent shorter, and holds up no other', async (store) => {
    const server = await openServer()
    await addPapers(
      store,
      newPaper({ id: 'p1', title: 'Robots', abstract: `${'robot '.repeat(200)}.` }),
      ...library.slice(1),
    )
    server.intervene(({ input }, response) =>
      input.some((text) => text.length > 1_000) ? answerWith(response, { error: 'too long' }, 400) : false,
    )
    const making = await vectorMaking(store, embedderAt(server))
    await making.make()
    assert.deepEqual((await stored(store))['paper 1'], ['abstract.1'])
    assert.equal(Object.keys(await stored(store)).length, 2)
  })

  contract('beyond the limit nothing is sent, searches go by words, and the log says so', async (store) => {
    const server = await openServer()
    await addPapers(store, ...library)
    const making = await vectorMaking(store, embedderAt(server))
    await making.make()
    const { vectors } = store.private
    const crowded: Store = {
      ...store,
      private: {
        ...store.private,
        vectors: { ...vectors, countTexts: (most) => Promise.resolve(most + 1) },
      },
    }
    const sent = server.requests.length
    const full = await vectorMaking(crowded, embedderAt(server))
    await full.make()
    await full.make()
    assert.deepEqual(await setsOf(store), [['topics', 4, 'too_large']])
    assert.equal(await store.public.vectors.current(), null)
    assert.equal(server.requests.length, sent + 1, 'only the request for the dimension')
    assert.deepEqual(
      full.logged.map(({ message }) => message),
      ['there are more than 100,000 texts, so searches go by words alone'],
    )
    assert.equal(await vectors.countTexts(MAX_EMBEDDED_TEXTS), 5)
    await (await vectorMaking(store, embedderAt(server))).make()
    assert.deepEqual(await setsOf(store), [['topics', 4, 'complete']])
    assert.equal(server.requests.length, sent + 2)
  })
}
