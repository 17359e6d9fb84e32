import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '#ports/clock.ts'
import type { HostGate, Wait } from '#ports/outbound.ts'
import { OutboundFailure } from '#core/outbound/outbound-failure.ts'

/** Nobody waits in line for longer than this. */
const LONGEST_WAIT_MS = 60_000

export const waitInTime: Wait = async (ms, signal) => {
  await pause(ms, undefined, signal === null ? {} : { signal })
}

/** The turns of one process. */
export const memoryGate = (clock: Clock, wait: Wait = waitInTime): HostGate => {
  const lines = new Map<string, Promise<void>>()
  const ends = new Map<string, () => void>()
  const notBefore = new Map<string, number>()
  const pauseFor = async (host: string, signal: AbortSignal | null): Promise<void> => {
    const at = notBefore.get(host) ?? 0
    const ms = at - clock.now().getTime()
    if (ms > LONGEST_WAIT_MS)
      throw new OutboundFailure('later', `${host} asks to be left alone for a while.`, { retryAt: new Date(at) })
    if (ms > 0) await wait(ms, signal)
  }
  return {
    enter: async (host, signal) => {
      const before = lines.get(host)
      const turn = Promise.withResolvers<void>()
      lines.set(host, turn.promise)
      await before
      try {
        signal?.throwIfAborted()
        await pauseFor(host, signal)
      } catch (error) {
        turn.resolve()
        throw error
      }
      ends.set(host, turn.resolve)
    },
    leave: async (host, at) => {
      notBefore.set(host, at.getTime())
      ends.get(host)?.()
    },
  }
}
