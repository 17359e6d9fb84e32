/** Unguessable values. */
export type Ids = {
  /** A UUID (RFC 9562, version 4). */
  uuid(): string
  /** 32 random characters of A-Z, a-z, 0-9: about 190 bits. */
  secret(): string
}
