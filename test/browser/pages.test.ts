import { EventEmitter, once } from 'node:events'
import type { Page, Request } from 'playwright-core'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishBrief } from '#actions/editorial/briefs.ts'
import { savePaperVersion } from '#actions/papers.ts'
import { openBrowser, type VisitedPage } from '../support/browser/browser.ts'
import { faultsOfAppearances } from '../support/browser/accessibility.ts'
import { generatedPapers, oddPapers, textInParts, wholePaper } from '../support/service/papers.ts'
import { decide } from '../support/service/review.ts'
import { shownDumps } from '../support/service/shown-dumps.ts'
import { startTestService, type TestService } from '../support/service/test-service.ts'

/** The cost of showing a page to a first visitor. */
type FirstView = {
  /** Whether the largest thing that was painted came with the page, or only by a script. */
  isServed: boolean
  /** By how much things moved after they were shown (cumulative layout shift). */
  shift: number
  /** The page, its style and its scripts: what a first view has to wait for. */
  requests: number
  /** The same as it came over the wire, without what scripts ask for later. */
  bytes: number
  scriptBytes: number
  fontBytes: number
}

/** Records what is painted and shifted, and what was there before any script of the page ran. */
const WATCH = `{
  const seen = { served: new WeakSet(), largest: [], shifts: [] }
  Object.defineProperty(window, 'firstView', { value: seen })
  document.addEventListener('readystatechange', () => {
    if (document.readyState === 'interactive')
      for (const element of document.querySelectorAll('*')) seen.served.add(element)
  })
  const note = (type, list) => new PerformanceObserver((found) => list.push(...found.getEntries())).observe({ type })
  note('largest-contentful-paint', seen.largest)
  note('layout-shift', seen.shifts)
}`

/** Ends only what hangs. */
const DEADLINE_MS = 600_000

/** An element that a script removed again is not known any more, but something was painted. */
const painted = (last: string | null): string =>
  last === null
    ? 'firstView.largest.length > 0'
    : `firstView.largest.at(-1)?.element?.matches(${JSON.stringify(last)}) === true`
/** The paint of a frame is reported after the next one. */
const TWO_FRAMES =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))'
const LOOK = `({
  isServed: firstView.served.has(firstView.largest.at(-1).element),
  shift: firstView.shifts.reduce((sum, { value }) => sum + value, 0),
})`

/** Opens an address as if for the first time. @returns what the browser saw of it */
export type FirstViews = {
  /** @param last an element that comes late and is painted largest; by default any will do, once nothing is asked for */
  open(address: string, last?: string | null): Promise<FirstView & { status: number | undefined }>
}

/** Makes a window one that keeps nothing from page to page, and measures what it is shown. */
const watchFirstViews = async (page: Page): Promise<FirstViews> => {
  let loaded: Request[] = []
  const changes = new EventEmitter()
  let waiting = 0
  page.on('request', () => (waiting += 1))
  const ended = (): void => {
    waiting -= 1
    changes.emit('change')
  }
  page.on('requestfailed', ended)
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'fetch') loaded.push(request)
    ended()
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.addInitScript(WATCH)
  return {
    open: async (address, last = null) => {
      loaded = []
      const response = await page.goto(address)
      const signal = AbortSignal.timeout(DEADLINE_MS)
      do {
        signal.throwIfAborted()
        while (waiting > 0) await once(changes, 'change', { signal })
        await page.evaluate(TWO_FRAMES)
      } while (waiting > 0 || !(await page.evaluate<boolean>(painted(last))))
      const view = await page.evaluate<Pick<FirstView, 'isServed' | 'shift'>>(LOOK)
      let [bytes, scriptBytes, fontBytes] = [0, 0, 0]
      for (const request of loaded) {
        const { responseBodySize } = await request.sizes()
        bytes += responseBodySize
        if (request.resourceType() === 'script') scriptBytes += responseBodySize
        if (request.resourceType() === 'font') fontBytes += responseBodySize
      }
      return { ...view, status: response?.status(), requests: loaded.length, bytes, scriptBytes, fontBytes }
    },
  }
}

