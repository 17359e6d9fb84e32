import { setTimeout as pause } from 'node:timers/promises'

/** Ends what hangs. */
const COMES_WITHIN_MS = 240_000

/** Resolves when something outside this process has happened; polling every so often is the only way to know. */
export const until = async (holds: () => Promise<boolean> | boolean, { everyMs = 5 } = {}): Promise<void> => {
  const begun = performance.now()
  while (!(await holds())) {
    if (performance.now() - begun > COMES_WITHIN_MS) throw new Error(`nothing came within ${COMES_WITHIN_MS} ms`)
    await pause(everyMs)
  }
}
