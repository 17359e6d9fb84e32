import assert from 'node:assert/strict'
import { test } from 'node:test'
import { texText } from '#core/text/tex-text.ts'
import fc from 'fast-check'
import { decidePaper } from '#actions/decisions.ts'
import { submissionStates } from '#core/review/submission.ts'
import { tokenize } from '#core/text/tokenize.ts'
import {
  agentForm,
  anyInvalidField,
  anyPaper,
  contractForm,
  knownInvalidFields,
  publicForm,
} from '../support/generated/papers.ts'
import { testSeed } from '../support/generated/random.ts'
import { budget } from '../support/budgets.ts'
import { leastPaper } from '../support/service/papers.ts'
import { idsAt, jsonOf, pagesFrom, type Listed } from '../support/service/responses.ts'
import { startTestService, type TestService } from '../support/service/test-service.ts'

/** One key may submit a hundred papers an hour. */
const SECONDS_A_PAPER = 36

const send = (service: TestService, key: string, paper: Record<string, unknown>): Promise<Response> => {
  service.clock.advance(SECONDS_A_PAPER)
  return service.send('POST', '/api/papers', paper, { 'x-api-key': key })
}

const accept = (service: TestService, id: string): Promise<unknown> =>
  service.run(decidePaper, { id, event: 'accept', note: null, actor: 'editor:test' })

/** A word of the title as a reader would type it, with the sign of c++ or c#; null for a title without letters and digits. */
const wordIn = (title: string, pick: number): string | null => {
  const words = [...title.matchAll(/[\p{L}\p{N}\p{M}]+(?:\+\+|#)?/gu)]
    .map(([word]) => word)
    .filter((word) => Array.from(word).length <= 256 && tokenize(word).some(({ parts }) => parts.length > 0))
  return words[pick % Math.max(1, words.length)] ?? null
}

const isFound = async (service: TestService, word: string, id: string): Promise<boolean> => {
  for await (const page of pagesFrom(service, `/api/papers?limit=500&q=${encodeURIComponent(word)}`))
    if ((await jsonOf<Listed>(page)).papers.some((paper) => paper.id === id)) return true
  return false
}

test('a valid paper is always accepted and comes back from both APIs and from search as it was sent', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  const [numRuns, seed] = [budget('papersAccepted'), testSeed()]
  let count = 0
  let searched = 0
  await fc.assert(
    fc.asyncProperty(anyPaper, fc.nat(), async (paper, pick) => {
      const id = `p${(count += 1)}`
      const sent = await send(service, key, contractForm(id, paper))
      assert.equal(sent.status, 201, await sent.text())
      assert.equal((await service.get(`/api/papers/${id}`)).status, 404, 'not public yet')
      await accept(service, id)

      const single = await jsonOf(await service.get(`/api/papers/${id}`))
      assert.deepEqual(single, { success: true, paper: publicForm(id, paper) })
      const detail = await jsonOf(await service.get(`/api/v1/papers/${id}?include=fullText`))
      const { provenance = {}, ...fields } = detail as { provenance?: Record<string, unknown> }
      assert.deepEqual(fields, agentForm(id, paper))
      // Who gave a value is known of each that the paper has.
      const judged = ['chapter', 'type', 'longHorizonScore', 'enterpriseScore'].filter((name) => name in fields)
      assert.deepEqual(provenance, Object.fromEntries(judged.map((name) => [name, { from: 'given', by: 'key' }])))

      const word = wordIn(texText(paper.title), pick)
      if (word === null) return
      searched += 1
      assert.ok(await isFound(service, word, id), `${JSON.stringify(word)} finds ${JSON.stringify(paper.title)}`)
    }),
    { numRuns, seed },
  )
  t.diagnostic(`seed ${seed}: ${count} papers, ${searched} of them looked for by a word of the title`)
  assert.ok(searched > count / 2)
})

test('what is public is listed once, by both APIs in one order', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  const papers = fc.sample(anyPaper, { numRuns: budget('papersListed'), seed: testSeed() })
  for (const [at, paper] of papers.entries()) {
    assert.equal((await send(service, key, contractForm(`p${at + 1}`, paper))).status, 201)
    await accept(service, `p${at + 1}`)
  }
  const score = (at: number): number => papers[at]?.longHorizonScore ?? -1
  const expected = papers
    .map((_, at) => at)
    .toSorted((a, b) => Number(score(b).toFixed(6)) - Number(score(a).toFixed(6)) || a - b)
    .map((at) => `p${at + 1}`)
  assert.deepEqual(await idsAt(service, '/api/papers?limit=500'), expected)
  assert.deepEqual(await idsAt(service, '/api/v1/papers?limit=500'), expected)
})

type Refusal = { success: boolean; code: string; details: { path: string }[] }

const assertRefused = async (response: Response, at: string): Promise<void> => {
  const body = await jsonOf<Refusal>(response)
  assert.equal(response.status, 400, JSON.stringify(body))
  assert.equal(body.success, false)
  assert.equal(body.code, 'invalid')
  assert.ok(body.details.length > 0)
  for (const { path } of body.details) assert.equal(path, at)
}

const assertNothingStored = async ({ store }: TestService): Promise<void> => {
  const { total } = await store.private.submissions.list({ submittedBy: null, states: submissionStates }, null, 1)
  assert.equal(total, 0)
}

test('every known wrong value is refused in every field, and the response names where it is', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  for (const { field, value, at } of knownInvalidFields) {
    const response = await send(service, key, leastPaper({ id: 'p1', [field]: value }))
    await assertRefused(response, at)
  }
  t.diagnostic(`${knownInvalidFields.length} wrong values`)
  await assertNothingStored(service)
})

test('a paper with one error is refused for it', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  const [numRuns, seed] = [budget('papersRefused'), testSeed()]
  await fc.assert(
    fc.asyncProperty(anyPaper, anyInvalidField, async (paper, { field, value, at }) => {
      // Together with a long text the body could exceed its limit.
      const form = contractForm('p1', { ...paper, fullText: null, abstract: null })
      await assertRefused(await send(service, key, { ...form, [field]: value }), at)
    }),
    { numRuns, seed },
  )
  t.diagnostic(`seed ${seed}: ${numRuns} papers refused`)
  await assertNothingStored(service)
})
