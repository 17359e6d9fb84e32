import type { Page } from 'playwright-core'
import { accessibilityFaults } from './accessibility.ts'
import { overhang, WINDOW_HEIGHT, type Theme } from './browser.ts'

/** The rules whose outcome depends on the theme and on the width of the window; all others depend on the markup. */
const APPEARANCE_RULES = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size']

/** Each theme and each width once: layout and colours do not depend on each other. The first is that of a new window. */
const appearances = [
  { theme: 'light', width: 1_280 },
  { theme: 'dark', width: 320 },
] as const

type Appearance = { theme: Theme; width: number }

const putOn = async (page: Page, { theme, width }: Appearance): Promise<void> => {
  await page.setViewportSize({ width, height: WINDOW_HEIGHT })
  await page.emulateMedia({ colorScheme: theme })
  await page.waitForFunction(
    `innerWidth === ${width} && matchMedia('(prefers-color-scheme: ${theme})').matches`,
    undefined,
    { polling: 10 },
  )
}

type Options = {
  /** Is called in each appearance. */
  seen?: (name: string) => Promise<void>
}

/**
 * What is wrong with the page that a wide, light window shows: by axe-core, and by being wider than the window. The
 * window then becomes narrow and dark, where everything is checked that this may change, and is left wide and light.
 */
export const faultsOfAppearances = async (page: Page, { seen }: Options = {}): Promise<string[]> => {
  const faults: string[] = []
  for (const [index, appearance] of appearances.entries()) {
    if (index > 0) await putOn(page, appearance)
    const name = `${appearance.theme}-${appearance.width}`
    const found = await accessibilityFaults(page, index > 0 ? APPEARANCE_RULES : undefined)
    const wider = await overhang(page)
    faults.push(
      ...[...found, ...(wider > 0 ? [`${wider} pixels wider than the window`] : [])].map(
        (fault) => `${name}: ${fault}`,
      ),
    )
    await seen?.(name)
  }
  await putOn(page, appearances[0])
  return faults
}
