import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { publishBrief } from '#actions/editorial/briefs.ts'
import { linkIn, seen } from '../../support/markup.ts'
import { wholePaper } from '../../support/service/papers.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

const openLibrary = async (t: TestContext, canMail: boolean): Promise<TestService> => {
  const service = await startTestService(t, { canMail })
  await service.accept(
    wholePaper({ id: 'p1', container: 'Notes' }),
    wholePaper({ id: 'p2', title: 'Another', fullText: 'A text.' }),
  )
  const gap = { id: 'g1', title: 'Open', severity: 'high', explanation: 'Nobody knows.', paperIds: ['p1'] } as const
  await service.store.transact((tx) =>
    tx.gaps.put({ ...gap, paperIds: [...gap.paperIds] }, service.clock.now().toISOString()),
  )
  await service.run(publishBrief, {
    brief: {
      id: '2026-w47',
      week: { year: 2026, week: 47 },
      title: 'A week',
      summary: 'A summary.',
      take: 'A take.',
      featured: ['p1'],
    },
    actor: 'cli',
  })
  return service
}

const textAt = async (service: TestService, path: string): Promise<string> => (await service.get(path)).text()

const addressesIn = (xml: string, { url }: TestService): string[] =>
  [...xml.matchAll(/<loc>(?<url>[^<]*)<\/loc>/gu)].map(({ groups }) =>
    (groups?.url ?? '').replace(url, '').replaceAll('&amp;', '&'),
  )

const pagesOf = async (service: TestService): Promise<string[]> => {
  const parts = addressesIn(await textAt(service, '/sitemap.xml'), service)
  const named = await Promise.all(parts.map(async (path) => addressesIn(await textAt(service, path), service)))
  const others = [
    '/papers?q=agent',
    '/papers?q=agent&match=all',
    '/papers?q=xylophone',
    '/papers?like=p1',
    '/authors/ada-example',
    '/venues/notes',
    '/reading-list',
    '/reading-list?ids=p1',
    '/compare?ids=p1,p2',
    '/subscribe',
    '/subscription',
    '/contact',
    '/nothing',
    '/follow',
    '/follow?search=%2Fgaps',
  ]
  return [...new Set([...named.flat(), ...others])]
}

/** Sentences that offer emails of the library. A reader may send a page from a mail program. */
const offersIn = (markup: string): string[] =>
  [...seen(markup.replaceAll(/<a href="mailto:[^>]*>[^<]*<\/a>/gu, '')).matchAll(/.{0,60}by e-?mail.{0,20}/giu)].map(
    String,
  )

const FORM = /<input[^>]*type="email"/u

test('a library without a mail server offers no email on any page', async (t) => {
  const service = await openLibrary(t, false)
  const pages = await pagesOf(service)
  for (const path of ['/', '/papers/p1', '/concepts/checkpointing', '/gaps', '/briefs', '/briefs/2026-w47'])
    assert.ok(pages.includes(path), path)
  // The reference of the API describes what the service can do.
  for (const path of pages.filter((one) => !one.startsWith('/docs'))) {
    const markup = await textAt(service, path)
    assert.deepEqual(offersIn(markup), [], path)
    assert.doesNotMatch(markup, /href="\/subscription/u, path)
    if (path !== '/contact') assert.doesNotMatch(markup, FORM, path)
  }
  // A feed is nothing to read for people, so links lead to the page that says what to do with its address.
  for (const path of ['/', '/briefs']) assert.match(await textAt(service, path), /<a href="\/subscribe"/u, path)
  assert.match(await textAt(service, '/subscribe'), /<code id="feed-atom">[^<]*\/briefs\.atom<\/code>/u)
  assert.match(
    seen(await textAt(service, '/concepts/checkpointing')),
    /: each new paper, once, in a feed reader \( Atom feed ,/u,
  )
})

test('one with a mail server offers it at the head of what can be followed, and of briefs', async (t) => {
  const service = await openLibrary(t, true)
  for (const [path, label] of [
    ['/concepts/checkpointing', 'Follow this concept'],
    ['/authors/ada-example', 'Follow Ada Example'],
    ['/venues/notes', 'Follow Notes'],
    ['/papers?q=agent&match=all', 'Follow papers with all of these words'],
    ['/chapters/4', 'Follow this chapter'],
    ['/gaps', 'Follow this'],
  ] as const) {
    const markup = await textAt(service, path)
    assert.match(linkIn(markup, new RegExp(`^${label}$`, 'u')), /^\/follow\?search=/u, path)
    assert.match(
      seen(markup),
      new RegExp(`${label} : each new (?:paper|research gap), once, by email or in a feed reader \\(`, 'u'),
    )
    const [line, first] = [markup.indexOf('class="quiet follow'), markup.search(/class="(?:papers|lines)"/u)]
    assert.ok(line > 0 && (first < 0 || line < first), `${path}: before the list`)
  }
  for (const path of ['/', '/briefs']) assert.match(await textAt(service, path), /href="\/subscribe"/u, path)
  assert.match(await textAt(service, '/subscribe'), FORM)
})
