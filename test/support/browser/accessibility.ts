import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { markContrastSamples, SAMPLE } from './contrast-samples.ts'

/** A third of the size of what `axe-core` exports as its source, and every page is sent it. */
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

type Finding = { id: string; nodes: { target: string[]; failureSummary: string }[] }

type Outcome = {
  violations: Finding[]
  /** Looks of texts whose contrast is sufficient. */
  passed: string[]
}

/** What has passed in a window, so that what comes on every page is checked once. */
const passedIn = new WeakMap<Page, Set<string>>()

/** The contrast of those that axe-core could not tell stays unknown. */
const check = (passed: readonly string[], options: Record<string, unknown>): string => `(async () => {
  const looks = ${markContrastSamples}(${JSON.stringify(passed)})
  axe.configure({ rules: [{ id: 'color-contrast', selector: '[${SAMPLE}]' }] })
  const { violations, incomplete } = await axe.run(document, ${JSON.stringify(options)})
  const untold = [...violations, ...incomplete].filter(({ id }) => id === 'color-contrast').flatMap(({ nodes }) => nodes)
  for (const { target } of untold) delete looks[document.querySelector(target[0])?.getAttribute('${SAMPLE}')]
  return { violations, passed: looks.filter(Boolean) }
})()`

/** What axe-core finds wrong with a page, one line a finding. @param rules only these; by default all */
export const accessibilityFaults = async (page: Page, rules?: readonly string[]): Promise<string[]> => {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe)
  const known = passedIn.get(page) ?? new Set()
  passedIn.set(page, known)
  const options = {
    // The frames of ours hold emails in a sandbox, which nothing can look into.
    iframes: false,
    // No rule that runs needs the style sheets, and nobody reads what passed.
    preload: false,
    resultTypes: ['violations', 'incomplete'],
    ...(rules === undefined ? {} : { runOnly: rules }),
  }
  const { violations, passed } = await page.evaluate<Outcome>(check([...known], options))
  if (rules?.includes('color-contrast') !== false) for (const look of passed) known.add(look)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary.replaceAll('\n', ' ')}`),
  )
}