/** Every page of the reader: its address, and its status where that is not 200. A new page is one more line. */
const pages: readonly (readonly [string, number?])[] = [
  ['/'],
  ['/papers'],
  ['/?q=agents&sort=newest'],
  ['/?q=agents+since+2023&author=example&addedSince=2026-11-01&sort=added'],
  ['/?q=how+do+agents+plan+for+days'],
  ['/?like=p1'],
  ['/?q=planning+zebras&match=all'],
  ['/?chapter=4&sort=enterprise'],
  ['/?q=agnets&year=1999'],
  ['/chapters'],
  ['/chapters/4'],
  ['/map'],
  ['/map?chapter=4&lh_min=0.9'],
  ['/map/citations'],
  ['/stats'],
  ['/papers/p1'],
  ['/papers/p2'],
  ['/papers/p3'],
  ['/papers/p5'],
  ['/papers/p6'],
  ['/papers/p7'],
  ['/papers/p9001'],
  ['/papers/p9001/text?part=2'],
  ['/papers/p9002', 410],
  ['/papers/p9003'],
  ['/papers/p9003?version=1'],
  ['/concepts'],
  ['/concepts/checkpointing'],
  ['/reading-list'],
  ['/reading-list?ids=p1,p2,p3,p9999'],
  ['/compare'],
  ['/compare?ids=p1,p2,p3,p9999'],
  ['/authors/ada-example'],
  ['/venues/journal-of-agents'],
  ['/gaps'],
  ['/gaps/g1'],
  ['/briefs'],
  ['/briefs/2026-w47'],
  ['/dumps'],
  ['/about'],
  ['/contact'],
  ['/contact/sent'],
  ['/check'],
  ['/subscribe'],
  ['/subscribe/sent'],
  ['/subscribe/confirm?token=x'],
  ['/follow?search=%2F%3Fq%3Dagents%26match%3Dall%26chapter%3D4%26sort%3Dnewest'],
  ['/follow/sent'],
  ['/subscription'],
  ['/subscription/sent'],
  ['/unsubscribe?token=x'],
  ['/docs'],
  ['/docs/getApiV1Search'],
  ['/docs/postApiPapers'],
  ['/nowhere', 404],
  ['/map?chapter=9', 400],
  ['/?year=soon', 400],
  ['/chapters/8', 404],
  ['/authors/nobody', 404],
  ['/reading-list?ids=x', 400],
  ['/compare?ids=x', 400],
]

/** Pages that show more in a larger library. */
const growing = [
  '/',
  '/papers',
  '/?q=agents&sort=newest',
  '/?q=how+do+agents+plan',
  '/chapters/4',
  '/map',
  '/map/citations',
  '/stats',
  '/concepts',
  '/papers/p101',
]

/** The page, its style, scripts, and two weights of a font. */
const MAX_REQUESTS = 10
/** Without the fonts, and with them. */
const MAX_BYTES = 30_000
const MAX_BYTES_WITH_FONTS = 72_000
const MAX_SCRIPT_BYTES = 15_000

const REFUSED = /^console: Failed to load resource: the server responded with a status of 4\d\d/u

const troublesOf = ({ troubles }: VisitedPage): string[] =>
  troubles.splice(0).filter((trouble) => !REFUSED.test(trouble))

const checkFirstView = (view: FirstView, address: string): void => {
  const message = `${address}: ${JSON.stringify(view)}`
  assert.ok(view.isServed, message)
  assert.ok(view.requests <= MAX_REQUESTS, message)
  assert.equal(view.shift, 0, message)
  assert.ok(view.scriptBytes < MAX_SCRIPT_BYTES, message)
  const ownBytes = view.bytes - view.fontBytes
  assert.ok(ownBytes > 3_000 && ownBytes < MAX_BYTES, message)
  assert.ok(view.bytes < MAX_BYTES_WITH_FONTS, message)
}

/** With marks of evidence of each kind. */
const CITING =
  'Plans are saved [p1], “saving after each call” [p2 "not in its words"]; none forget [search: q=zeugma = 0].'

/** What the editors write, a text in parts, and a paper that was taken back. */
const fillByHouse = async (service: TestService): Promise<void> => {
  await service.accept(
    wholePaper({ id: 'p9001', container: 'Journal of Agents', fullText: textInParts }),
    wholePaper({ id: 'p9002' }),
    wholePaper({ id: 'p9003', houseCommentary: `${CITING} Half is lost [p2].` }),
  )
  service.clock.advance(1)
  await service.run(savePaperVersion, {
    id: 'p9003',
    change: (paper) => ({ ...paper, commentary: CITING }),
    version: null,
    actor: 'test',
    act: 'paper.edit',
  })
  await decide(service, 'p9002', 'retract')
  const gap = {
    id: 'g1',
    title: 'A gap',
    severity: 'critical' as const,
    explanation: `See p1. ${CITING}`,
    paperIds: ['p1', 'p2'],
  }
  await service.store.transact((tx) => tx.gaps.put(gap, service.clock.now().toISOString()))
  const week = { year: 2026, week: 47 }
  const brief = {
    id: '2026-w47',
    week,
    title: 'A brief',
    summary: 'Two papers [p1].',
    take: 'See p2.',
    featured: ['p1', 'p2', 'p9003'],
  }
  await service.run(publishBrief, { brief: brief, actor: 'test' })
}

