import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyPaper, type LibraryFilter } from '#core/search/paper-filter.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { Store } from '#ports/store/store.ts'
import { editorialClient } from '../../support/service/editing.ts'
import { engines } from '../../support/database/engines.ts'
import { expected, oldCorpora, startOnOldCorpus } from '../../support/database/released-corpus.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { idsAt, jsonOf } from '../../support/service/responses.ts'
import { decide } from '../../support/service/review.ts'
import { addPapers } from '../../support/database/stored.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

// How words are folded may change from version to version. An old corpus is then found, counted and compared by its
// papers as one is that this version made of the same papers.

/** Searches that find the same papers in every version, since they are spelt as the papers are. */
const certain: Record<string, string[]> = {
  'title:c++': ['p9001', 'p9002'],
  'title:c#': ['p9002', 'p9003'],
  'author:Groß': ['p9001'],
  'author:Łącka': ['p9003'],
  'author:ødegård': ['p9002'],
  計画: ['p9022'],
}

const questions = [
  'c++ | c# | c | "c++" | "c#" | "c++ to c#" | topic:"c++" | c++ -c# | useful* | usef* | plann* | stra* | strass*',
  'groß | gross | große | grosser | "ein großer schritt" | "ein grosser schritt" | straße | strasse | weiß | weiss',
  'weißenf* | weissenf* | author:nießen | author:niessen | author:cupiał | author:cupial | łukasz | lukasz | bjørn',
  'bjorn | soren | odegard | smørbrød | smorbrod | zażółć | zazolc | zazołc | þingvellir | thingvellir | guðrún',
  'gudrun | "long horizon" | memory OR planning | title:agents -memory',
].flatMap((line) => line.split(' | '))

const misspelt = ['schedling', 'weisenfels', 'weißenfelz', 'smørbrud', 'smorbrud', 'lukas groß', 'plannning memmory']

/** Titles of submissions that may look like a paper of the corpus. */
const titles = [
  'Ein großer Schritt: agents that plan for weeks in C++ services',
  'EIN GROSSER SCHRITT, agents that plan for weeks in C++ services',
  'Smorbrod scheduling: layers of deadlines',
  'Rewriting agent runtimes from C to C',
  'Rewriting agent runtimes: from C++ to C#',
]

const publicPapers = async ({ private: read }: Store): Promise<PaperWithText[]> =>
  (await read.papers.listWithText(null, 1_000)).papers

const inLibrary = async ({ private: read }: Store, given: Partial<LibraryFilter>): Promise<string[]> => {
  const { papers } = await read.library.page({ ...everyPaper, ...given }, 'long-horizon', null, 500)
  return papers.map(({ id }) => id)
}

/** Each name with what it stands for: the papers of a concept or an institution. */
const byName = async <Found>(names: readonly string[], find: (name: string) => Promise<Found>) => {
  const found: Record<string, Found> = {}
  for (const name of [...new Set(names)].toSorted()) found[name] = await find(name)
  return found
}

/** Papers that were written to be folded in many ways. */
const isOdd = ({ id }: PaperWithText): boolean => id.startsWith('p90')

const papersOfConcept = async (store: Store, name: string): Promise<string[] | null> => {
  const concept = await store.private.concepts.findByName(name)
  return concept === null ? null : inLibrary(store, { concept: concept.id })
}

const alike = async (service: TestService, key: string, title: string): Promise<string[]> => {
  const paper = leastPaper({ id: 'p9990', title, year: 2026 })
  const response = await service.send('POST', '/api/papers?dryRun=true', paper, { 'x-api-key': key })
  const { possibleDuplicates } = await jsonOf<{ possibleDuplicates: { id: string; match: string }[] }>(response)
  return possibleDuplicates.map(({ id, match }) => `${id} by ${match}`).toSorted()
}

/** All that depends on how words are folded. */
const findings = async (service: TestService) => {
  const { store } = service
  const key = await service.key('submit')
  const papers = await publicPapers(store)
  const institutions = papers.filter(isOdd).flatMap(({ institution }) => institution ?? [])
  const { counts } = await store.private.library.page(everyPaper, 'newest', null, 1)
  const facets = Object.entries(counts.facets).map(([facet, values]) => [facet, values.map((each) => each.papers)])
  return {
    found: await byName([...Object.keys(certain), ...questions], (q) =>
      idsAt(service, `/api/papers?limit=500&q=${encodeURIComponent(q)}`),
    ),
    meant: await byName(misspelt, (text) => store.private.library.didYouMean(text, everyPaper)),
    concepts: await byName(
      papers.filter(isOdd).flatMap(({ concepts }) => concepts),
      (name) => papersOfConcept(store, name),
    ),
    sizes: (await store.private.concepts.list())?.concepts.map((concept) => concept.papers),
    institutions: await byName(institutions, (institution) => inLibrary(store, { institution })),
    alike: await byName(titles, (title) => alike(service, key, title)),
    counts: [counts.papers, Object.fromEntries(facets)],
  }
}

/** Takes papers out of the library and puts them in again with other words. */
const change = async (service: TestService): Promise<void> => {
  const editors = await editorialClient(service)
  const edited = await editors.ask('/papers/p9001', {
    method: 'PATCH',
    version: '*',
    body: { title: 'Ein grosser Schritt in C', authors: ['Bjorn Gross'], concepts: ['C', 'Strasse maps'] },
  })
  assert.equal(edited.status, 200)
  await decide(service, 'p9004', 'retract')
  await decide(service, 'p9023', 'retract')
}

for (const old of oldCorpora)
  test(`${old.name}, from 0.1.0: papers are found as in a corpus that this version made of them`, async (t) => {
    const upgraded = await startOnOldCorpus(t, old)
    const fresh = await startTestService(t, { engine: engines.find(({ name }) => name === old.name) })
    fresh.clock.set(expected.madeAt)
    const papers = await publicPapers(upgraded.store)
    assert.ok(papers.length > 80)
    const at = fresh.clock.now().toISOString()
    const added = papers.map((paper) => ({ paper, state: 'accepted' as const, submittedBy: null, actor: 'test', at }))
    await addPapers(fresh.store, ...added)

    const before = await findings(upgraded)
    for (const [question, ids] of Object.entries(certain))
      for (const id of ids) assert.ok(before.found[question]?.includes(id), `${question} finds ${id}`)
    assert.deepEqual(before, await findings(fresh))
    await change(upgraded)
    await change(fresh)
    const after = await findings(upgraded)
    assert.notDeepEqual(after, before)
    assert.deepEqual(after, await findings(fresh))
  })
