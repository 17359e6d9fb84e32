import type { Dump } from '#core/dumps/dump.ts'
import { openLicence } from '#core/papers/licences/open-licence.ts'
import type { NumberedChange } from '#core/changes/public-change.ts'
import type { Clock } from '#ports/clock.ts'
import type { Dumps } from '#ports/dumps.ts'
import type { Log } from '#ports/log.ts'
import type { PublicReader } from '#ports/store/store.ts'
import type { Job } from './run-jobs.ts'

type Ports = {
  dumps: Dumps
  reader: Pick<PublicReader, 'changes' | 'papers'>
  clock: Clock
  log: Log
  /** How many dumps stay. */
  kept: number
}

const DAY_MS = 86_400_000
const CHANGES_AT_ONCE = 500

/** Whether a change takes something back that a dump may hold: a paper that is public no more, or a text that may not be passed on. */
const takesBack = async (
  { dumps, reader }: Ports,
  dump: Dump,
  { kind, id, event }: NumberedChange,
): Promise<boolean> => {
  if (kind !== 'paper' || event === 'added') return false
  if (event !== 'revised') return true
  if (!(await dumps.textIds(dump)).has(id)) return false
  const found = await reader.papers.find(id)
  return found?.state !== 'accepted' || found.paper.fullText === null || openLicence(found.paper.license) === null
}

/** Tells dumps that hold what has been taken back. What was looked through once is not looked through again. */
const staleDumps = (ports: Ports) => {
  const lookedAt = new Map<string, number>()
  const isStale = async (dump: Dump): Promise<boolean> => {
    for (let since = lookedAt.get(dump.id) ?? dump.seq; ;) {
      const changes = await ports.reader.changes.after(since, CHANGES_AT_ONCE)
      for (const change of changes) if (await takesBack(ports, dump, change)) return true
      since = changes.at(-1)?.seq ?? since
      lookedAt.set(dump.id, since)
      if (changes.length < CHANGES_AT_ONCE) return false
    }
  }
  return async (dumps: readonly Dump[]): Promise<Dump[]> => {
    const stale: Dump[] = []
    for (const dump of dumps) if (await isStale(dump)) stale.push(dump)
    return stale
  }
}

/** When a dump is made: once a day if anything changed, whenever it differs from the corpus, or in any case. */
export type DumpOccasion = 'daily' | 'if changed' | 'always'

const isDue = (
  occasion: DumpOccasion,
  newest: Dump | undefined,
  { now, last }: { now: Date; last: number },
): boolean => {
  if (newest === undefined || occasion === 'always') return true
  // A number beyond the last is of a corpus that was put back to an earlier state.
  if (newest.seq === last) return false
  return occasion === 'if changed' || now.getTime() - Date.parse(newest.madeAt) >= DAY_MS
}

/** Makes a dump if one is due, and removes those that are too many or hold what has been taken back; the new one. */
export const dumpKeeper = (ports: Ports) => {
  const findStale = staleDumps(ports)
  return async (occasion: DumpOccasion, signal: AbortSignal): Promise<Dump | null> => {
    const { dumps, reader, clock, log, kept } = ports
    const known = await dumps.list()
    const last = await reader.changes.last()
    const foreign = known.filter(({ seq }) => seq > last)
    const stale = await findStale(known.filter(({ seq }) => seq <= last))
    const gone = [...foreign, ...stale]
    const newest = known.find((dump) => !gone.includes(dump))
    const isWanted = gone.length > 0 || isDue(occasion, newest, { now: clock.now(), last })
    try {
      const made = isWanted ? await dumps.make(signal) : null
      if (made !== null) log.info({ dump: made.id, seq: made.seq }, 'made a dump')
      return made
    } finally {
      // Rather no dump than one with what was taken back.
      const left = (await dumps.list()).filter(({ id }) => !gone.some((dump) => dump.id === id))
      for (const dump of [...gone, ...left.slice(kept)]) await dumps.remove(dump)
    }
  }
}

/** Rounds that are left out after one that failed: the next one would probably fail as well, and making a dump is work. */
const ROUNDS_OFF = 15

/** Keeps dumps: one a day, and another one soon after something was taken back. The first look is a minute after the start. */
export const keepDumpsJob = (ports: Ports): Job => {
  const keep = dumpKeeper(ports)
  let roundsOff = 1
  return {
    name: 'keep-dumps',
    everySeconds: 60,
    run: async (signal) => {
      roundsOff -= 1
      if (roundsOff >= 0) return { more: false }
      try {
        await keep('daily', signal)
      } catch (error) {
        if (signal.aborted) return { more: false }
        roundsOff = ROUNDS_OFF
        throw error
      }
      return { more: false }
    },
  }
}
