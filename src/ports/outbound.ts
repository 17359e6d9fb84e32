export type OutboundRequest = {
  url: string
  headers?: Readonly<Record<string, string>>
  /** How long the server is left alone after the response; it is no less than what its host asks for. */
  spacingMs?: number
  signal?: AbortSignal
}

/** A response whose body is here, unpacked. Names of headers are in lower case. */
export type OutboundResponse = {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer
  /** Where it came from, after all redirects. */
  url: string
  /** When the server wants to be asked again (`Retry-After` of 429 and 503); null when it does not say. */
  retryAt: Date | null
}

export type OutboundClient = {
  /**
   * Asks another server by GET. Any status is a response.
   * Throws an `OutboundFailure`: `refused` for an address that may not be asked.
   */
  get(request: OutboundRequest): Promise<OutboundResponse>
}

export type OutboundPost = {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  signal?: AbortSignal
}

export type OutboundSender = {
  /**
   * Sends something by POST. Any status is a response, also that of a redirect: it is not followed, as what was sent was
   * meant for one address. Of the body only the beginning is read.
   * Throws an `OutboundFailure`: `refused` for an address that may not be sent to.
   */
  post(request: OutboundPost): Promise<OutboundResponse>
}

/** Who may ask a host now: one at a time, and none before the time it has set. */
export type HostGate = {
  /** Resolves when it is the caller’s turn. Throws an `OutboundFailure`, `later`, where that would take too long. */
  enter(host: string, signal: AbortSignal | null): Promise<void>
  /** Ends the turn. Nobody enters before `notBefore`. */
  leave(host: string, notBefore: Date): Promise<void>
}

/** Waits, or throws when the signal says so. */
export type Wait = (ms: number, signal: AbortSignal | null) => Promise<void>
