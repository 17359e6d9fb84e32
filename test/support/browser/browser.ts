import { after } from 'node:test'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { Ending } from '../database/temporary.ts'
import { launchBrowser } from './launch-browser.ts'

/** Ends what hangs. */
const WAITS_FOR_MS = 120_000

let opened: Promise<Browser> | undefined

/** The browser of this process, started for the first file that asks. One for all processes would have to hand on every message. */
const browserOfProcess = (): Promise<Browser> => (opened ??= launchBrowser())

after(async () => {
  await (await opened)?.close()
})

export const WINDOW_HEIGHT = 900

export type Theme = 'light' | 'dark'
export type Visit = { width?: number; theme?: Theme; scripts?: boolean }

export type VisitedPage = {
  page: Page
  /** What must never happen: dialogs, errors of scripts, messages of the policy, failed requests for parts of the page. */
  troubles: string[]
}

export type TestBrowser = {
  /** A page in a window and a profile of its own. */
  visit(visit?: Visit): Promise<VisitedPage>
}

/** A browser for a test file; its windows are closed with the test. */
export const openBrowser = async (t: Ending): Promise<TestBrowser> => {
  const browser = await browserOfProcess()
  const contexts: BrowserContext[] = []
  t.after(async () => {
    for (const context of contexts) await context.close()
  })
  return {
    visit: async ({ width = 1_280, theme = 'light', scripts = true } = {}) => {
      const options: BrowserContextOptions = {
        viewport: { width, height: WINDOW_HEIGHT },
        colorScheme: theme,
        javaScriptEnabled: scripts,
        reducedMotion: 'reduce',
      }
      const context = await browser.newContext(options)
      contexts.push(context)
      context.setDefaultTimeout(WAITS_FOR_MS)
      const page = await context.newPage()
      const troubles: string[] = []
      page.on('dialog', (dialog) => {
        troubles.push(`dialog: ${dialog.message()}`)
        void dialog.dismiss()
      })
      page.on('pageerror', (error) => troubles.push(`error: ${error.message}`))
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') troubles.push(`console: ${message.text()}`)
      })
      page.on('requestfailed', (request) => {
        if (request.failure()?.errorText !== 'net::ERR_ABORTED') troubles.push(`request: ${request.url()}`)
      })
      return { page, troubles }
    },
  }
}

/** By how many pixels a page is wider than its window: 0 when nothing has to be scrolled sideways. */
export const overhang = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
