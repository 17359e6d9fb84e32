import type { NumberedChange } from '#core/changes/public-change.ts'
import type { News } from './news.ts'
import { presentChange } from './present.ts'

/** Proxies end connections on which nothing passes for a minute, some sooner. */
const HEARTBEAT_MS = 15_000
/** A stream ends after so long, and the client comes back where it was: processes come and go behind one address. */
const LASTS_MS = 1_800_000
const CHANGES_AT_ONCE = 100
/** Clients that lost one server together do not come back together. */
const RETRY_LEAST_MS = 2_000
const RETRY_SPREAD_MS = 4_000

const HEARTBEAT = ': nothing new\n\n'

const eventOf = (change: NumberedChange): string =>
  `id: ${change.seq}\ndata: ${JSON.stringify(presentChange(change))}\n\n`

/**
 * Changes after a number as server-sent events, as they come, until nobody listens or the server stops. A piece is made when the
 * client has taken the one before.
 */
export async function* changeEvents(
  news: News,
  { since, signal, leave }: { since: number; signal: AbortSignal; leave: () => void },
): AsyncGenerator<string> {
  const endsAt = performance.now() + LASTS_MS
  try {
    yield `retry: ${RETRY_LEAST_MS + Math.floor(Math.random() * RETRY_SPREAD_MS)}\n\n`
    for (let seq = since; performance.now() < endsAt && !signal.aborted;) {
      const revision = news.revision()
      const changes = await news.after(seq, CHANGES_AT_ONCE)
      seq = changes.at(-1)?.seq ?? seq
      if (changes.length > 0) {
        yield changes.map(eventOf).join('')
        continue
      }
      const wokenBy = await news.wait(revision, HEARTBEAT_MS, signal)
      if (wokenBy === 'end') return
      if (wokenBy === 'time') yield HEARTBEAT
    }
  } finally {
    leave()
  }
}
