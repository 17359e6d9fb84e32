import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { budget } from '../budgets.ts'
import { nextFrame, overhang, WINDOW_HEIGHT, type Theme } from './browser.ts'

/** Marks the elements whose contrast is to be checked; its value is the index of the element's look in the list of new looks. */
const SAMPLE = 'data-contrast-sample'

/**
 * Runs in the browser. Contrast depends on how a text and everything behind it are painted, and finding that out costs more than
 * all other rules together. So of texts that look alike, in similar elements, it marks one, and none whose look has passed before.
 * A positioned element, which may lie over others, is always marked unless it has its own background. Returns the looks of the
 * marked elements.
 */
const markContrastSamples = `((passed) => {
  const known = new Set(passed)
  const painted = new Map()
  const paintOf = (element) => {
    if (element === null) return { behind: '', isPlaced: false }
    const found = painted.get(element)
    if (found !== undefined) return found
    const above = paintOf(element.parentElement)
    const style = getComputedStyle(element)
    const own = [
      element.localName,
      element.getAttribute('class'),
      style.backgroundColor,
      style.backgroundImage,
      style.opacity,
      style.filter,
      style.mixBlendMode,
    ]
    const made = {
      behind: above.behind + '>' + own.join(),
      // A colour without a fourth part lets nothing through.
      isPlaced: !/^rgb\\(/u.test(style.backgroundColor) && (above.isPlaced || !['static', 'relative'].includes(style.position)),
      text: [style.color, style.fontSize, style.fontWeight, style.textShadow].join(),
    }
    painted.set(element, made)
    return made
  }
  const isOff = (element) =>
    element.matches(':disabled') ||
    element.closest('[aria-disabled="true"]') !== null ||
    element.closest('label')?.control?.disabled === true
  const hasText = (element) =>
    ['button', 'input', 'select', 'textarea'].includes(element.localName) ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '')
  const fresh = []
  for (const element of document.querySelectorAll('[${SAMPLE}]')) element.removeAttribute('${SAMPLE}')
  for (const element of document.body.querySelectorAll('*')) {
    if (!hasText(element) || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const { behind, isPlaced, text } = paintOf(element)
    const look = behind + '|' + text + '|' + isOff(element)
    if (known.has(look) && !isPlaced) continue
    known.add(look)
    element.setAttribute('${SAMPLE}', fresh.length)
    fresh.push(look)
  }
  return fresh
})`

/** A third of the size of what `axe-core` exports as its source, and every page is sent it. */
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Or else, of texts that look alike, one. */
export const isEveryTextMeasured = Boolean(budget('contrastOfEveryText'))

type Finding = { id: string; nodes: { target: string[]; failureSummary: string }[] }

type Outcome = {
  violations: Finding[]
  /** Looks of texts whose contrast is sufficient. */
  passed: string[]
}

/** What has passed in a window, so that what comes on every page is checked once. */
const passedIn = new WeakMap<Page, Set<string>>()

/** Measures the contrast of samples; of those that axe-core could not judge it stays unknown. */
const checkBySamples = (passed: readonly string[], options: Record<string, unknown>): string => `(async () => {
  const looks = ${markContrastSamples}(${JSON.stringify(passed)})
  axe.configure({ rules: [{ id: 'color-contrast', selector: '[${SAMPLE}]' }] })
  const { violations, incomplete } = await axe.run(document, ${JSON.stringify(options)})
  const unsure = [...violations, ...incomplete].filter(({ id }) => id === 'color-contrast').flatMap(({ nodes }) => nodes)
  for (const { target } of unsure) delete looks[document.querySelector(target[0])?.getAttribute('${SAMPLE}')]
  return { violations, passed: looks.filter(Boolean) }
})()`

/** Measures every element, even one that looks like another. */
const checkWhole = (options: Record<string, unknown>): string =>
  `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => ({ violations, passed: [] }))`

/** What axe-core finds wrong with a page, one line a finding. @param rules only these; by default all */
export const accessibilityFaults = async (page: Page, rules?: readonly string[]): Promise<string[]> => {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe)
  const known = passedIn.get(page) ?? new Set()
  passedIn.set(page, known)
  const options = {
    // Our frames hold sandboxed emails, which cannot be inspected.
    iframes: false,
    // No rule that runs needs the style sheets, and the rules that passed are not read.
    preload: false,
    resultTypes: ['violations', 'incomplete'],
    ...(rules === undefined ? {} : { runOnly: rules }),
  }
  const { violations, passed } = await page.evaluate<Outcome>(
    isEveryTextMeasured ? checkWhole(options) : checkBySamples([...known], options),
  )
  if (rules?.includes('color-contrast') !== false) for (const look of passed) known.add(look)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary.replaceAll('\n', ' ')}`),
  )
}

/** The rules whose outcome depends on the theme and on the width of the window; all others depend on the markup. */
const APPEARANCE_RULES = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size']

/** The first two have each theme and each width once: layout and colours hardly depend on each other. A new window has the first. */
const WIDE = { theme: 'light', width: 1_280 } as const
const appearances = [
  WIDE,
  { theme: 'dark', width: 320 },
  { theme: 'dark', width: 1_280 },
  { theme: 'light', width: 320 },
] as const

type Appearance = { theme: Theme; width: number }

const putOn = async (page: Page, { theme, width }: Appearance): Promise<void> => {
  await page.setViewportSize({ width, height: WINDOW_HEIGHT })
  await page.emulateMedia({ colorScheme: theme })
  const isOn = `innerWidth === ${width} && matchMedia('(prefers-color-scheme: ${theme})').matches`
  while (!(await page.evaluate<boolean>(isOn))) await nextFrame(page)
}

type Options = {
  /** Is called in each appearance. */
  seen?: (name: string) => Promise<void>
}

/**
 * The faults of a page in a wide, light window: those that axe-core finds, and content wider than the window. The
 * window then takes on the other appearances of the budget, and is left wide and light.
 */
export const faultsOfAppearances = async (page: Page, { seen }: Options = {}): Promise<string[]> => {
  const faults: string[] = []
  for (const [index, appearance] of appearances.slice(0, budget('appearances')).entries()) {
    if (index > 0) await putOn(page, appearance)
    const name = `${appearance.theme}-${appearance.width}`
    const found = await accessibilityFaults(
      page,
      index < budget('appearancesByAllRules') ? undefined : APPEARANCE_RULES,
    )
    const wider = await overhang(page)
    faults.push(
      ...[...found, ...(wider > 0 ? [`${wider} pixels wider than the window`] : [])].map(
        (fault) => `${name}: ${fault}`,
      ),
    )
    await seen?.(name)
  }
  await putOn(page, WIDE)
  return faults
}
