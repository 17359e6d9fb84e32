import { setTimeout as pause } from 'node:timers/promises'
import chromium from '@sparticuz/chromium'
import axe from 'axe-core'
import {
  chromium as playwright,
  type Browser,
  type BrowserContextOptions,
  type BrowserServer,
  type Page,
} from 'playwright-core'
import type { Ending } from '../database/temporary.ts'

/** The variable in which the global setup names the browser that the files of a run share. */
const ENDPOINT = 'TEST_BROWSER_ENDPOINT'
const UNPACKED_WITHIN_MS = 120_000
/** Ends what hangs. */
const WAITS_FOR_MS = 120_000

/**
 * A real Chromium: the one of the registry's package, or the one that CHROME_PATH names. The package proposes
 * arguments that put everything into one process and lower its guards; what we test is a browser as people have it.
 */
const started = async <Started>(start: (executablePath: string) => Promise<Started>): Promise<Started> => {
  const executablePath = process.env.CHROME_PATH ?? (await chromium.executablePath())
  const deadline = Date.now() + UNPACKED_WITHIN_MS
  for (;;)
    try {
      return await start(executablePath)
    } catch (error) {
      // Another test file is still unpacking it.
      if (!String(error).includes('ETXTBSY') || Date.now() > deadline) throw error
      await pause(200)
    }
}

/** Starts the browser of a whole run. */
export const shareBrowser = async (): Promise<BrowserServer> => {
  const server = await started((executablePath) => playwright.launchServer({ executablePath, host: '127.0.0.1' }))
  process.env[ENDPOINT] = server.wsEndpoint()
  return server
}

/** The browser of the whole run, or for a file that runs alone one of its own. */
const findBrowser = (): Promise<Browser> => {
  const endpoint = process.env[ENDPOINT]
  if (endpoint !== undefined) return playwright.connect(endpoint)
  return started((executablePath) => playwright.launch({ executablePath }))
}

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
  const browser = await findBrowser()
  t.after(() => browser.close())
  return {
    visit: async ({ width = 1_280, theme = 'light', scripts = true } = {}) => {
      const options: BrowserContextOptions = {
        viewport: { width, height: WINDOW_HEIGHT },
        colorScheme: theme,
        javaScriptEnabled: scripts,
        reducedMotion: 'reduce',
      }
      const context = await browser.newContext(options)
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

type Violation = { id: string; nodes: { target: string[]; failureSummary: string }[] }

/** What axe-core finds wrong with a page, one line a finding. @param rules only these; by default all */
export const accessibilityFaults = async (page: Page, rules?: readonly string[]): Promise<string[]> => {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source)
  // The frames of ours hold emails in a sandbox, which nothing can look into.
  const options = JSON.stringify({ iframes: false, ...(rules === undefined ? {} : { runOnly: rules }) })
  const violations = await page.evaluate<Violation[]>(
    `axe.run(document, ${options}).then(({ violations }) => violations)`,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary.replaceAll('\n', ' ')}`),
  )
}

/** By how many pixels a page is wider than its window: 0 when nothing has to be scrolled sideways. */
export const overhang = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