test('every page of the reader', async (t) => {
  const few = await startTestService(t, { dumps: shownDumps })
  const { url } = few
  await few.accept(...oddPapers(), ...generatedPapers(101, 120))
  const many = await startTestService(t, { dumps: shownDumps })
  await many.accept(...generatedPapers(1, 2_000))
  await fillByHouse(few)
  const browser = await openBrowser(t)

  await t.test('is small, appears at once, and has no fault in either theme and width', async () => {
    const visited = await browser.visit()
    const { page } = visited
    const views = await watchFirstViews(page)
    for (const [path, expected = 200] of pages) {
      const { status, ...view } = await views.open(url + path)
      assert.equal(status, expected, path)
      if (expected === 200) checkFirstView(view, path)
      // With reduced motion nothing moves.
      assert.equal(await page.evaluate('document.getAnimations().length'), 0, path)
      assert.equal(await page.evaluate('getComputedStyle(document.documentElement).scrollBehavior'), 'auto', path)
      await page.evaluate('for (const details of document.querySelectorAll("details")) details.open = true')
      assert.deepEqual(await faultsOfAppearances(page), [], path)
      assert.deepEqual(troublesOf(visited), [], path)
    }
  })

  await t.test('stays as it was drawn for a reader who comes back', async () => {
    const { page } = await browser.visit()
    const views = await watchFirstViews(page)
    const long = { last: '2026-01-02', before: '2026-01-01' }
    await page.addInitScript(`localStorage.setItem('visits', ${JSON.stringify(JSON.stringify(long))})`)
    await page.setViewportSize({ width: 390, height: 800 })
    for (const [path, mark] of [
      ['/', '#new-here'],
      ['/papers?q=agents', 'ol.papers .new'],
      ['/chapters/4', 'ol.papers .new'],
    ] as const) {
      checkFirstView(await views.open(url + path), path)
      assert.ok(await page.locator(mark).first().isVisible(), path)
    }
  })

  await t.test('stays small in a larger library', async () => {
    const { page } = await browser.visit()
    const views = await watchFirstViews(page)
    for (const path of growing) checkFirstView(await views.open(many.url + path), path)
  })

  await t.test('is measured: a late, large and shifting page is caught', async () => {
    const { page } = await browser.visit()
    const views = await watchFirstViews(page)
    await page.route('**/planted', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><title>x</title><main id="all"><p>A few words.</p></main>
          <!-- ${'many words '.repeat(9_000)} --><script>
          const frames = (count, then) => requestAnimationFrame(() => (count > 0 ? frames(count - 1, then) : then()))
          addEventListener('load', () => frames(5, () => {
            const large = document.createElement('h1')
            large.textContent = 'late '.repeat(200)
            all.prepend(large)
          }))</script>`,
      }),
    )
    const view = await views.open(`${url}/planted`, '#all h1')
    assert.equal(view.isServed, false)
    assert.ok(view.shift > 0)
    assert.ok(view.bytes > MAX_BYTES)
    assert.throws(() => checkFirstView(view, 'planted'))
  })

  await t.test('can be read without scripts and on paper', async () => {
    const { page } = await browser.visit({ scripts: false })
    const checks = {
      screen: async (path: string) => assert.ok(await page.locator('main h1').isVisible(), path),
      print: async (path: string) => assert.equal(await page.locator('header.site nav').isVisible(), false, path),
    }
    // Each page begins in the medium that the one before ended in: a change of medium draws the page again.
    let media: readonly ('screen' | 'print')[] = ['screen', 'print']
    for (const [path, status] of pages) {
      assert.equal((await page.goto(url + path))?.status(), status ?? 200, path)
      const [first = 'screen', second = 'print'] = media
      await checks[first](path)
      await page.emulateMedia({ media: second })
      await checks[second](path)
      media = [second, first]
    }
  })
})
