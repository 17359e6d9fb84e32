import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { launchBrowser } from '../test/support/browser/browser.ts'
import { serve } from '../test/support/process/longview-process.ts'
import { temporaryFolder, type Ending } from '../test/support/files.ts'

const FILE = resolve(import.meta.dirname, '../docs/images/library.png')

/** The library as a new user sees it: a server of its own with the starter corpus, in a light window of 1,280 pixels. */
await using stack = new AsyncDisposableStack()
const ending: Ending = { after: (close) => stack.defer(close) }
const folder = await temporaryFolder(ending)
const server = await serve({
  DATABASE_URL: `sqlite:${join(folder, 'longview.db')}`,
  HOUSE_NAME: 'Longview',
  LOG_LEVEL: 'silent',
})
stack.defer(async () => void (await server.stop()))
const browser = await launchBrowser()
stack.defer(() => browser.close())
const page = await browser.newPage({
  viewport: { width: 1_280, height: 900 },
  colorScheme: 'light',
  reducedMotion: 'reduce',
})
await page.goto(`${server.url}/?q=agent+memory`, { waitUntil: 'networkidle' })
await mkdir(join(FILE, '..'), { recursive: true })
await page.screenshot({ path: FILE, clip: { x: 0, y: 0, width: 1_280, height: 800 } })
