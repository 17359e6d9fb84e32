import { setTimeout as pause } from 'node:timers/promises'
import { SERVE, start } from '../../bench/machine.ts'
import { findMarks } from '#core/text/evidence-marks.ts'
import type { Library } from './library.ts'
import { moveMarks, type ArxivPaper, type Claim, type ReplayEvent } from './marks.ts'

/** How long it takes from the commit of a change until its alert is stored by a service that runs as `npm start` runs it. */

const IMPORTED = 200
const CHANGES = 30
const ARRIVALS = 6
const LOOK_EVERY_MS = 20
/** Changes come at different times within the interval of the job. */
const APART_MS = 2_000
const SPREAD = 0.37
const GIVE_UP_MS = 300_000

/** Papers of our own that break a search that nothing in the file breaks. */
const arrivals = ['railway', 'swahili', 'carbon', 'dementia', 'chess', 'unlearning']

const arrivalOf = (word: string, index: number): ArxivPaper => ({
  title: `A study of ${word} by agents, part ${index + 1}`,
  authors: ['Ada Example'],
  arxivId: `2604.9${String(index).padStart(4, '0')}`,
  abstract: `We let agents work on ${word} for a day.`,
  published: '2026-04-01',
  topics: ['cs.AI'],
})

type Change = { sentences: string[]; kind: string; make: () => Promise<unknown> }

const changesOf = (library: Library, claims: readonly Claim[], events: readonly ReplayEvent[]): Change[] => {
  const changed = new Set<string>()
  const ofEvents = events.flatMap((event): Change[] => {
    const { kind, paper, step } = event
    if ((kind !== 'retract' && kind !== 'revise' && kind !== 'merge') || changed.has(paper)) return []
    const broken = claims.filter(
      ({ breaks, text }) =>
        breaks === step && findMarks(text).some((mark) => mark.kind !== 'search' && mark.paperId === paper),
    )
    if (broken.length === 0) return []
    changed.add(paper)
    return [{ sentences: broken.map(({ sentence }) => sentence), kind, make: () => library.change(event) }]
  })
  const ofArrivals = arrivals.slice(0, ARRIVALS).flatMap((word, index): Change[] => {
    const broken = claims.filter(({ text }) => text.includes(`q=${word} = 0`))
    const sentences = broken.map(({ sentence }) => sentence)
    return [{ sentences, kind: 'import', make: () => library.add([arrivalOf(word, index)]) }]
  })
  return [...ofEvents.slice(0, CHANGES - ofArrivals.length), ...ofArrivals]
}

const until = async (holds: () => Promise<boolean>): Promise<number> => {
  const begun = performance.now()
  while (!(await holds())) {
    if (performance.now() - begun > GIVE_UP_MS) return Infinity
    await pause(LOOK_EVERY_MS)
  }
  return performance.now() - begun
}

type Input = { papers: readonly ArxivPaper[]; claims: readonly Claim[]; events: readonly ReplayEvent[] }

export type Delay = { kind: string; seconds: number }

/** @param generated the papers that the library has, before which the marks know nothing */
export const measureDelays = async (library: Library, given: Input, generated: number): Promise<Delay[]> => {
  const { store } = library
  const { papers } = given
  const { claims, events } = moveMarks(given, generated)
  for (let first = 0; first < papers.length; first += IMPORTED) await library.add(papers.slice(first, first + IMPORTED))
  await library.write(claims)
  const service = await start(
    SERVE,
    { DATABASE_URL: library.url, PORT: '0', STARTER_CORPUS: 'off', DUMPS: 'off', LOG_LEVEL: 'error' },
    'inherit',
  )
  try {
    await until(async () => (await store.private.evidence.due(1)).length === 0)
    const delays: Delay[] = []
    for (const [index, { kind, sentences, make }] of changesOf(library, claims, events).entries()) {
      await pause((index * SPREAD * APART_MS) % APART_MS)
      await make()
      const took = await until(async () => {
        const open = new Set((await store.private.alerts.open(999)).map(({ sentence }) => sentence))
        return sentences.every((sentence) => open.has(sentence))
      })
      delays.push({ kind, seconds: took / 1_000 })
    }
    return delays
  } finally {
    await service.stop()
  }
}
