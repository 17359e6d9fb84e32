import { parseArgs } from 'node:util'
import { median } from '#core/numbers.ts'
import { measureDelays } from './evidence-replay/delays.ts'
import { openLibrary, type Engine } from './evidence-replay/library.ts'
import { dayOf, readClaims, readEvents, readPapers, STEPS, type ArxivPaper } from './evidence-replay/marks.ts'
import { replay, type OpenedAlert, type Replayed } from './evidence-replay/replay.ts'

/**
 * Measures how well broken claims are found: 2,000 papers of a file of arXiv papers come in 200 steps, in the order of time, beside 120
 * claims that were marked by hand before (evidence-replay/README.md). Prints the share of broken claims that an alert finds in their
 * step, and the share of alerts that are worth acting on.
 *
 *     npm run measure:evidence -- papers.jsonl [--engine postgres] [--papers 100000]
 *
 * With --papers it measures the time from a change to its alert instead, in a library with so many generated papers besides.
 */

const USAGE = 'usage: npm run measure:evidence -- papers.jsonl [--engine sqlite|postgres] [--papers N]\n'
const WEEK_MS = 7 * 86_400_000

const { values, positionals } = parseArgs({
  options: { engine: { type: 'string', default: 'sqlite' }, papers: { type: 'string', default: '0' } },
  allowPositionals: true,
})
const [file] = positionals
const count = Number(values.papers)
const isEngine = (text: string): text is Engine => text === 'sqlite' || text === 'postgres'
const { engine } = values
if (file === undefined || positionals.length !== 1 || !isEngine(engine) || !Number.isSafeInteger(count) || count < 0) {
  process.stderr.write(USAGE)
  process.exit(2)
}

const papers = readPapers(file)
const claims = readClaims()
const events = readEvents()
const printJson = (facts: unknown): boolean => process.stdout.write(`${JSON.stringify(facts)}\n`)
const rounded = (value: number): number => Number(value.toFixed(3))

const claimOf = (sentence: string) => claims.find((claim) => claim.sentence === sentence)
const isWorth = ({ sentence, step }: OpenedAlert): boolean => {
  const claim = claimOf(sentence)
  return claim !== undefined && ((claim.breaks !== 'never' && step >= claim.breaks) || claim.look.includes(step))
}

/** Each alert as it comes, so that a run that is ended has said what it found. */
const told = (alert: OpenedAlert): void => {
  const { step, sentence, cause, paperId: paper } = alert
  printJson({ step, claim: claimOf(sentence)?.claim ?? sentence, cause, paper, isWorth: isWorth(alert) })
}

const printReplay = ({ alerts, notHeld, cpu }: Replayed): void => {
  const broken = claims.filter(({ breaks }) => breaks !== 'never')
  const opened = (sentence: string) => alerts.filter((alert) => alert.sentence === sentence)
  const inStep = broken.filter(({ sentence, breaks }) => opened(sentence).some(({ step }) => step === breaks))
  const later = broken.filter(
    (claim) => !inStep.includes(claim) && opened(claim.sentence).some(({ step }) => step > Number(claim.breaks)),
  )
  const worth = alerts.filter(isWorth)
  const days = papers.map((paper) => Date.parse(dayOf(paper)))
  const weeks = (Math.max(...days) - Math.min(...days)) / WEEK_MS
  const causes = Object.fromEntries(
    [...Map.groupBy(alerts, ({ cause }) => cause)].map(([cause, some]) => [
      cause,
      { opened: some.length, worth: some.filter(isWorth).length },
    ]),
  )
  const [steps, jobs] = [cpu.map(({ step }) => step), cpu.map(({ job }) => job)]
  printJson({
    claims: claims.length,
    broken: broken.length,
    foundInStep: inStep.length,
    share: rounded(inStep.length / broken.length),
    foundLater: later.length,
    missed: broken.filter((claim) => !inStep.includes(claim) && !later.includes(claim)).map(({ claim }) => claim),
    late: later.map(({ claim }) => claim),
    didNotHoldWhenWritten: notHeld.map((sentence) => claimOf(sentence)?.claim ?? sentence),
  })
  printJson({
    alerts: alerts.length,
    worthActingOn: worth.length,
    share: rounded(worth.length / alerts.length),
    weeks: rounded(weeks),
    aWeek: rounded(alerts.length / weeks),
    causes,
  })
  printJson({
    cpuSecondsAStep: { median: rounded(median(steps)), longest: rounded(Math.max(...steps)) },
    ofTheJob: { median: rounded(median(jobs)), longest: rounded(Math.max(...jobs)) },
  })
}

let now = new Date(0)
const isReplay = count === 0
const library = await openLibrary(engine, { now: () => (isReplay ? now : new Date()) }, count)
try {
  printJson({ engine, papers: count + papers.length, steps: STEPS, events: events.length })
  if (isReplay) {
    const moveClock = (arriving: readonly ArxivPaper[]): void => {
      const latest = Math.max(...arriving.map((paper) => Date.parse(dayOf(paper))))
      now = new Date(Math.max(now.getTime(), latest))
    }
    printReplay(await replay(library, { papers, claims, events }, { moveClock, told }))
  } else {
    const delays = await measureDelays(library, { papers, claims, events }, count)
    const seconds = delays.map((delay) => delay.seconds)
    printJson({
      changes: delays.length,
      secondsToAlert: { median: rounded(median(seconds)), longest: rounded(Math.max(...seconds)) },
      goal: 60,
    })
    for (const [kind, some] of Map.groupBy(delays, (delay) => delay.kind))
      printJson({
        kind,
        changes: some.length,
        median: rounded(median(some.map((delay) => delay.seconds))),
        longest: rounded(Math.max(...some.map((delay) => delay.seconds))),
      })
  }
} finally {
  await library.close()
}
