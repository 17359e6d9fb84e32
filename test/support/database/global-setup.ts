import { fileURLToPath } from 'node:url'
import { shareBrowser } from '../browser/browser.ts'
import { sharePostgres } from './shared-postgres.ts'

/** What all files of a run share is started once; the runner gives them its environment. */

const ending: (() => Promise<void>)[] = []

export const globalSetup = async (): Promise<void> => {
  const compiled = new URL('../../../node_modules/.cache/longview-tests', import.meta.url)
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(compiled)
  const [cluster, browser] = await Promise.all([sharePostgres(), shareBrowser()])
  ending.push(
    () => cluster.remove(),
    () => browser.close(),
  )
}

export const globalTeardown = async (): Promise<void> => {
  await Promise.all(ending.map((end) => end()))
}
