import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { publishBrief } from '#actions/editorial/briefs.ts'
import type { Gap } from '#core/editorial/gap.ts'
import { libraryParts } from '#core/settings.ts'
import { seen } from '../../support/markup.ts'
import { wholePaper } from '../../support/service/papers.ts'
import { setSettings } from '../../support/service/settings.ts'
import { startTestService } from '../../support/service/test-service.ts'

const service = await startTestService({ after })
await service.accept(
  wholePaper({ id: 'p1', type: 'benchmark', concepts: ['checkpointing'], frameworkMappings: ['ReAct'] }),
  wholePaper({ id: 'p2', title: 'Another paper', type: 'dataset', concepts: ['checkpointing', 'recovery'] }),
)
const gap: Gap = {
  id: 'g1',
  title: 'Nobody knows',
  severity: 'high',
  explanation: 'What is missing?',
  paperIds: ['p1'],
}
await service.store.transact((tx) => tx.gaps.put(gap, service.clock.now().toISOString()))
const brief = {
  id: '2026-w47',
  week: { year: 2026, week: 47 },
  title: 'What came in',
  summary: 'Two papers.',
  take: 'Read both.',
  featured: ['p1'],
}
await service.run(publishBrief, { brief, actor: 'cli' })

const statusOf = async (path: string): Promise<number> => (await service.get(path)).status
const textAt = async (path: string): Promise<string> => {
  const response = await service.get(path)
  assert.equal(response.status, 200, path)
  return response.text()
}

const pagesOfParts = {
  concepts: [
    '/concepts',
    '/concepts.md',
    '/concepts/checkpointing',
    '/concepts/checkpointing.md',
    '/concepts/checkpointing.rss',
  ],
  gaps: ['/gaps', '/gaps.md', '/gaps/g1', '/gaps/g1.md', '/gaps.atom'],
  briefs: ['/briefs', '/briefs.md', '/briefs/2026-w47', '/briefs/2026-w47.md', '/briefs.rss', '/subscribe'],
}
const partPages = Object.values(pagesOfParts).flat()
const others = [
  '/',
  '/papers',
  '/papers/p1',
  '/papers/p1.md',
  '/chapters/4',
  '/about',
  '/llms.txt',
  '/llms-full.txt',
  '/stats',
  '/sitemap-pages.xml',
]
/** What pages would say of the parts, with what stands before it. */
const TRACES =
  /.{0,40}(?:href="\/(?:concepts|gaps|briefs|subscribe)|checkpointing|ReAct|benchmark|Nobody knows|What came in|\/(?:concepts|gaps|briefs)\b)/gu

const listsOfApi = ['concepts', 'gaps', 'briefs'].flatMap((name) => [
  `/api/v1/${name}`,
  `/api/v1/${name}?detail=abstract`,
])

test('a part that is switched off leaves pages and feeds, its lists are empty, and it comes back as it was', async () => {
  for (const path of partPages) assert.equal(await statusOf(path), 200, path)
  const before = await Promise.all([...partPages, ...others].map(textAt))
  await setSettings(service, { off: libraryParts })
  for (const path of partPages) {
    const response = await service.get(path)
    assert.equal(response.status, 404, path)
    assert.match(await response.text(), new RegExp(`There is nothing at ${path}\\.`, 'u'))
  }
  for (const path of others) assert.deepEqual([...(await textAt(path)).matchAll(TRACES)].map(String), [], path)
  for (const path of listsOfApi) assert.match(await textAt(path), /^(?:\[\]|\{(?:"total":0,)?"\w+":\[\].*\})$/u, path)
  assert.equal(await statusOf('/api/v1/briefs/latest'), 404)
  assert.match(await textAt('/api/papers/p1'), /"concepts":\["checkpointing"\]/u)
  assert.match(await textAt('/papers/p1.json'), /"concepts":\["checkpointing"\]/u)
  await setSettings(service, {})
  const again = await Promise.all([...partPages, ...others].map(textAt))
  assert.deepEqual(again, before)
})

test('one part alone leaves the others as they are', async () => {
  for (const part of ['concepts', 'gaps', 'briefs'] as const) {
    await setSettings(service, { off: [part] })
    for (const path of partPages)
      assert.equal(await statusOf(path), pagesOfParts[part].includes(path) ? 404 : 200, `${path} without ${part}`)
  }
})

test('renamed parts have their names in menus, headings, titles and feeds', async () => {
  await setSettings(service, {
    labels: {
      types: { one: 'study design', many: 'study designs' },
      concepts: { one: 'condition', many: 'conditions' },
      frameworks: { one: 'guideline', many: 'guidelines' },
      gaps: { one: 'open question', many: 'open questions' },
      briefs: { one: 'bulletin', many: 'bulletins' },
    },
  })
  assert.match(seen(await textAt('/about')), /Papers Conditions Open questions Bulletins Map/u)
  assert.match(await textAt('/concepts'), /<h1>Conditions<\/h1>/u)
  assert.match(await textAt('/gaps'), /<h1>Open questions<\/h1>/u)
  assert.match(await textAt('/briefs'), /<h1>Weekly bulletins<\/h1>/u)
  assert.match(await textAt('/briefs.rss'), /weekly bulletins/u)
  const paper = seen(await textAt('/papers/p1'))
  for (const word of ['Study design', 'Conditions', 'Guidelines', 'In open questions and bulletins'])
    assert.ok(paper.includes(word), word)
  assert.match(await textAt('/papers/p1.md'), /^- Study design: benchmark$/mu)
  assert.match(seen(await textAt('/papers')), /Study design .* Condition /u)
  await setSettings(service, {})
})

test('a library without both scores has no map', async () => {
  assert.equal(await statusOf('/map'), 200)
  await setSettings(service, { scores: [] })
  assert.deepEqual([await statusOf('/map'), await statusOf('/map/points.json')], [404, 404])
  for (const path of others) assert.doesNotMatch(await textAt(path), /\/map\b/u, path)
  await setSettings(service, {})
})

test('the description says of every page of a part that the library may not have it', async () => {
  const { paths } = (await (await service.get('/openapi.json')).json()) as {
    paths: Record<string, Record<string, { responses: Record<string, object> }>>
  }
  const ofParts = Object.entries(paths).filter(([path]) =>
    /^\/(?:map|concepts|gaps|briefs|subscribe)(?![\w-])/u.test(path),
  )
  assert.ok(ofParts.length > 20, `${ofParts.length} addresses of parts`)
  const untold = ofParts.flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) => (404 in responses ? [] : [`${method} ${path}`])),
  )
  // A link in an email that was sent earlier is still followed.
  assert.deepEqual(untold, ['get /subscribe/confirm'])
})
