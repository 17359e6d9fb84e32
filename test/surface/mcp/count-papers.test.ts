import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { answerOf } from '../../support/mcp/mcp-client.ts'
import { startLibrary } from '../../support/mcp/tool-library.ts'

const service = await startLibrary({ after })

test('papers are counted within years and by their authors', async () => {
  type Counted = { total: number; groups: { value: string; papers: number }[]; groupsAreExact: boolean }
  const count = async (args: Record<string, unknown>): Promise<[number, [string, number][], boolean]> => {
    const { total, groups, groupsAreExact } = await answerOf<Counted>(service, 'count_papers', args)
    return [total, groups.map(({ value, papers }) => [value, papers]), groupsAreExact]
  }
  const span = { yearFrom: 2016, yearTo: 2018 }
  assert.deepEqual(await count({ groupBy: 'chapter', ...span }), [3, [['4', 3]], true])
  assert.deepEqual(await count({ groupBy: 'year', ...span }), [
    3,
    [
      ['2018', 1],
      ['2017', 1],
      ['2016', 1],
    ],
    true,
  ])
  assert.deepEqual((await count({ groupBy: 'concept', ...span }))[1][0], ['planning', 3])
  assert.equal((await count({ groupBy: 'concept', ...span }))[2], false)
  assert.deepEqual(await count({ groupBy: 'chapter', yearFrom: 2030 }), [0, [], true])
  assert.equal((await count({ groupBy: 'chapter', author: 'Ben, Sample' }))[0], 11)
  assert.equal((await count({ groupBy: 'chapter', author: 'Ben Nobody' }))[0], 0)
})

test('papers are counted by every filter that they are searched by', async () => {
  const scores: [least: number, papers: number][] = [
    [0, 11],
    [8.2, 11],
    [8.2000001, 0],
  ]
  for (const [minLongHorizon, papers] of scores) {
    const { total } = await answerOf<{ total: number }>(service, 'count_papers', { groupBy: 'year', minLongHorizon })
    assert.equal(total, papers, `from ${minLongHorizon}`)
  }
  const filters: Record<string, unknown>[] = [
    {},
    { chapter: 4 },
    { chapter: 5 },
    { type: 'system' },
    { type: 'survey' },
    { concept: 'concept-3' },
    { author: 'Ben, Sample' },
    { institution: 'Nowhere' },
    { yearFrom: 2016, yearTo: 2018, minLongHorizon: 8 },
    { minLongHorizon: 8.3 },
    { hasFullText: true },
  ]
  const totals: number[] = []
  for (const filter of filters) {
    const asked = { query: 'agents', ...filter }
    const searched = await answerOf<{ total: number }>(service, 'search_papers', { ...asked, match: 'all' })
    const counted = await answerOf<{ total: number }>(service, 'count_papers', { ...asked, groupBy: 'type' })
    assert.equal(counted.total, searched.total, JSON.stringify(filter))
    totals.push(counted.total)
  }
  assert.ok(totals.includes(0) && totals.includes(1) && totals.includes(3) && totals.includes(11), totals.join(' '))
})
