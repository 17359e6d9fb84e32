import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { publishBrief } from '#actions/editorial/briefs.ts'
import { setChapters } from '#actions/editorial/chapters.ts'
import { parseChapter } from '#core/papers/chapter.ts'
import type { Gap } from '#core/editorial/gap.ts'
import { ask } from '../../support/mcp.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { setSettings } from '../../support/service/settings.ts'
import { startTestService, waitingEmails } from '../../support/service/test-service.ts'

// A library on another subject, with its own chapters, names and no scores: nothing that it sends speaks of the example corpus.

const service = await startTestService({ after })
const studies: [title: string, abstract: string, chapter: number, concepts: string[]][] = [
  ['Fever in children: when to wait', 'A cohort of 812 children.', 1, ['fever']],
  ['Paracetamol or ibuprofen after surgery', 'A randomized trial in 204 adults.', 2, ['pain', 'surgery']],
  ['Early walking after hip replacement', 'Two wards were compared.', 2, ['surgery']],
  ['Hand washing on wards: a year of counts', 'Infections fell by a third.', 3, ['infection']],
  ['Antibiotics for sore throats', 'A review of 27 trials.', 3, ['infection', 'fever']],
  ['Sleep and blood pressure of nurses', 'Night shifts were followed for five years.', 4, ['sleep']],
]
const chapters = ['Children', 'Surgery', 'Infection', 'Staff'].map((name, index) => ({
  number: parseChapter(String(index + 1)) ?? 1,
  name,
  introduction: `What wards know of ${name.toLowerCase()}.`,
}))
await service.run(setChapters, { chapters, actor: 'cli' })
await service.accept(
  ...studies.map(([title, abstract, chapter, concepts], index) =>
    leastPaper({ id: `p${index + 1}`, title, abstract, chapter, concepts, type: 'empirical', container: 'Ward Notes' }),
  ),
)
const gap: Gap = {
  id: 'g1',
  title: 'Nobody compared night shifts',
  severity: 'high',
  explanation: 'No study here compares them (p6).',
  paperIds: ['p6'],
}
await service.store.transact((tx) => tx.gaps.put(gap, service.clock.now().toISOString()))
await service.run(publishBrief, {
  brief: {
    id: '2026-w47',
    week: { year: 2026, week: 47 },
    title: 'Six studies',
    summary: 'They came in this week (p1).',
    take: 'Wait with fever.',
    featured: ['p1', 'p2'],
  },
  actor: 'cli',
})
await setSettings(service, {
  name: 'Ward Library',
  tagline: 'Studies that wards can use',
  accentColor: '#0a6e5c',
  scores: [],
  labels: { concepts: { one: 'condition', many: 'conditions' }, briefs: { one: 'bulletin', many: 'bulletins' } },
})

/** Words of the example corpus; names on the wire and in addresses are taken out first. */
const FOREIGN =
  /.{0,50}(?:long[- ]horizons?\b|\benterprises?\b|\bAI agents?\b|\bscored\b|Main subject|Practice\b).{0,30}/giu
const WIRE =
  /longHorizonScore|enterpriseScore|minLongHorizon|min_lh_score|longHorizon|(?<=["'/=, (|`])(?:long-horizon|enterprise)(?=["'&,:) |`])/gu

const foreignIn = (text: string): string[] => [...text.replaceAll(WIRE, '').matchAll(FOREIGN)].map(([found]) => found)

const textOf = async (path: string): Promise<string> => (await service.get(path)).text()

const addressesIn = (xml: string): string[] =>
  [...xml.matchAll(/<loc>(?<url>[^<]*)<\/loc>/gu)].map(({ groups }) => (groups?.url ?? '').replace(service.url, ''))

const pages = async (): Promise<string[]> => {
  const files = addressesIn(await textOf('/sitemap.xml')).map((path) => path.replaceAll('&amp;', '&'))
  return (await Promise.all(files.map(async (path) => addressesIn(await textOf(path))))).flat()
}

test('every page, feed and file of the library speaks of its own subject', async () => {
  const named = await pages()
  for (const path of ['/', '/papers', '/papers/p1', '/chapters/4', '/concepts/fever', '/gaps/g1', '/briefs/2026-w47'])
    assert.ok(named.includes(path), path)
  assert.ok(!named.includes('/map'))
  const others = ['md', 'rss', 'atom', 'json'].flatMap((ending) => [`/papers.${ending}`, `/briefs.${ending}`])
  const files = [
    '/llms.txt',
    '/llms-full.txt',
    '/opensearch.xml',
    '/robots.txt',
    '/openapi.json',
    '/docs',
    '/mcp/server-card',
  ]
  const forms = [
    '/papers/p1.md',
    '/papers/p1.jsonld',
    '/papers?q=fever',
    '/papers?sort=enterprise',
    '/subscribe',
    '/contact',
  ]
  const missing = ['/nothing', '/papers/p99', '/api/papers?chapter=x', '/api/v1/papers/p99', '/map', '/chapters/7']
  const paths = [...named, ...others, ...files, ...forms, ...missing, '/stats', '/oai?verb=Identify', '/api/stats']
  for (const path of paths) {
    const text = await textOf(path)
    assert.deepEqual(foreignIn(text), [], path)
    if (/^\/(?:$|papers$|about|concepts$|llms\.txt|opensearch)/u.test(path)) assert.match(text, /Ward Library/u, path)
  }
})

test('what programs are told over MCP, and emails that are sent, speak of it, too', async () => {
  for (const method of ['tools/list', 'prompts/list', 'resources/templates/list', 'server/discover'])
    assert.deepEqual(foreignIn(JSON.stringify(await ask(service, method))), [], method)
  const sent = await service.send('POST', '/api/subscribe', { email: 'ada@example.org' })
  assert.ok(sent.ok)
  const emails = await waitingEmails(service)
  assert.match(JSON.stringify(emails), /the weekly bulletin of Ward Library/u)
  assert.deepEqual(foreignIn(JSON.stringify(emails)), [])
})

test('the console names what the library has', async () => {
  const editor = await signedIn(service, 'admin')
  const paths = [
    '/console/queue',
    '/console/papers',
    '/console/papers/p1/edit',
    '/console/assess-many',
    '/console/notes',
  ]
  for (const path of paths) {
    const text = await (await editor.get(path)).text()
    assert.deepEqual(foreignIn(text), [], path)
    assert.match(text, /Conditions<\/a>/u, path)
  }
})
