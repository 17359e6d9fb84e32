import { readFile, writeFile } from 'node:fs/promises'
import { launchBrowser, windowsOf } from '../test/support/browser/browser.ts'
import type { Ending } from '../test/support/files.ts'
import {
  differencesOf,
  layoutOf,
  LAYOUTS,
  type Layouts,
  layoutWidths,
  measureLayout,
  setInOwnFont,
  visitLayouts,
} from '../test/support/browser/layouts.ts'

/** Records the boxes of the main elements of pages, and prints what moved since they were recorded last. */
const before = JSON.parse(await readFile(LAYOUTS, 'utf8').catch(() => '{}')) as Layouts
const layouts: Layouts = {}
await using stack = new AsyncDisposableStack()
const ending: Ending = { after: (close) => stack.defer(close) }
const browser = await launchBrowser()
stack.defer(() => browser.close())
await visitLayouts(ending, {
  browser: windowsOf(browser, ending),
  widths: layoutWidths,
  themes: ['light'],
  see: async ({ name, width, page }) => {
    await setInOwnFont(page)
    const layout = layoutOf(await measureLayout(page))
    layouts[name] = { ...layouts[name], [width]: layout }
    for (const difference of differencesOf(before[name]?.[width] ?? {}, layout))
      process.stdout.write(`${name}, ${width}: ${difference}\n`)
  },
})
await writeFile(LAYOUTS, `${JSON.stringify(layouts, null, 2)}\n`)
