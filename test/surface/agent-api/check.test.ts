import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../support/database/engines.ts'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { jsonOf } from '../../support/service/responses.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'
import { checkPolicy } from '#core/quota.ts'
import type { PresentedReport } from '#schemas/report-schema.ts'
import type { presentSarif } from '#schemas/sarif.ts'

const fill = async (service: TestService): Promise<void> => {
  await service.accept(
    wholePaper({
      id: 'p1',
      url: 'https://arxiv.org/abs/2305.17390v3',
      fullText: '# Checkpoints\n\nAn agent that saves its state *often* loses little. We measured that for a year.',
    }),
    leastPaper({
      id: 'p2',
      title: 'Robots that walk far',
      authors: ['Wanda Walker'],
      url: 'https://doi.org/10.1000/xyz',
      abstract: 'Robots that walk far fall.',
    }),
    leastPaper({ id: 'p3', title: 'Memory for one', authors: ['Tom Twin', 'Una Other'] }),
    leastPaper({
      id: 'p4',
      title: 'Memory for two',
      authors: ['Tom Twin', 'Vera Else'],
      url: 'https://example.org/papers/4',
    }),
    leastPaper({ id: 'p5', title: 'A duplicate that was merged', authors: ['Dora Double'] }),
    wholePaper({
      id: 'p6',
      title: 'Only summarized',
      authors: ['Sam Short'],
      url: 'https://example.org/papers/6',
      abstract: 'This summary is by the editors alone.',
      abstractBy: 'editors',
      fullText: 'A note that the editors wrote about it.',
      fullTextKind: 'note',
    }),
  )
  const key = await service.key('submit')
  await service.send(
    'POST',
    '/api/papers',
    leastPaper({
      id: 'p9',
      title: 'Still under review here',
      authors: ['Rita Review'],
      abstract: 'Nobody has seen these words.',
    }),
    { 'X-API-Key': key },
  )
  const step = { note: 'It is wrong.', actor: 'a', at: service.clock.now().toISOString() }
  await service.store.transact(async (tx) => {
    await tx.papers.transition('p2', { state: 'retracted', ...step })
    await tx.papers.mergeInto('p5', 'p1', step)
  })
}

const post = (
  service: TestService,
  text: string,
  { query = '', type = 'text/markdown', ...headers }: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${service.url}/api/v1/check${query}`, {
    method: 'POST',
    body: text,
    headers: { 'Content-Type': type, ...headers },
  })

const checked = async (service: TestService, text: string): Promise<PresentedReport> => {
  const response = await post(service, text)
  assert.equal(response.status, 200, await response.clone().text())
  return jsonOf<PresentedReport>(response)
}

/** Each citation as its line, verdict and paper. */
const verdicts = ({ citations }: PresentedReport): string[] =>
  citations.map(({ line, verdict, paper }) => `${line} ${verdict} ${paper ?? '-'}`)

const quoted = ({ quotations }: PresentedReport): string[] =>
  quotations.map(({ line, verdict, paper }) => `${line} ${verdict} ${paper ?? '-'}`)

for (const engine of engines) {
  test(`citations of every form are judged (${engine.name})`, async (t) => {
    const service = await startTestService(t, { engine })
    await fill(service)
    const report = await checked(
      service,
      `Save often [p1], see arXiv:2305.17390v3, https://arxiv.org/abs/2305.17390 and Example and Sample (2025).
Robots [p2], 10.1000/xyz and (Walker, 2025).
Duplicates [p5] and Double (2025); an old version: arXiv:2305.17390v1.
Two papers (Twin et al., 2025), one (Twin and Else, 2025), one at https://example.org/papers/4, nobody's [p99], p99.
Under review [p9], (Review, 2025); far away: doi:10.1000/far and Somebody et al. (1999).
Others (2025) [p3]; Twin et al. (2024) [p4]; *Robots That Run Very Fast Indeed* [p1].
[Checkpoints for agents that work for days](https://arxiv.org/abs/2305.17390) (Example and Sample, 2021).`,
    )
    assert.deepEqual(verdicts(report), [
      '1 ok p1',
      '1 ok p1',
      '1 ok p1',
      '1 ok p1',
      '2 retracted p2',
      '2 retracted p2',
      '2 retracted p2',
      '3 superseded p1',
      '3 superseded p1',
      '3 superseded p1',
      '4 ambiguous -',
      '4 ok p4',
      '4 ok p4',
      '4 unknown -',
      '5 unknown -',
      '5 unknown -',
      '5 unknown -',
      '5 unknown -',
      '6 contradictory p3',
      '6 contradictory p4',
      '6 contradictory p1',
      '7 contradictory p1',
    ])
    assert.deepEqual(report.summary, { citations: 22, quotations: 0, problems: 11 })
    assert.match(
      report.citations.at(-3)?.reason ?? '',
      /The year is 2024 here; the library has Twin and Else \(2025\) as p4/u,
    )
  })

  test(`entries of a list of references are judged (${engine.name})`, async (t) => {
    const service = await startTestService(t, { engine })
    await fill(service)
    const report = await checked(
      service,
      `# References

[1] Example, A. and Sample, B. Checkpoints for agents that work for days. 2025.
[2] Example, A. and Sample, B. Checkpoints for agents that work for days. 2022.
[3] Example, A. and Stranger, B. Checkpoints for agents that work for days. 2025.
[4] Example, A. Robots that walk far and much else. 2025. arXiv:2305.17390
[5] Walker, W. Robots that walk far. 2025.
[6] Double, D. A duplicate that was merged. 2025.
[7] Nobody, N. A paper that was never written. 2001.
[8] Review, R. Still under review here. 2025.
[9] [Checkpoints for agents that work for days](https://arxiv.org/abs/2305.17390) – Stranger et al., 2025
`,
    )
    assert.deepEqual(verdicts(report), [
      '3 ok p1',
      '4 contradictory p1',
      '5 contradictory p1',
      '6 contradictory p1',
      '7 retracted p2',
      '8 superseded p1',
      '9 unknown -',
      '10 unknown -',
      '11 contradictory p1',
    ])
  })

  test(`quotations are looked up in the words of the authors alone (${engine.name})`, async (t) => {
    const service = await startTestService(t, { engine })
    await fill(service)
    const report = await checked(
      service,
      `It says "Saving after each tool call loses least" [p1], and “how often an
agent should save its state” [p1], "saving after each tool call loses most" [p1].
"An agent that saves its state often loses little" [p1]. "Robots fall when they walk too far" [p1].
"A plain answer to a question that many teams settle by habit" [p1] is ours.
"This summary is by the editors alone" [p6]. "Nobody has seen these words" [p9]. "Robots that walk far fall" [p2].
"Words of a work that nobody here has" (Somebody et al., 1999).`,
    )
    assert.deepEqual(quoted(report), [
      '1 exact p1',
      '1 normalized p1',
      '2 near p1',
      '3 normalized p1',
      '3 missing p1',
      '4 missing p1',
    ])
    assert.equal(report.quotations[2]?.nearest, 'Saving after each tool call loses least')
    assert.deepEqual([report.quotations[0]?.nearest, report.quotations[4]?.nearest], [null, null])
  })
}

