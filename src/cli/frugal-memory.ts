import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects what starting has left. V8 lets a heap grow freely until its first whole collection, and takes what is left
 * then for the measure of all later growth.
 */
export const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}
