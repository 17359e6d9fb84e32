import type { Page, Request } from 'playwright-core'

/** What it took to show a page to somebody who was never here before. */
export type FirstView = {
  /** When the largest thing was painted, in milliseconds since the page was asked for. */
  paintMs: number
  /** By how much things moved after they were shown (cumulative layout shift). */
  shift: number
  /** The page, its style and its scripts, as they came over the wire, without what scripts ask for later. */
  bytes: number
  scriptBytes: number
}

const LOOK = `(async () => {
  const entries = (type) => new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => { observer.disconnect(); resolve(list.getEntries()) })
    observer.observe({ type, buffered: true })
    setTimeout(() => { observer.disconnect(); resolve([]) }, 100)
  })
  const [paints, shifts] = await Promise.all([entries('largest-contentful-paint'), entries('layout-shift')])
  return { paintMs: paints.at(-1)?.startTime ?? 0, shift: shifts.reduce((sum, { value }) => sum + value, 0) }
})()`

/**
 * Opens a page in a window that kept nothing, and what the browser measured of it.
 * @param settledMs how long things may go on moving
 */
export const firstView = async (page: Page, address: string, settledMs = 150): Promise<FirstView> => {
  const loaded: Request[] = []
  const note = (request: Request): void => {
    if (request.resourceType() !== 'fetch') loaded.push(request)
  }
  page.on('requestfinished', note)
  await page.goto(address)
  await page.waitForTimeout(settledMs)
  page.off('requestfinished', note)
  const view = await page.evaluate<Pick<FirstView, 'paintMs' | 'shift'>>(LOOK)
  let [bytes, scriptBytes] = [0, 0]
  for (const request of loaded) {
    const { responseBodySize } = await request.sizes()
    bytes += responseBodySize
    if (request.resourceType() === 'script') scriptBytes += responseBodySize
  }
  return { ...view, bytes, scriptBytes }
}
