import { EventEmitter, once } from 'node:events'
import type { Page, Request } from 'playwright-core'

/** The cost of showing a page to a first visitor. */
export type FirstView = {
  /** Whether the largest thing that was painted came with the page, or only by a script. */
  isServed: boolean
  /** By how much things moved after they were shown (cumulative layout shift). */
  shift: number
  /** The page, its style and its scripts: what a first view has to wait for. */
  requests: number
  /** The same as it came over the wire, without what scripts ask for later. */
  bytes: number
  scriptBytes: number
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
const TWO_FRAMES = 'new Promise((told) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(told))))'
const LOOK = `({
  isServed: firstView.served.has(firstView.largest.at(-1).element),
  shift: firstView.shifts.reduce((sum, { value }) => sum + value, 0),
})`

/** Opens an address as for the first time, and tells what the browser saw of it. */
export type FirstViews = {
  /** @param last an element that comes late and is painted largest; by default any will do, once nothing is asked for */
  open(address: string, last?: string | null): Promise<FirstView & { status: number | undefined }>
}

/** Makes a window one that keeps nothing from page to page, and measures what it is shown. */
export const watchFirstViews = async (page: Page): Promise<FirstViews> => {
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
      let [bytes, scriptBytes] = [0, 0]
      for (const request of loaded) {
        const { responseBodySize } = await request.sizes()
        bytes += responseBodySize
        if (request.resourceType() === 'script') scriptBytes += responseBodySize
      }
      return { ...view, status: response?.status(), requests: loaded.length, bytes, scriptBytes }
    },
  }
}
