/** Why a request to another server got no response. */
export const outboundFaults = ['refused', 'unreachable', 'too_slow', 'too_large', 'later'] as const
export type OutboundFault = (typeof outboundFaults)[number]

type OutboundFailureOptions = {
  /** For `later`: when the server may be requested again. */
  retryAt?: Date
  cause?: unknown
}

/**
 * A request that was not sent or not answered. `refused`: it is forbidden, and retrying is pointless; `later`: the server
 * must not be contacted before `retryAt`; the others may be temporary.
 */
export class OutboundFailure extends Error {
  override readonly name = 'OutboundFailure'
  readonly fault: OutboundFault
  readonly retryAt: Date | null

  constructor(fault: OutboundFault, message: string, { retryAt, cause }: OutboundFailureOptions = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.fault = fault
    this.retryAt = retryAt ?? null
  }
}

/**
 * Checks an address when it is entered: what is wrong with it, or null. Every request checks it again, and with it what its name
 * resolves to.
 */
export type AddressChecker = (url: URL) => string | null

/** @param hostname as `URL` gives it, IPv6 in brackets */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/u.test(hostname)
