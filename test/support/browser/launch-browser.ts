import { setTimeout as pause } from 'node:timers/promises'
import chromium from '@sparticuz/chromium'
import { chromium as playwright, type Browser } from 'playwright-core'

const UNPACKED_WITHIN_MS = 120_000

/** A page of a test is gone before code is worth optimising: it costs an eighth of the time of the browser. */
const ARGUMENTS = ['--js-flags=--no-opt --no-maglev']

/**
 * Starts a real Chromium: the one of the registry's package, or the one that CHROME_PATH names. The package proposes
 * arguments that put everything into one process and lower its guards; what we test is a browser as people have it.
 */
export const launchBrowser = async (): Promise<Browser> => {
  const executablePath = process.env.CHROME_PATH ?? (await chromium.executablePath())
  const deadline = Date.now() + UNPACKED_WITHIN_MS
  for (;;)
    try {
      return await playwright.launch({ executablePath, args: ARGUMENTS })
    } catch (error) {
      // Another process is still unpacking it.
      if (!String(error).includes('ETXTBSY') || Date.now() > deadline) throw error
      await pause(200)
    }
}
