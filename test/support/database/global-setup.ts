import { fileURLToPath } from 'node:url'
import { newClusterFolder, removeClusterFolder, initialiseOnce, sharePostgres } from './postgres.ts'

/** What all files of a run share is started once; the runner gives them its environment. */

const ending: (() => Promise<void>)[] = []

export const globalSetup = async (): Promise<void> => {
  const compiled = new URL('../../../node_modules/.cache/longview-tests', import.meta.url)
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(compiled)
  const initialised = newClusterFolder()
  ending.push(async () => removeClusterFolder(initialised))
  initialiseOnce(initialised)
  const cluster = await sharePostgres()
  ending.push(() => cluster.remove())
}

export const globalTeardown = async (): Promise<void> => {
  await Promise.all(ending.map((end) => end()))
}
