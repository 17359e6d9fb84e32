import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { loadStarter } from '#first-start.ts'
import type { Ending } from '../files.ts'
import { signedIn } from '../service/editor-session.ts'
import { textInParts, wholePaper } from '../service/papers.ts'
import { fillConsole } from '../service/routes.ts'
import { startTestService } from '../service/test-service.ts'
import { type TestBrowser, type Theme, WINDOW_HEIGHT } from './browser.ts'

/** Where the boxes are recorded: `npm run layouts` writes them. */
export const LAYOUTS = new URL('../../fixtures/layouts.json', import.meta.url)

export const layoutWidths = [390, 820, 1_440] as const

/** A page in a window of one width: the names of its main elements in their order, each with its box. */
export type Layout = Record<string, string>

/** By page and width. */
export type Layouts = Record<string, Record<string, Layout>>

/** A phone, a tablet and a wide window show each of these. */
const libraryPages: Readonly<Record<string, string>> = {
  'front page': '/',
  list: '/papers',
  'search results': '/papers?q=how+do+agents+keep+memory',
  paper: '/papers/p113',
  'paper text': '/papers/p9001/text?part=2',
  chapter: '/chapters/2',
  concepts: '/concepts',
  concept: '/concepts/long-horizon-task',
  map: '/map',
  statistics: '/stats',
  gaps: '/gaps',
  gap: '/gaps/g3',
  briefs: '/briefs',
  brief: '/briefs/2026-w48',
  author: '/authors/thomas-kwa',
  'reading list': '/reading-list?ids=p1,p113,p9001',
  contact: '/contact',
  about: '/about',
}
const consolePages: Readonly<Record<string, string>> = {
  'console: queue': '/console/queue',
  'console: paper in the queue': '/console/queue/p2',
  'console: edit a paper': '/console/papers/p1/edit',
  'console: settings': '/console/settings',
}

/** After the last brief of the example corpus. */
const NOW = '2026-11-27T15:00:00.000Z'

const MOST_BOXES = 40

/**
 * Fonts differ from system to system, and with them all widths and heights of text. So boxes are measured while every text is
 * set in the font that Longview brings along, which has the same letters everywhere.
 */
const SET_IN_OWN_FONT = `(async () => {
  const weights = await Promise.all(
    [400, 600].map((weight) => new FontFace('Measured', 'url(/assets/source-serif-4-' + weight + '.woff2)', { weight }).load()),
  )
  for (const face of weights) document.fonts.add(face)
  for (const name of ['--serif', '--sans', '--mono']) document.documentElement.style.setProperty(name, 'Measured')
  // Scripts keep heights that they measured in the fonts of the machine.
  for (const element of document.querySelectorAll('[style]')) element.style.minHeight = ''
  await document.fonts.ready
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
})()`

type Box = { name: string; left: number; top: number; width: number; height: number }

/** What a page is made of; the first entries of a list stand for all. */
const MAIN = [
  'header.site, header.site > *, .console-header, .console-header > *',
  'main, main > *, article > *, article > header > *, .columns > *, .library > *, .beside > *',
  'section, aside, nav, form, figure, table, dl, h1, h2, .apart, .prose, .rail > *, .facets h3, svg.plot, svg.chart',
  ':is(.papers, .lines, .queue, .chapters > ul) > :nth-child(-n+3), .papers > :nth-child(-n+3) > *',
  'footer.site',
].join(', ')

/**
 * Runs in the browser. The boxes of the main elements, and what no page may have whatever its fonts are: content outside of the
 * window, and two elements, neither within the other, that cover each other. A bar that sticks to the foot of the window lies over
 * what has yet to be scrolled to, as it is meant.
 */
const MEASURE = `(() => {
  const shown = [...document.querySelectorAll(${JSON.stringify(MAIN)})].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.closest('.unseen, .skip, dialog, [popover], details:not([open]) > :not(summary)') === null &&
      element.getBoundingClientRect().width > 0 && element.getBoundingClientRect().height > 0,
  )
  const counts = new Map()
  const boxes = shown.slice(0, ${MOST_BOXES}).map((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const [kind] = element.classList
    const plain = element.localName + (element.id === '' ? (kind === undefined ? '' : '.' + kind) : '#' + element.id)
    const count = (counts.get(plain) ?? 0) + 1
    counts.set(plain, count)
    return { name: count === 1 ? plain : plain + ' ' + count, left, top: top + scrollY, width, height }
  })
  const faults = []
  const rects = shown.map((element) => element.getBoundingClientRect())
  const isFootBar = (element) => {
    const { position, bottom } = getComputedStyle(element)
    return position === 'sticky' && bottom !== 'auto'
  }
  const footBars = new Set(shown.filter(isFootBar))
  for (const [index, element] of shown.entries()) {
    const { left, right, top, bottom } = rects[index]
    const scrolls = element.closest('.scroll, .wide-table, svg') !== null
    if (!scrolls && (left < -1 || right > innerWidth + 1)) faults.push(boxName(element) + ' is outside of the window')
    for (const [at, other] of shown.entries()) {
      if (at <= index || element.contains(other) || footBars.has(element) || footBars.has(other)) continue
      const across = Math.min(right, rects[at].right) - Math.max(left, rects[at].left)
      const down = Math.min(bottom, rects[at].bottom) - Math.max(top, rects[at].top)
      if (across > 3 && down > 3) faults.push(boxName(element) + ' covers ' + boxName(other))
    }
  }
  function boxName(element) {
    return element.localName + ' "' + element.textContent.trim().replaceAll(/\\s+/gu, ' ').slice(0, 30) + '"'
  }
  return { boxes, faults }
})()`

