import type { Variant } from './variant.ts'

/**
 * Node sends a body that is a string in one piece with its head, without any list of pieces, and copies it twice for that. Beyond
 * this size the copies cost more than they save.
 */
const MOST_BYTES_AS_STRING = 8 * 1_024

/**
 * What answers a request without any work but to fill in its id, which is the last of the headers. A body that is a string has
 * one character for each byte (latin1).
 */
type ReadyVariant = Variant<Buffer | string, string[]>

/** A variant that is sent many times. Its bytes are in memory once; `body` copies those of a small one. */
export type KeptVariant = Variant & { readonly byteLength: number; readonly ready: ReadyVariant }

const withId = (headers: readonly string[]): string[] => [...headers, 'X-Request-Id', '']
const withoutId = (headers: readonly string[]): string[] => headers.slice(0, -2)

export const keepVariant = ({ status, etag, body: bytes, headers, notModifiedHeaders }: Variant): KeptVariant => {
  const { byteLength } = bytes
  const ready: ReadyVariant = {
    status,
    etag,
    body: byteLength <= MOST_BYTES_AS_STRING ? bytes.toString('latin1') : bytes,
    headers: withId(headers),
    notModifiedHeaders: withId(notModifiedHeaders),
  }
  // The functions below must not use what was given: they would keep it in memory.
  return {
    status,
    etag,
    byteLength,
    ready,
    get body() {
      return typeof ready.body === 'string' ? Buffer.from(ready.body, 'latin1') : ready.body
    },
    get headers() {
      return withoutId(ready.headers)
    },
    get notModifiedHeaders() {
      return withoutId(ready.notModifiedHeaders)
    },
  }
}
