/** Time is handed in. */
export type Clock = { now(): Date }

/** Unguessable values. */
export type Ids = {
  /** A UUID (RFC 9562, version 4). */
  uuid(): string
  /** 32 random characters of A-Z, a-z, 0-9: about 190 bits. */
  secret(): string
}

type Write = (facts: Record<string, unknown>, message: string) => void

/** Structured log. Facts must never contain keys, tokens, email addresses or bodies. */
export type Log = { debug: Write; info: Write; warn: Write; error: Write }
