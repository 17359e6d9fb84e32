import { OutboundFailure } from '#core/outbound/outbound-failure.ts'
import type { Clock } from '#ports/clock.ts'
import type { OutboundClient, OutboundRequest, OutboundResponse, Wait } from '#ports/outbound.ts'
import { SourceFault } from './kinds/source-fault.ts'

export type AskingPorts = { client: OutboundClient; clock: Clock; wait: Wait }

const MOST_ATTEMPTS = 5
const FIRST_PAUSE_MS = 5_000
/** Who wants to be left alone for longer is asked by another run. */
const LONGEST_PAUSE_MS = 60_000

const WORTH_TRYING = new Set(['unreachable', 'too_slow'])
const isBusy = (status: number): boolean => status === 429 || status >= 500

/** Thrown to try once more. */
class NotYet extends Error {
  readonly retryAt: Date | null

  constructor(message: string, retryAt: Date | null = null, cause?: unknown) {
    super(message, { cause })
    this.retryAt = retryAt
  }
}

const ask = async ({ client }: AskingPorts, request: OutboundRequest): Promise<OutboundResponse> => {
  try {
    return await client.get(request)
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error
    if (WORTH_TRYING.has(error.fault)) throw new NotYet(error.message, null, error)
    throw new SourceFault(error.message, { retryAt: error.retryAt, cause: error })
  }
}

/**
 * Asks until there is a response that `read` can use, with growing pauses or those that the server wants. `read` returns
 * null for a response that was cut off. Throws a `SourceFault` for a server that is not there, busy for long, or refused.
 */
export const askPatiently = async <T>(
  ports: AskingPorts,
  request: OutboundRequest,
  read: (response: OutboundResponse) => Promise<T | { broken: string }>,
): Promise<T> => {
  const { clock, wait } = ports
  const attempt = async (): Promise<T> => {
    const response = await ask(ports, request)
    const { status, retryAt } = response
    if (isBusy(status)) throw new NotYet(`The server answers with ${status}.`, retryAt)
    const used = await read(response)
    if (typeof used === 'object' && used !== null && 'broken' in used) throw new NotYet(used.broken)
    return used
  }
  for (let attempts = 1; ; attempts += 1)
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof NotYet)) throw error
      const { message, retryAt } = error
      const pause = retryAt === null ? FIRST_PAUSE_MS * 2 ** (attempts - 1) : retryAt.getTime() - clock.now().getTime()
      if (attempts === MOST_ATTEMPTS || pause > LONGEST_PAUSE_MS)
        throw new SourceFault(message, { retryAt, cause: error })
      await wait(pause, request.signal ?? null)
    }
}