test('strict counts works outside of the library, and SARIF has the problems with their lines', async (t) => {
  const service = await startTestService(t, {})
  await fill(service)
  const text = 'One [p1].\n\nTwo [p2], and Somebody et al. (1999).'
  const loose = await jsonOf<PresentedReport>(await post(service, text))
  const strict = await jsonOf<PresentedReport>(await post(service, text, { query: '?strict=true' }))
  assert.deepEqual([loose.summary.problems, strict.summary.problems], [1, 2])
  const response = await post(service, text, { query: '?strict=true', Accept: 'application/sarif+json' })
  assert.match(response.headers.get('content-type') ?? '', /^application\/sarif\+json/u)
  const { version, runs } = await jsonOf<ReturnType<typeof presentSarif>>(response)
  assert.deepEqual(
    [
      version,
      runs[0]?.results.map(({ ruleId, locations }) => [ruleId, locations[0]?.physicalLocation.region.startLine]),
    ],
    [
      '2.1.0',
      [
        ['retracted', 3],
        ['unknown', 3],
      ],
    ],
  )
})

test('a text comes as Markdown, plain or in JSON; anything else is refused in words', async (t) => {
  const service = await startTestService(t, {})
  await fill(service)
  for (const type of ['text/markdown', 'text/plain; charset=utf-8', 'text/markdown;charset="UTF-8"; variant=GFM'])
    assert.equal((await post(service, 'See [p1].', { type })).status, 200, type)
  const asJson = await service.send('POST', '/api/v1/check', { text: 'See [p1].' })
  assert.equal((await jsonOf<PresentedReport>(asJson)).citations.length, 1)
  const refused: [Promise<Response>, number, RegExp][] = [
    [post(service, '<p>', { type: 'text/html' }), 415, /text\/markdown or text\/plain/u],
    [post(service, 'a', { type: 'text/plain; charset=latin1' }), 415, /UTF-8/u],
    [post(service, 'a'.repeat(205_000)), 413, /204800 bytes/u],
    [service.send('POST', '/api/v1/check', { text: 'é'.repeat(103_000) }), 413, /204800 bytes; send it in parts/u],
    [post(service, ' \n'), 400, /text: must not be empty/u],
    [service.send('POST', '/api/v1/check', { words: 'a' }), 400, /text/u],
    [service.send('POST', '/api/v1/check', { text: 1 }), 400, /text/u],
    [post(service, '{', { type: 'application/json' }), 400, /JSON/u],
    [post(service, 'a', { query: '?strict=yes' }), 400, /strict/u],
    [post(service, '[p1] '.repeat(6_000)), 400, /more than 5000 citations; send it in parts/u],
    [post(service, '\n'.repeat(30_000) + 'a'), 400, /more than 20000 lines; send it in parts/u],
  ]
  for (const [answer, status, words] of refused) {
    const response = await answer
    assert.deepEqual(
      [response.status, words.test(await response.clone().text())],
      [status, true],
      await response.text(),
    )
  }
})

test('texts of one client are counted, and nothing of them is kept', async (t) => {
  const service = await startTestService(t, {})
  await fill(service)
  const before = service.store.currentRevision()
  const response = await post(service, 'A secret of ours [p1].')
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(service.store.currentRevision(), before)
  for (let count = 1; count < checkPolicy.limit; count += 1) await post(service, 'a')
  assert.equal((await post(service, 'a')).status, 429)
})
