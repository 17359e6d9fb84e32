import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leastPaper } from '../../../support/service/papers.ts'
import { jsonOf } from '../../../support/service/read-responses.ts'
import { submit, submitInto } from '../../../support/service/review.ts'
import { startTestService } from '../../../support/service/test-service.ts'
import type { Submitted } from '../../../support/requests/submissions.ts'

/** Addresses and titles of two papers, and what makes them duplicate candidates. */
const alike: { sentence: string; first: object; second: object; match: string | null }[] = [
  {
    sentence: 'the same DOI, whatever its case and form',
    first: { url: 'https://doi.org/10.1234/AbC.5' },
    second: { url: 'https://dx.doi.org/10.1234/abc.5' },
    match: 'doi',
  },
  {
    sentence: 'the same DOI in another address of the paper',
    first: { storageUrl: 'https://example.org/doi/10.1234/abc.5' },
    second: { url: 'https://doi.org/10.1234/abc.5' },
    match: 'doi',
  },
  {
    sentence: 'the same arXiv id without its version',
    first: { url: 'https://arxiv.org/abs/2401.01234v1' },
    second: { url: 'https://arxiv.org/pdf/2401.01234v3' },
    match: 'arxiv',
  },
  {
    sentence: 'the same title, folded, and the same year',
    first: { title: 'Évaluation  of Long-Horizon agents!' },
    second: { title: 'evaluation of long horizon AGENTS' },
    match: 'title_year',
  },
  {
    sentence: 'another DOI',
    first: { url: 'https://doi.org/10.1234/abc.5' },
    second: { url: 'https://doi.org/10.1234/abc.50' },
    match: null,
  },
  {
    sentence: 'the same title in another year',
    first: { title: 'Evaluation' },
    second: { title: 'Evaluation', year: 2024 },
    match: null,
  },
  {
    sentence: 'the same address without an identifier',
    first: { url: 'https://example.org/x' },
    second: { url: 'https://example.org/x' },
    match: null,
  },
]

for (const { sentence, first, second, match } of alike)
  test(`${sentence} ${match === null ? 'is no' : 'is a'} possible duplicate`, async (t) => {
    const service = await startTestService(t)
    const known = leastPaper({ id: 'p1', title: 'First paper', ...first })
    await service.accept(known)
    const key = await service.key()
    const paper = leastPaper({ id: 'p2', title: 'Second paper', ...second })
    const wanted = match === null ? [] : [{ id: 'p1', title: known.title, match }]
    for (const path of ['/api/papers?dryRun=true', '/api/papers']) {
      const response = await service.send('POST', path, paper, { 'x-api-key': key })
      assert.deepEqual((await jsonOf<Submitted>(response)).possibleDuplicates, wanted, path)
    }
  })

test('a duplicate candidate by several traits is listed once', async (t) => {
  const service = await startTestService(t)
  const same = { url: 'https://doi.org/10.48550/arXiv.2401.01234' }
  await service.accept(leastPaper({ id: 'p1', ...same }))
  const response = await submit(service, await service.key(), leastPaper({ id: 'p2', ...same }))
  const { possibleDuplicates } = await jsonOf<Submitted>(response)
  assert.deepEqual(
    possibleDuplicates.map(({ id }) => id),
    ['p1'],
  )
})

test('possible duplicates show what is public or open under the same key, and nothing of another key', async (t) => {
  const service = await startTestService(t)
  const [key, other] = [await service.key(), await service.key()]
  const same = { url: 'https://doi.org/10.1234/abc.5' }
  const states = ['pending', 'changes_requested', 'accepted', 'rejected', 'withdrawn', 'retracted'] as const
  for (const [index, state] of states.entries()) {
    await submitInto(service, { key, state, paper: { id: `p1${index}`, ...same } })
    await submitInto(service, { key: other, state, paper: { id: `p2${index}`, ...same } })
  }
  const failurePaths = async (sender: string, path: string): Promise<string[]> => {
    const response = await service.send('POST', path, leastPaper({ id: 'p99', ...same }), { 'x-api-key': sender })
    const { possibleDuplicates } = await jsonOf<Submitted>(response)
    return possibleDuplicates.map(({ id }) => id).toSorted()
  }
  assert.deepEqual(await failurePaths(other, '/api/papers?dryRun=true'), ['p12', 'p20', 'p21', 'p22'])
  assert.deepEqual(await failurePaths(key, '/api/papers?dryRun=true'), ['p10', 'p11', 'p12', 'p22'])
  assert.deepEqual(await failurePaths(key, '/api/papers'), ['p10', 'p11', 'p12', 'p22'])
})
