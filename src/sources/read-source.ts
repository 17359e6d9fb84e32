import {
  isFileKind,
  RENEW_EVERY_MS,
  nextDay,
  nextRunTime,
  retryTime,
  type WatchedSource,
} from '#core/sources/watched-source.ts'
import { endSourceRun, renewSourceLease, beginSourceRun } from '#actions/sources.ts'
import type { RunAction } from '#actions/run-action.ts'
import { messageOf } from '#core/failure.ts'
import type { Log } from '#ports/runtime.ts'
import type { OutboundClient, OutboundStreams } from '#ports/outbound.ts'
import type { ImportReader } from '#ports/store/imports.ts'
import type { RunEnd } from '#ports/store/sources.ts'
import type { RequestPorts } from './host-requests.ts'
import type { PageReader } from './pages/pages-in-process.ts'
import { readPages, type PagesOutcome } from './read-pages.ts'
import { readTable } from './read-table.ts'
import { SourceFault } from './protocols.ts'

export type SourcePorts = RequestPorts & {
  client: OutboundStreams
  store: { private: { imports: Pick<ImportReader, 'findByIdentifiers'> } }
  run: RunAction
  log: Log
  openPages: () => PageReader
}

/** How a run ended. `busy`: another process is reading the source, or it is paused or removed. */
export type RunOutcome = PagesOutcome | 'failed' | 'interrupted' | 'busy'

type Ending = Omit<RunEnd, 'at' | 'nextRunAt' | 'requests'> & { next: Date }

/** The ending of a run that threw. */
const failedEnd = (
  { log }: SourcePorts,
  { error, source, now }: { error: unknown; source: WatchedSource; now: Date },
): Ending => {
  const { id, name, everyMinutes } = source
  const isForeseen = error instanceof SourceFault
  if (isForeseen) log.warn({ source: id, name, reason: error.message }, 'a source could not be read')
  else log.error({ source: id, err: error }, 'reading a source failed')
  const failures = source.failures + 1
  const retryAt = isForeseen ? error.retryAt : null
  return {
    error: messageOf(error),
    isComplete: false,
    failures,
    next: retryTime(now, { failures, everyMinutes, retryAt }),
  }
}

/**
 * Reads the new records of a source, as its only reader in all processes. Errors are stored with the source and end in
 * `failed`; pages read before an error are stored, and the next run continues from there.
 * @param reader a unique name
 */
export const readSource = async (
  ports: SourcePorts,
  { source, reader, signal }: { source: WatchedSource; reader: string; signal: AbortSignal },
): Promise<RunOutcome> => {
  const { run, clock } = ports
  const lease = { id: source.id, reader }
  if (!(await run(beginSourceRun, lease))) return 'busy'
  let requests = 0
  const client: OutboundClient & OutboundStreams = {
    get: (request) => {
      requests += 1
      return ports.client.get(request)
    },
    stream: (request, use) => {
      requests += 1
      return ports.client.stream(request, use)
    },
  }
  const end = ({ next, ...facts }: Ending): Promise<void> =>
    run(endSourceRun, { lease, end: { ...facts, requests, nextRunAt: next.toISOString() } })
  const pageReader = ports.openPages()
  const lost = new AbortController()
  const renew = async (): Promise<void> => {
    if (!(await run(renewSourceLease, lease))) lost.abort()
  }
  // If a renewal fails, the next one succeeds, or storing records shows that the lease is lost.
  const renewing = setInterval(() => void renew().catch(() => {}), RENEW_EVERY_MS)
  try {
    const reading = { lease, signal: AbortSignal.any([signal, lost.signal]) }
    const { imports } = ports.store.private
    const { kind } = source
    const outcome = isFileKind(kind)
      ? await readTable({ ...ports, client, imports, checkRows: pageReader.checkRows }, { source, ...reading })
      : await readPages({ ...ports, client, checkPage: pageReader.check }, { source: { ...source, kind }, ...reading })
    const now = clock.now()
    const next = outcome === 'full' ? nextDay(now) : nextRunTime(now, source.everyMinutes)
    await end({ error: null, isComplete: outcome === 'done', failures: 0, next })
    return outcome
  } catch (error) {
    if (lost.signal.aborted) return 'lost'
    const now = clock.now()
    const isInterrupted = signal.aborted
    const interrupted: Ending = { error: null, isComplete: false, failures: source.failures, next: now }
    await end(isInterrupted ? interrupted : failedEnd(ports, { error, source, now }))
    return isInterrupted ? 'interrupted' : 'failed'
  } finally {
    clearInterval(renewing)
    await pageReader.close()
  }
}
