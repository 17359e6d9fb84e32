import type { Browser, Page } from 'playwright-core'
import { median } from '#core/numbers.ts'
import { launchBrowser } from '../../test/support/browser/browser.ts'
import { consoleCorpus, type ConsoleCorpus } from '../console/console-corpus.ts'
import { tasks, type Task } from '../console/tasks.ts'
import { startLongview } from '../machine.ts'
import { rounded, type Row } from '../report.ts'

/** How long the console takes from a key or a click to the next paint, in a browser whose processor runs at a fourth. */

const SLOWDOWN = 4
const GOAL_MS = 100
const FIRST_PAGE_KB = 80
const WINDOW = { width: 1_280, height: 900 }
/** The observer of the browser leaves out what is shorter. */
const SHORTEST_MS = 16

/**
 * Reports every interaction that takes longer, also one that leaves the page. The time of an interaction is that of its longest
 * event, from the input to the paint that follows.
 */
const OBSERVER = `{
  const report = (entries) => {
    for (const { interactionId, duration } of entries) if (interactionId > 0) noteInteraction(duration)
  }
  const observer = new PerformanceObserver((list) => report(list.getEntries()))
  observer.observe({ type: 'event', durationThreshold: ${SHORTEST_MS}, buffered: true })
  addEventListener('pagehide', () => report(observer.takeRecords()))
}`

const SETTLED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100))))'

const PAINTED = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN`

/** Bytes before compression: of the page itself, and of its styles and scripts. */
const WEIGHED = `(() => {
  const bytes = (entries) => entries.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0)
  const parts = performance.getEntriesByType('resource').filter(({ name }) => /\\.(?:js|css)(?:\\?|$)/.test(name))
  return { page: bytes(performance.getEntriesByType('navigation')), parts: bytes(parts) }
})()`

type Weight = { page: number; parts: number }
type Visit = { painted: number; weight: Weight; steps: Map<string, number> }

type Visited = { browser: Browser; url: string; secret: string }

/** Does a task once in a new window; what is shorter than the observer notices counts as that long. */
const doTask = async ({ browser, url, secret }: Visited, { path, steps }: Task): Promise<Visit> => {
  const context = await browser.newContext({ viewport: WINDOW, permissions: ['clipboard-read', 'clipboard-write'] })
  try {
    await context.addCookies([{ name: 'sid', value: secret, url }])
    const page: Page = await context.newPage()
    let longest = SHORTEST_MS
    await page.exposeFunction('noteInteraction', (duration: number) => (longest = Math.max(longest, duration)))
    await page.addInitScript(OBSERVER)
    const protocol = await context.newCDPSession(page)
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    await page.goto(url + path)
    await page.evaluate(SETTLED)
    const painted = await page.evaluate<number>(PAINTED)
    const weight = await page.evaluate<Weight>(WEIGHED)
    const times = new Map<string, number>()
    for (const { name, act } of steps) {
      longest = SHORTEST_MS
      await act(page)
      await page.evaluate(SETTLED)
      times.set(name, longest)
    }
    return { painted, weight, steps: times }
  } finally {
    await context.close()
  }
}

const kilobytes = (bytes: number): string => rounded(bytes / 1_000, 0)

const rowsOf = (task: Task, visits: readonly Visit[]): Row[] => {
  const times = task.steps.map(({ name }) => ({
    name,
    ms: median(visits.map(({ steps }) => steps.get(name) ?? Number.NaN)),
  }))
  const slowest = Math.max(...times.map(({ ms }) => ms))
  const painted = median(visits.map((visit) => visit.painted))
  const weight = visits[0]?.weight ?? { page: Number.NaN, parts: Number.NaN }
  return [
    {
      what: `console, ${task.name}: slowest interaction, ms`,
      figure: `${rounded(slowest, 0)} (${times.map(({ name, ms }) => `${name} ${rounded(ms, 0)}`).join(', ')})`,
      value: slowest,
      goal: { most: GOAL_MS },
    },
    {
      what: `console, ${task.name}: page, kB`,
      figure: `${kilobytes(weight.page)} (and ${kilobytes(weight.parts)} of styles and scripts; painted after ${rounded(painted, 0)} ms)`,
      value: weight.page / 1_000,
      ...(task.path === '/console' ? { goal: { most: FIRST_PAGE_KB } } : {}),
    },
  ]
}

/** A task that cannot be done is a row that was not measured; the others continue. */
const measureTask = async (visited: Visited, task: Task, rounds: number): Promise<Row[]> => {
  const visits: Visit[] = []
  try {
    for (let round = 0; round < rounds; round += 1) visits.push(await doTask(visited, task))
  } catch (error) {
    process.stderr.write(`${task.name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    return [{ what: `console, ${task.name}`, figure: 'broke off', value: null }]
  }
  return rowsOf(task, visits)
}

type Extent = { papers: number; rounds: number }

const measure = async (corpus: ConsoleCorpus, rounds: number): Promise<Row[]> => {
  const server = await startLongview(corpus.database, [], 'ignore')
  const browser = await launchBrowser([])
  try {
    const visited = { browser, url: `http://127.0.0.1:${server.port}`, secret: corpus.secret }
    const rows: Row[] = []
    for (const task of tasks(corpus)) rows.push(...(await measureTask(visited, task, rounds)))
    return rows
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** Each task is done in several rounds; a step takes the median of its slowest interactions. */
export const interactions = async ({ papers, rounds }: Extent): Promise<Row[]> => {
  const corpus = await consoleCorpus(papers)
  try {
    return await measure(corpus, rounds)
  } finally {
    corpus.remove()
  }
}
