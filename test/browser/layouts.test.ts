import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { openBrowser } from '../support/browser/browser.ts'
import {
  differencesOf,
  layoutOf,
  LAYOUTS,
  type Layouts,
  layoutWidths,
  measureLayout,
  setInOwnFont,
  visitLayouts,
} from '../support/browser/layouts.ts'
import { budget, isThorough } from '../support/budgets.ts'
import { startTestService } from '../support/service/test-service.ts'

test('the pages are laid out as recorded, in both themes', async (t) => {
  const recorded = JSON.parse(readFileSync(LAYOUTS, 'utf8')) as Layouts
  const found: string[] = []
  const seenPages = new Set<string>()
  const widths = layoutWidths.slice(0, budget('widthsLaidOut'))
  if (widths.length > 0)
    await visitLayouts(t, {
      browser: await openBrowser(t),
      widths,
      themes: ['light', 'dark'],
      see: async ({ name, width, theme, page }) => {
        const place = `${name}, ${theme}, ${width}: `
        // With the fonts of this machine.
        const { faults } = await measureLayout(page)
        await setInOwnFont(page)
        const differences = differencesOf(recorded[name]?.[width] ?? {}, layoutOf(await measureLayout(page)))
        found.push(...[...faults, ...differences].map((difference) => place + difference))
        seenPages.add(name)
      },
    })
  assert.deepEqual(found, [], 'if this is meant, `npm run layouts` records it')
  if (isThorough) assert.deepEqual([...seenPages], Object.keys(recorded))
})

test('a page that is laid out in another way is found', async (t) => {
  const { url } = await startTestService(t)
  const { page } = await (await openBrowser(t)).visit({ width: 1_440 })
  await page.goto(`${url}/contact`)
  await setInOwnFont(page)
  const before = layoutOf(await measureLayout(page))
  const look = async (script: string): Promise<string[]> => {
    await page.evaluate(script)
    const measured = await measureLayout(page)
    return [...measured.faults, ...differencesOf(before, layoutOf(measured))]
  }
  assert.ok(Object.keys(before).length > 8)
  assert.deepEqual(await look(''), [])

  const wider = await look("document.querySelector('main form').style.width = '500px'")
  assert.match(wider.join('\n'), /^form\.message-form: width \d+ -> 500/mu)
  const lower = await look(
    "document.querySelector('main form').style.cssText = 'margin-top: 4px; position: relative; top: 4px'",
  )
  assert.deepEqual(
    lower.filter((line) => line.startsWith('form.message-form: distance')).length,
    1,
    'the smallest space of the design is seen',
  )
  const over = await look("document.querySelector('main form').style.cssText = 'position: relative; top: -60px'")
  assert.match(over.join('\n'), / covers /u)
  const outside = await look("document.querySelector('main form').style.cssText = 'position: relative; left: 1200px'")
  assert.match(outside.join('\n'), /is outside of the window/u)
  const gone = await look("document.querySelector('main form').remove()")
  assert.match(gone.join('\n'), /^form\.message-form is gone/mu)
})

test('what is within the rounding of letters is no difference', () => {
  const before = { h1: '24 40 600 35', main: '24 60 1152 900' }
  assert.deepEqual(differencesOf(before, { h1: '24 42 597 35', main: '24 60 1152 903' }), [])
  assert.deepEqual(differencesOf(before, { h1: '24 44 600 35', aside: '0 0 1 1' }), [
    'main is gone',
    'aside is new',
    'h1: distance from the top of the one before 40 -> 44',
  ])
})
