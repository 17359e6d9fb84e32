export type OutboundRequest = {
  url: string
  headers?: Readonly<Record<string, string>>
  /** Minimum pause before the next request to this host; a longer one that the host asks for wins. */
  spacingMs?: number
  signal?: AbortSignal
}

/** A response with its whole body, decompressed. Header names are lower case. */
export type OutboundResponse = {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer
  /** The final URL after all redirects. */
  url: string
  /** When the server asks to be retried (`Retry-After` of 429 and 503); null if it does not say. */
  retryAt: Date | null
}

export type OutboundClient = {
  /**
   * Sends a GET request. Any status is a response. Throws an `OutboundFailure`: `refused` for an address that requests
   * may not go to.
   */
  get(request: OutboundRequest): Promise<OutboundResponse>
}

/** A response whose body arrives while it is read, decompressed. */
export type StreamedResponse = Omit<OutboundResponse, 'body'> & { bytes: AsyncIterable<Buffer> }

export type OutboundStreams = {
  /**
   * The same for a body of any length that is never whole in memory: `use` reads it. The host is asked for nothing else before `use`
   * returns. Throws as `get` does, also while `use` reads, and what `use` throws.
   */
  stream<T>(request: OutboundRequest, use: (response: StreamedResponse) => Promise<T>): Promise<T>
}

export type OutboundPost = {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  signal?: AbortSignal
}

export type OutboundSender = {
  /**
   * Sends a POST request. Any status is a response, even a redirect: it is not followed, since the body was meant for
   * one address. Only the beginning of the response body is read. Throws an `OutboundFailure`: `refused` for an address
   * that requests may not go to.
   */
  post(request: OutboundPost): Promise<OutboundResponse>
}

/** Serialises requests to a host: one at a time, and none before the time it has asked for. */
export type HostGate = {
  /**
   * Resolves once the caller may send its request. Throws an `OutboundFailure` (`later`) if that would take too long.
   */
  enter(host: string, signal: AbortSignal | null): Promise<void>
  /** Lets the next caller in, but not before `notBefore`. */
  leave(host: string, notBefore: Date): Promise<void>
}

/** Waits, or throws when the signal aborts. */
export type Wait = (ms: number, signal: AbortSignal | null) => Promise<void>
