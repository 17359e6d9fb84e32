import { RENEW_EVERY_MS } from '#core/sources/source-lease.ts'
import { leaveHost } from '#actions/hosts/leave-host.ts'
import { keepHost } from '#actions/hosts/keep-host.ts'
import { enterHost } from '#actions/hosts/enter-host.ts'
import type { RunAction } from '#actions/run-action.ts'
import { OutboundFailure } from '#core/outbound/outbound-failure.ts'
import type { Clock } from '#ports/clock.ts'
import type { Ids } from '#ports/ids.ts'
import type { HostGate, Wait } from '#ports/outbound.ts'

const LONGEST_WAIT_MS = 60_000

/** Turns that all processes over one corpus share: a host gets one request at a time from all of them. */
export const sharedGate = ({
  run,
  clock,
  ids,
  wait,
}: {
  run: RunAction
  clock: Clock
  ids: Ids
  wait: Wait
}): HostGate => {
  const turns = new Map<string, { reader: string; keep: NodeJS.Timeout }>()
  return {
    enter: async (host, signal) => {
      const reader = ids.uuid()
      for (;;) {
        signal?.throwIfAborted()
        const freeAt = await run(enterHost, { host, reader })
        if (freeAt === null) break
        const ms = Date.parse(freeAt) - clock.now().getTime()
        if (ms > LONGEST_WAIT_MS)
          throw new OutboundFailure('later', `${host} asks to be left alone until ${freeAt}.`, {
            retryAt: new Date(freeAt),
          })
        await wait(Math.max(ms, 1), signal)
      }
      const keep = setInterval(() => void run(keepHost, { host, reader }).catch(() => {}), RENEW_EVERY_MS)
      turns.set(host, { reader, keep })
    },
    leave: async (host, notBefore) => {
      const turn = turns.get(host)
      if (turn === undefined) return
      turns.delete(host)
      clearInterval(turn.keep)
      await run(leaveHost, { host, reader: turn.reader, notBefore })
    },
  }
}
