import { randomFillSync } from 'node:crypto'

/** Where a piece of work stands in a distributed trace (W3C Trace Context, Level 1). */
export type TraceContext = {
  /** 32 hexadecimal digits, the same for everything that one request causes. */
  traceId: string
  /** 16 hexadecimal digits: this piece of work. */
  spanId: string
  isSampled: boolean
  /** What other systems along the way noted, to be passed on unchanged; empty for nothing. */
  state: string
}

const TRACEPARENT =
  /^(?<version>[\da-f]{2})-(?<traceId>[\da-f]{32})-(?<spanId>[\da-f]{16})-(?<flags>[\da-f]{2})(?<rest>-.*)?$/u
/** The length of version 00; longer ones belong to a later version, of which only this much is read. */
const TRACEPARENT_LENGTH = 55
const MAX_TRACEPARENT_LENGTH = 512
const NOTHING = /^0+$/u

/** The caller’s place in a trace, from a `traceparent` header; null if that is missing or invalid. */
export const parseTraceparent = (header: string | undefined): Omit<TraceContext, 'state'> | null => {
  if (header === undefined || header.length > MAX_TRACEPARENT_LENGTH) return null
  const { version, traceId, spanId, flags } = TRACEPARENT.exec(header)?.groups ?? {}
  if (version === undefined || traceId === undefined || spanId === undefined || flags === undefined) return null
  const isKnown = version !== 'ff' && (version !== '00' || header.length === TRACEPARENT_LENGTH)
  if (!isKnown || NOTHING.test(traceId) || NOTHING.test(spanId)) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

const MAX_MEMBERS = 32
/** What every system has to pass on; of more, long members go first, then the last ones. */
const PASSED_ON_LENGTH = 512
const LONG_MEMBER = 128
/** More is not even looked at: 32 members of the longest key and value. */
const MAX_STATE_LENGTH = MAX_MEMBERS * (256 + 1 + 256 + 1)
const MEMBER =
  /^(?<key>[a-z][a-z\d_\-*/]{0,255}|[a-z\d][a-z\d_\-*/]{0,240}@[a-z][a-z\d_\-*/]{0,13})=[ -+\--<>-~]{0,255}[!-+\--<>-~]$/u

const lengthOf = (members: readonly string[]): number => members.join(',').length

/** The members of a `tracestate` header to pass on; empty if any of it is invalid, as the standard allows. */
export const parseTracestate = (header: string | undefined): string => {
  if (header === undefined || header.length > MAX_STATE_LENGTH) return ''
  const members = header
    .split(',')
    .map((member) => member.replace(/^[ \t]+|[ \t]+$/gu, ''))
    .filter((member) => member !== '')
  const keys = new Set(members.map((member) => MEMBER.exec(member)?.groups?.key))
  // One key is undefined if a member is invalid, and missing if two are the same.
  if (members.length > MAX_MEMBERS || keys.has(undefined) || keys.size < members.length) return ''
  const isTooLong = lengthOf(members) > PASSED_ON_LENGTH
  const kept = isTooLong ? members.filter((member) => member.length <= LONG_MEMBER) : members
  while (lengthOf(kept) > PASSED_ON_LENGTH) kept.pop()
  return kept.join(',')
}

/** Random bytes in advance: asking for a few at a time takes longer than everything else here. */
const pool = Buffer.alloc(4_096)
let used = pool.length

/** Random hexadecimal digits, not all of them 0. */
const randomHex = (bytes: number): string => {
  if (used + bytes > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const hex = pool.toString('hex', used, used + bytes)
  used += bytes
  return NOTHING.test(hex) ? randomHex(bytes) : hex
}

/** A new trace. Whether others record it is for them to say. */
export const newTrace = (): TraceContext => ({
  traceId: randomHex(16),
  spanId: randomHex(8),
  isSampled: false,
  state: '',
})

/** A piece of work that another one causes, in the same trace. */
export const childOf = (parent: TraceContext): TraceContext => ({ ...parent, spanId: randomHex(8) })

/** Goes on with the trace of a request, or begins one. Without a valid `traceparent`, `tracestate` counts for nothing. */
export const continueTrace = (headers: {
  traceparent?: string | undefined
  tracestate?: string | undefined
}): TraceContext => {
  const caller = parseTraceparent(headers.traceparent)
  return caller === null ? newTrace() : childOf({ ...caller, state: parseTracestate(headers.tracestate) })
}

/** The headers of a request that a piece of work sends. */
export const traceHeaders = ({ traceId, spanId, isSampled, state }: TraceContext): Record<string, string> => ({
  traceparent: `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`,
  ...(state === '' ? {} : { tracestate: state }),
})
