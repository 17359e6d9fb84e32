import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { generatedPapers, wholePaper } from '../../support/service/papers.ts'
import { linkIn, seen } from '../../support/markup.ts'
import { decide, submitInto } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'

const service = await startTestService({ after })
const joint = ['Jean-Luc Müller', 'Ada Example', 'Jean Luc Muller Senior']
await service.accept(
  wholePaper({ id: 'p1', authors: joint, year: 2021, concepts: ['planning'], container: 'Journal of Agents' }),
  wholePaper({ id: 'p2', authors: ['Jean-Luc Müller', 'ada EXAMPLE'], year: 2023, container: 'JOURNAL OF AGENTS' }),
  wholePaper({ id: 'p3', authors: ['jean luc muller'], year: 2023, concepts: ['planning'] }),
  wholePaper({ id: 'p4', authors: ['Jean Luc Muller Senior'], container: 'Journal of Agents and more' }),
  wholePaper({ id: 'p5', authors: ['Only Retracted'], container: 'Retracted Letters' }),
  wholePaper({ id: 'p6', authors: ['王伟', '???'], container: '機械学習会議' }),
  ...generatedPapers(100, 45).map((paper) => ({ ...paper, authors: ['Busy Writer'], container: 'Big Venue' })),
)
await decide(service, 'p5', 'retract')
await submitInto(service, {
  key: await service.key('submit'),
  state: 'pending',
  paper: { id: 'p7', authors: ['Not Yet'], container: 'Not Yet Either' },
})

const textAt = async (path: string, status = 200): Promise<string> => {
  const response = await service.get(path)
  assert.equal(response.status, status, path)
  return response.text()
}

/** The papers of the list of a page. */
const listed = (markup: string): string[] =>
  [...markup.matchAll(/<a href="\/papers\/(?<id>p\d+)" dir="auto" data-entry>/gu)].map(({ groups }) => groups?.id ?? '')

test('the page of an author has the papers of this name alone, with their years, concepts and co-authors', async () => {
  const markup = await textAt('/authors/jean-luc-muller')
  assert.deepEqual(listed(markup).toSorted(), ['p1', 'p2', 'p3'])
  const text = seen(markup)
  assert.match(text, /Author Jean-Luc Müller 3 papers from 2021 to 2023\./u)
  assert.match(text, /planning 2 /u)
  assert.match(text, /Together with Ada Example 2 Jean Luc Muller Senior 1 Papers/u)
  assert.equal(linkIn(markup, /^Ada Example 2$/u), '/authors/ada-example')
  assert.equal(linkIn(markup, /^planning 2$/u), '/concepts/planning')
  assert.match(markup, /<link rel="canonical" href="[^"]+\/authors\/jean-luc-muller" \/>/u)
})

test('the page of a venue has the papers of every spelling of its name', async () => {
  const markup = await textAt('/venues/journal-of-agents')
  assert.deepEqual(listed(markup).toSorted(), ['p1', 'p2'])
  assert.match(seen(markup), /Published in Journal of Agents 2 papers from 2021 to 2023\./u)
  const search = linkIn(markup, /^Search among these papers$/u)
  assert.equal(search, '/papers?container=Journal+of+Agents')
  assert.match(seen(await textAt(search)), /Published in: Journal of Agents ×/u)
})

test('every spelling of a name leads to its one address, also in other scripts', async () => {
  for (const [given, address] of [
    ['/authors/Jean-Luc%20M%C3%BCller', '/authors/jean-luc-muller'],
    ['/authors/JEAN.LUC-MULLER', '/authors/jean-luc-muller'],
    ['/venues/Journal%20of%20Agents', '/venues/journal-of-agents'],
  ] as const) {
    const response = await fetch(service.url + given, { redirect: 'manual' })
    assert.deepEqual([response.status, response.headers.get('location')], [308, address], given)
  }
  const paper = await textAt('/papers/p6')
  for (const name of ['王伟', '機械学習会議']) {
    const path = linkIn(paper, new RegExp(`^${name}$`, 'u'))
    assert.deepEqual(listed(await textAt(path)), ['p6'], path)
  }
  assert.match(linkIn(paper, /^\?\?\?$/u), /no link/u)
})

test('names of unpublished papers look like unknown ones, byte for byte', async () => {
  for (const folder of ['authors', 'venues']) {
    const unknown = (await textAt(`/${folder}/nobody-at-all`, 404)).replaceAll('nobody-at-all', 'X')
    for (const name of ['not-yet', 'not-yet-either', 'only-retracted', 'retracted-letters'])
      assert.equal((await textAt(`/${folder}/${name}`, 404)).replaceAll(name, 'X'), unknown, name)
  }
  for (const path of [
    '/authors/%00',
    '/authors/-',
    '/venues/%3F',
    `/authors/${'a-'.repeat(90)}b`,
    '/authors/not-yet.md',
  ])
    await textAt(path, 404)
})

test('many papers have pages, and an ETag that lasts until the corpus changes', async () => {
  const first = await textAt('/authors/busy-writer')
  const second = await textAt(linkIn(first, /^Next page$/u))
  const third = await textAt(linkIn(second, /^Next page$/u))
  assert.equal(new Set([first, second, third].flatMap(listed)).size, 45)
  assert.equal(linkIn(third, /^Back to the first$/u), '/authors/busy-writer')
  await textAt('/authors/busy-writer?page=4', 404)
  const venue = await textAt('/venues/big-venue')
  const next = await textAt(linkIn(venue, /^Next page$/u))
  assert.equal(new Set([venue, next].flatMap(listed)).size, 40)
  const { headers } = await service.get('/authors/busy-writer')
  const same = await service.get('/authors/busy-writer', { 'if-none-match': headers.get('etag') ?? '' })
  assert.equal(same.status, 304)
})

test('both pages are there as Markdown', async () => {
  const author = await textAt('/authors/jean-luc-muller.md')
  assert.match(
    author,
    /^# Jean-Luc Müller\n\n- Papers: 3\n- Concepts: .*planning.*\n- Page: <.*\/authors\/jean-luc-muller>\n\n## Papers\n\n- \[/u,
  )
  assert.match(await textAt('/venues/journal-of-agents.md'), /^# Journal of Agents\n\n- Papers: 2\n/u)
})
