import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Room for what is made and thrown away at once; V8 would let it grow to 64 MB. Half of it lies idle in turns. */
const YOUNG_BYTES = 8 * 1_024 * 1_024
const ROUNDS_AT_MOST = 40
/** The first answers do not wait for it. */
const SETTLES_AFTER_MS = 500
const OBJECTS_A_ROUND = 20_000

const youngBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? YOUNG_BYTES

/** The young generation grows when much in it survives, and then by the factor; V8 knows no other way once it runs. */
const growYoungGeneration = (): void => {
  setFlagsFromString('--semi-space-growth-factor=4')
  for (let round = 0; round < ROUNDS_AT_MOST && youngBytes() < YOUNG_BYTES; round += 1)
    Array.from({ length: OBJECTS_A_ROUND }, (_, number) => ({ number }))
  setFlagsFromString('--semi-space-growth-factor=1')
}

const settle = (): void => {
  growYoungGeneration()
  // The heap then grows less before it is looked after. Said at the start, it would make the start slower.
  setFlagsFromString('--optimize-for-size')
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}

/**
 * Soon gives the young generation its size, and collects what starting has left: V8 lets a heap grow freely until its
 * first whole collection, and takes what is left then for the measure of all later growth.
 */
export const settleMemory = (): void => {
  setTimeout(settle, SETTLES_AFTER_MS).unref()
}
