import fc, { type Arbitrary } from 'fast-check'
import type { Operation } from '../../service/described-operations.ts'

/**
 * A value that an earlier response, email or decision gave: the n-th of those seen, counted around. `asked` are the ids
 * of submissions that wait for their submitter.
 */
export type Seen = { seen: 'asked' | 'cursor' | 'id' | 'tag' | 'token'; at: number }

/** Bodies are written once the id in the address is known. */
export type Written = (id: string | null) => string | Uint8Array

/** One request to send; names and values of the query are encoded already. */
export type GeneratedRequest = {
  operation: Operation
  method: string
  /** The path with one parameter left, and its value: an id, or a segment as it goes over the wire. */
  path: string
  id: string | Seen
  segment: string | null
  query: [name: string, value: string | Seen][]
  headers: Record<string, string>
  ifNoneMatch: string | Seen | null
  body: Written | null
  chunked: boolean
  /** Whether it is sent a second time just as it is. */
  again: boolean
}

/** Keys by their rights and state. */
export type Keys = {
  submitter: string
  editor: string
  other: string
  noScope: string
  revoked: string
  expired: string
}

/** One of the values of this kind that were seen so far. */
export const seen = (what: Seen['seen']): Arbitrary<string | Seen> =>
  fc.record({ seen: fc.constant(what), at: fc.nat() })
