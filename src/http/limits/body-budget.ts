import { Failure } from '#core/failure.ts'

const MEBIBYTE = 1_024 * 1_024
/** Bytes of bodies of one client, and of all, that are kept by requests in work. */
const MAX_OF_CLIENT = 24 * MEBIBYTE
const MAX = 48 * MEBIBYTE

export type BodyBudget = {
  /** Throws `unavailable` where so many more would be too many; nothing is kept then. */
  hold(client: string, bytes: number): void
  release(client: string, bytes: number): void
}

/** Counts the bytes of bodies by what has come, not by what is announced: who announces much and sends nothing takes no room. */
export const bodyBudget = (): BodyBudget => {
  const held = new Map<string, number>()
  let inAll = 0
  return {
    hold: (client, bytes) => {
      const ofClient = (held.get(client) ?? 0) + bytes
      if (ofClient > MAX_OF_CLIENT)
        throw new Failure(
          'unavailable',
          'Too much of your requests is in work; wait for a response, then send this again.',
        )
      if (inAll + bytes > MAX)
        throw new Failure('unavailable', 'More is being sent than there is room for now; try again soon.')
      held.set(client, ofClient)
      inAll += bytes
    },
    release: (client, bytes) => {
      const left = (held.get(client) ?? 0) - bytes
      inAll -= bytes
      if (left <= 0) held.delete(client)
      else held.set(client, left)
    },
  }
}
