import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishBrief } from '#actions/editorial/briefs.ts'
import { chapters } from '#core/papers/chapter.ts'
import { estimateTokens } from '#core/text/estimate-tokens.ts'
import { readStarterCorpus, STARTER_FOLDER } from '#starter/read-starter-corpus.ts'
import { countTokens } from '../../support/generated/count-tokens.ts'
import { longText } from '../../support/generated/text.ts'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

/** An estimate may be too low by three hundredths. */
const TOO_LOW = 0.97

test('English comes to its tokens, or up to 15 % more', () => {
  const starter = readStarterCorpus(STARTER_FOLDER, new Date('2026-11-20T12:00:00Z'))
  for (const chapter of chapters) {
    const papers = starter.papers.map(({ paper }) => paper).filter((paper) => paper.chapter === chapter)
    for (const field of ['abstract', 'commentary'] as const) {
      const text = papers.map((paper) => paper[field]).join('\n')
      const share = estimateTokens(text) / countTokens(text)
      assert.ok(share >= 1 && share <= 1.15, `${field} of chapter ${chapter}: ${share}`)
    }
  }
})

const startLibrary = async (t: Parameters<typeof startTestService>[0]): Promise<TestService> => {
  const service = await startTestService(t)
  const papers = Array.from({ length: 11 }, (_, index) =>
    wholePaper({
      id: `p${index + 1}`,
      title: `Checkpoints ${index} for agents`,
      concepts: [`Concept ${index}`, 'planning'],
    }),
  )
  await service.accept(...papers, leastPaper({ id: 'p90', title: 'Long', fullText: longText }))
  const brief = {
    id: '2026-w47',
    week: { year: 2026, week: 47 },
    title: 'A week',
    summary: 'Plans were made. '.repeat(60),
    take: 'We wait. '.repeat(90),
    featured: ['p1'],
    publishedAt: '2026-11-20T10:00:00.000Z',
  }
  await service.run(publishBrief, { brief, actor: 'test' })
  return service
}

const ADDRESSES = [
  '/api/v1/search?q=checkpoints+for+agents',
  '/api/v1/search?q=checkpoints&detail=abstract',
  '/api/v1/passages?q=naive+plans&perPaper=50&limit=50',
  '/api/v1/papers?limit=50',
  '/api/v1/papers?detail=abstract',
  '/api/v1/papers/p90?include=fullText',
  '/api/v1/concepts?detail=abstract',
  '/api/v1/gaps?detail=card',
  '/api/v1/briefs?detail=abstract',
  '/api/v1/briefs/latest?detail=abstract',
]

type Answer = { hits?: unknown[] } & { nextCursor?: string | null; estimatedTokens?: number } & Record<string, unknown>

const listOf = (answer: Answer): unknown[] => answer.hits ?? Object.values(answer).find(Array.isArray) ?? []

const walk = async (service: TestService, address: string, maxTokens: number): Promise<Answer[]> => {
  const answers: Answer[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const response = await service.get(`${address}&maxTokens=${maxTokens}${cursor === '' ? '' : `&cursor=${cursor}`}`)
    const text = await response.text()
    assert.equal(response.status, 200, text)
    const answer = JSON.parse(text) as Answer
    assert.ok(countTokens(text) <= maxTokens, `${address}: ${countTokens(text)} of ${maxTokens}`)
    assert.ok(estimateTokens(text) >= TOO_LOW * countTokens(text), address)
    assert.ok((answer.estimatedTokens ?? Number.POSITIVE_INFINITY) <= maxTokens)
    answers.push(answer)
    cursor = answer.nextCursor ?? null
    assert.ok(answers.length < 300, `${address} goes on forever`)
  }
  return answers
}

test('every answer stays within its tokens, and continuations joined give all of it', async (t) => {
  const service = await startLibrary(t)
  for (const address of ADDRESSES) {
    const whole = (await (await service.get(address)).json()) as Answer
    for (const maxTokens of [400]) {
      const answers = await walk(service, address, maxTokens)
      if (/papers\/|latest/u.test(address))
        for (const field of ['fullText', 'summary', 'houseTake'])
          assert.equal(
            answers.map((answer) => (typeof answer[field] === 'string' ? answer[field] : '')).join(''),
            whole[field] ?? '',
            `${address} ${field}`,
          )
      else if (address.includes('passages')) assert.ok(answers.length > 1)
      else if (address.includes('search')) assert.ok(answers.flatMap(listOf).length >= 11)
      else if (address.includes('briefs')) {
        const pieces = answers.flatMap(listOf) as { summary?: string }[]
        assert.deepEqual([{ ...pieces[0], summary: pieces.map(({ summary }) => summary).join('') }], listOf(whole))
      } else assert.deepEqual(answers.flatMap(listOf), listOf(whole), address)
    }
  }
})

test('an answer without a budget has only what the contract lists', async (t) => {
  const service = await startLibrary(t)
  for (const [path, names] of [
    ['/api/v1/concepts', ['concepts']],
    ['/api/v1/gaps', ['gaps']],
    ['/api/v1/papers', ['total', 'papers']],
    ['/api/v1/briefs/latest', ['week', 'title', 'summary', 'houseTake', 'featuredPapers']],
  ] as const)
    assert.deepEqual(Object.keys((await (await service.get(path)).json()) as object), names)
  for (const [address, path] of [
    ['/api/v1/papers?maxTokens=199', 'maxTokens'],
    ['/api/v1/papers/p1?detail=all', 'detail'],
    ['/api/v1/papers/p90?include=fullText&maxTokens=300&cursor=AAAA', 'cursor'],
    ['/api/v1/concepts?maxTokens=x', 'maxTokens'],
    ['/api/v1/gaps?detail=1', 'detail'],
    ['/api/v1/briefs/latest?maxTokens=1', 'maxTokens'],
  ] as const) {
    const response = await service.get(address)
    const { errors } = (await response.json()) as { errors: { path: string }[] }
    assert.deepEqual([response.status, errors.map((error) => error.path)], [400, [path]], address)
  }
})
