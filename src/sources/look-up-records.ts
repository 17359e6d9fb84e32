import type { ReadRecord } from '#core/imports/imported-record.ts'
import { identifierKey, listedIdentifier } from '#core/sources/candidate.ts'
import type { RecordLookup } from '#ports/record-lookup.ts'
import { fetchRecords, type FetchingPorts } from './fetch-records.ts'
import { SourceFault } from './protocols.ts'

/** Somebody waits for the page. */
const LONGEST_MS = 30_000

/** Looks records up while somebody waits: what is not there in time is named, and may be asked for again. */
export const recordLookup =
  (ports: FetchingPorts, { longestMs = LONGEST_MS } = {}): RecordLookup =>
  async (listed) => {
    const sought = listed.map((record) => {
      const found = listedIdentifier(record)
      return { ...found, position: identifierKey(found) }
    })
    const signal = AbortSignal.timeout(longestMs)
    const found = new Map<string, ReadRecord>()
    let reason = ''
    try {
      for await (const { records } of fetchRecords(ports, sought, signal))
        for (const record of records) found.set(record.position, record)
    } catch (error) {
      if (!(error instanceof SourceFault) && !signal.aborted) throw error
      reason = signal.aborted
        ? `The servers did not answer within ${longestMs / 1_000} seconds: look again.`
        : (error as SourceFault).message
    }
    return sought.map(({ position, record }) => {
      const one = found.get(position)
      return one === undefined ? { position: record.position, reason } : { ...one, position: record.position }
    })
  }
