import { setTimeout as pause } from 'node:timers/promises'
import chromium from '@sparticuz/chromium'
import {
  chromium as playwright,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core'
import { after } from 'node:test'
import type { Ending } from '../files.ts'

const UNPACKED_WITHIN_MS = 120_000

/** A page of a test is gone before code is worth optimising: it costs an eighth of the time of the browser. */
const ARGUMENTS = ['--js-flags=--no-opt --no-maglev']

/**
 * Starts a real Chromium: the one of the registry's package, or the one that CHROME_PATH names. The package proposes
 * arguments that put everything into one process and lower its guards; what we test is a browser as people have it.
 */
export const launchBrowser = async (args: readonly string[] = ARGUMENTS): Promise<Browser> => {
  const executablePath = process.env.CHROME_PATH ?? (await chromium.executablePath())
  const deadline = Date.now() + UNPACKED_WITHIN_MS
  for (;;)
    try {
      return await playwright.launch({ executablePath, args: [...args] })
    } catch (error) {
      // Another process is still unpacking it.
      if (!String(error).includes('ETXTBSY') || Date.now() > deadline) throw error
      await pause(200)
    }
}

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
export type Visit = { width?: number; theme?: Theme; scripts?: boolean; touch?: boolean }

export type VisitedPage = {
  page: Page
  /** What must never happen: dialogs, errors of scripts, messages of the policy, failed requests for parts of the page. */
  troubles: string[]
}

export type TestBrowser = {
  /** A page in a window and a profile of its own. */
  visit(visit?: Visit): Promise<VisitedPage>
}

/** The windows of a browser that somebody started; they are closed with the test. */
export const windowsOf = (browser: Browser, t: Ending): TestBrowser => {
  const contexts: BrowserContext[] = []
  t.after(async () => {
    for (const context of contexts) await context.close()
  })
  return {
    visit: async ({ width = 1_280, theme = 'light', scripts = true, touch = false } = {}) => {
      const options: BrowserContextOptions = {
        viewport: { width, height: WINDOW_HEIGHT },
        colorScheme: theme,
        javaScriptEnabled: scripts,
        reducedMotion: 'reduce',
        hasTouch: touch,
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

/** A browser for a test file; its windows are closed with the test. */
export const openBrowser = async (t: Ending): Promise<TestBrowser> => windowsOf(await browserOfProcess(), t)

/** Sends a form from the page that is shown, as one of its own, and waits for the page that answers it. */
export const postForm = async (page: Page, path: string, fields: Record<string, string>): Promise<void> => {
  const answered = page.waitForEvent('load')
  await page.evaluate(`{
    const form = document.createElement('form')
    form.method = 'post'
    form.action = ${JSON.stringify(path)}
    for (const [name, value] of Object.entries(${JSON.stringify(fields)})) {
      const input = document.createElement('input')
      Object.assign(input, { type: 'hidden', name, value })
      form.append(input)
    }
    document.body.append(form)
    form.submit()
  }`)
  await answered
}

/**
 * Waits until the page has drawn once more. What a locator cannot wait for is asked again and again with this in between:
 * the policy of our pages forbids `waitForFunction`, which evaluates its text in the page from the second time on.
 */
export const nextFrame = (page: Page): Promise<void> =>
  page.evaluate('new Promise((resolve) => requestAnimationFrame(() => resolve()))')

/** By how many pixels a page is wider than its window: 0 when nothing has to be scrolled sideways. */
export const overhang = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
