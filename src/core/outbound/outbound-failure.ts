/** Why a request to another server has no response. */
export const outboundFaults = ['refused', 'unreachable', 'too_slow', 'too_large', 'later'] as const
export type OutboundFault = (typeof outboundFaults)[number]

type OutboundFailureOptions = {
  /** Of `later`: when it may be asked again. */
  retryAt?: Date
  cause?: unknown
}

/**
 * A request that was not made or not answered. `refused`: it may not be made, and trying again changes nothing; `later`:
 * its server is not to be asked before `retryAt`; the others may pass.
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