type Measured = { boxes: readonly Box[]; faults: readonly string[] }

export const measureLayout = (page: Page): Promise<Measured> => page.evaluate<Measured>(MEASURE)

/** Sets all texts of a page in the font that is the same everywhere. */
export const setInOwnFont = (page: Page): Promise<void> => page.evaluate<void>(SET_IN_OWN_FONT)

/** Each box as left edge, distance from the top of the one before, width and height: what moves moves only what it is in. */
export const layoutOf = ({ boxes }: Measured): Layout =>
  Object.fromEntries(
    boxes.map(({ name, left, top, width, height }, index) => {
      const before = boxes[index - 1]?.top ?? 0
      return [name, [left, top - before, width, height].map((value) => Math.round(value)).join(' ')]
    }),
  )

/** Less than the smallest space of the design (4), and more than what the rounding of letters and lines adds up to. */
const TOLERANCE = 3

const MEASURES = ['left edge', 'distance from the top of the one before', 'width', 'height']

/** What changed between two layouts of a page, a sentence each. */
export const differencesOf = (before: Layout, now: Layout): string[] => {
  const gone = Object.keys(before).filter((name) => now[name] === undefined)
  const fresh = Object.keys(now).filter((name) => before[name] === undefined)
  const moved = Object.entries(now).flatMap(([name, box]) => {
    const [was, is] = [before[name] ?? box, box].map((text) => text.split(' ').map(Number)) as [number[], number[]]
    return MEASURES.flatMap((measure, index) => {
      const [from = 0, to = 0] = [was[index], is[index]]
      return Math.abs(to - from) > TOLERANCE ? [`${name}: ${measure} ${from} -> ${to}`] : []
    })
  })
  return [...gone.map((name) => `${name} is gone`), ...fresh.map((name) => `${name} is new`), ...moved]
}

type Seen = { name: string; width: number; theme: Theme; page: Page }

type Visit = {
  browser: TestBrowser
  widths: readonly number[]
  themes: readonly Theme[]
  /** Is called in each window, before anything was changed in the page. */
  see: (seen: Seen) => Promise<void>
}

/** The map replaces its legend once it has its points, which may come after the page is loaded. */
const SETTLED = '#map.live, body:not(:has(#map[data-points]))'

/**
 * Opens each page in each window, with the example corpus, and with what a test of the console has. SCREENSHOTS names a folder for
 * pictures.
 */
export const visitLayouts = async (t: Ending, { browser, widths, themes, see }: Visit): Promise<void> => {
  const folder = process.env.SCREENSHOTS
  if (folder !== undefined) await mkdir(folder, { recursive: true })
  const library = await startTestService(t)
  library.clock.set(NOW)
  await loadStarter(library)
  await library.accept(wholePaper({ id: 'p9001', title: 'A paper with a text in parts', fullText: textInParts }))
  const console = await startTestService(t)
  await fillConsole(console)
  const admin = await signedIn(console, 'admin')
  const addresses = [
    ...Object.entries(libraryPages).map(([name, path]) => ({ name, address: library.url + path })),
    ...Object.entries(consolePages).map(([name, path]) => ({ name, address: console.url + path })),
  ]
  for (const width of widths)
    for (const theme of themes) {
      const { page } = await browser.visit({ width, theme })
      await page.context().addCookies([{ name: 'sid', value: admin.secret, url: console.url }])
      for (const { name, address } of addresses) {
        const response = await page.goto(address)
        if (response?.status() !== 200) throw new Error(`${address} answers ${response?.status()}`)
        await page.locator(SETTLED).first().waitFor({ state: 'attached' })
        if (folder !== undefined) {
          const file = `${name.replaceAll(/[: ]+/gu, '-')}-${theme}-${width}.png`
          await page.screenshot({ path: join(folder, file), fullPage: true })
          await page.setViewportSize({ width, height: WINDOW_HEIGHT })
        }
        await see({ name, width, theme, page })
      }
      await page.context().close()
    }
}
