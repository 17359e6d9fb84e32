/** How many inputs all generated-input tests are measured by; FUZZ_RUNS asks for longer runs. */
const USUAL_RUNS = 200
/** So many that by chance nothing of what can be asked is left out. */
const THOROUGH_RUNS = 4_000

const wholeNumber = (name: string): number | null => {
  const text = process.env[name]
  if (text === undefined || text === '') return null
  if (!/^\d{1,9}$/u.test(text)) throw new Error(`${name} must be a whole number, not ${text}`)
  return Number(text)
}

export type FuzzRuns = { numRuns: number; seed: number; isThorough: boolean }

/**
 * The number of runs of one test and the seed of its inputs; FUZZ_SEED repeats an earlier run.
 * @param share the part of the runs that this test takes: expensive inputs are tried less often
 */
export const fuzzRuns = (share = 1): FuzzRuns => {
  const all = wholeNumber('FUZZ_RUNS') ?? USUAL_RUNS
  return {
    numRuns: Math.max(1, Math.round(all * share)),
    seed: wholeNumber('FUZZ_SEED') ?? Math.floor(Math.random() * 1e9),
    isThorough: all >= THOROUGH_RUNS,
  }
}
