import type { Dump } from '#core/dump.ts'
import type { NumberedChange } from '#core/public-change.ts'
import { openTextOf } from '#core/public-record.ts'
import type { Clock, Log } from '#ports/runtime.ts'
import type { Dumps } from '#ports/dumps.ts'
import type { PublicReader } from '#ports/store/store.ts'
import type { Job } from './run-jobs.ts'

type Ports = {
  dumps: Dumps
  reader: Pick<PublicReader, 'changes' | 'papers'>
  clock: Clock
  log: Log
  /** How many dumps to keep. */
  kept: number
}

const DAY_MS = 86_400_000
const CHANGES_AT_ONCE = 500

/**
 * Whether a change withdraws content that a dump may contain: a paper that is no longer public, or a text that may no longer
 * be redistributed.
 */
const withdrawsContent = async (
  { dumps, reader }: Ports,
  dump: Dump,
  { kind, id, event }: NumberedChange,
): Promise<boolean> => {
  if (kind !== 'paper' || event === 'added') return false
  if (event !== 'revised') return true
  if (!(await dumps.textIds(dump)).has(id)) return false
  const found = await reader.papers.find(id)
  return found?.state !== 'accepted' || openTextOf(found.paper) === null
}

/** Finds dumps that contain withdrawn content. Changes that were checked once are not checked again. */
const staleDumpFinder = (ports: Ports) => {
  const checkedUntil = new Map<string, number>()
  const isStale = async (dump: Dump): Promise<boolean> => {
    for (let since = checkedUntil.get(dump.id) ?? dump.seq; ;) {
      const changes = await ports.reader.changes.after(since, CHANGES_AT_ONCE)
      for (const change of changes) if (await withdrawsContent(ports, dump, change)) return true
      since = changes.at(-1)?.seq ?? since
      checkedUntil.set(dump.id, since)
      if (changes.length < CHANGES_AT_ONCE) return false
    }
  }
  return async (dumps: readonly Dump[]): Promise<Dump[]> => {
    const stale: Dump[] = []
    for (const dump of dumps) if (await isStale(dump)) stale.push(dump)
    return stale
  }
}

/** When to make a dump: after a day if anything changed, whenever the newest differs from the corpus, or always. */
export type DumpOccasion = 'daily' | 'if changed' | 'always'

const isDue = (
  occasion: DumpOccasion,
  newest: Dump | undefined,
  { now, last }: { now: Date; last: number },
): boolean => {
  if (newest === undefined || occasion === 'always') return true
  // A number after the last change means that the corpus was restored to an earlier state.
  if (newest.seq === last) return false
  return occasion === 'if changed' || now.getTime() - Date.parse(newest.madeAt) >= DAY_MS
}

/**
 * Makes a dump if one is due and returns it; removes dumps beyond the number to keep, and those with withdrawn content.
 */
export const dumpKeeper = (ports: Ports) => {
  const findStale = staleDumpFinder(ports)
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
      // Better no dump than one with withdrawn content.
      const left = (await dumps.list()).filter(({ id }) => !gone.some((dump) => dump.id === id))
      for (const dump of [...gone, ...left.slice(kept)]) await dumps.remove(dump)
    }
  }
}

/** Rounds that are skipped after a failure: the next would probably fail as well, and making a dump is expensive. */
const SKIPPED_ROUNDS = 15

/** Makes a dump a day, and another soon after content was withdrawn. It first checks a minute after the start. */
export const keepDumpsJob = (ports: Ports): Job => {
  const keep = dumpKeeper(ports)
  let roundsToSkip = 1
  return {
    name: 'keep-dumps',
    everySeconds: 60,
    run: async (signal) => {
      roundsToSkip -= 1
      if (roundsToSkip >= 0) return { more: false }
      try {
        await keep('daily', signal)
      } catch (error) {
        if (signal.aborted) return { more: false }
        roundsToSkip = SKIPPED_ROUNDS
        throw error
      }
      return { more: false }
    },
  }
}
