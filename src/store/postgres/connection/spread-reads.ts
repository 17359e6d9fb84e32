import type { CompiledQuery } from 'kysely'
import { Failure } from '#core/failure.ts'
import type { DatabaseServer } from '#ports/condition.ts'
import type { RunQuery } from './connections.ts'
import type { ReadServer } from './read-server.ts'
import type { RevisionWatch } from './revision-watch.ts'

/** Without a primary, how long a read waits for a replica that is catching up or comes back. */
const PATIENCE_MS = 1_000

/** At the start without a primary, how long the replicas have for their first answer. */
const SETTLES_WITHIN_MS = 3_000

/** Where public reads go if there are replicas. */
export type SpreadReads = {
  run: RunQuery
  /** Whether the primary does not answer, and a replica does. */
  isWithoutPrimary(): boolean
  /** Resolves once a server can be read, or has not answered in time. */
  settle(): Promise<void>
  /** The primary first. */
  servers(): DatabaseServer[]
  close(): Promise<void>
}

type Servers = { primary: ReadServer; replicas: readonly ReadServer[] }

/**
 * Asks the replica with the fewest reads in progress that has every public change this process knows of, otherwise the primary.
 * A read that fails is repeated on another server. While the primary does not answer, the replicas also tell the revision.
 */
export const spreadReads = ({ primary, replicas }: Servers, watch: RevisionWatch): SpreadReads => {
  const checked = new Set<() => void>()
  let turn = 0

  const isUsable = (replica: ReadServer): boolean => replica.isReachable() && replica.revision() >= watch.latest()

  const noteCheck = (): void => {
    const usable = replicas.filter(isUsable)
    // The lowest: one of them may have changes that are lost with the primary, because no other server confirmed them.
    if (!primary.isReachable() && usable.length > 0)
      watch.observe(Math.min(...usable.map((replica) => replica.revision())))
    for (const resume of checked) resume()
    checked.clear()
  }
  for (const server of [primary, ...replicas]) server.onCheck(noteCheck)

  const choose = (): ReadServer | undefined => {
    turn = (turn + 1) % replicas.length
    const inTurn = [...replicas.slice(turn), ...replicas.slice(0, turn)]
    return inTurn
      .filter(isUsable)
      .reduce<ReadServer | undefined>(
        (best, each) => (best !== undefined && best.inProgress() <= each.inProgress() ? best : each),
        undefined,
      )
  }

  /** A replica; the primary if it answers, or no replica is usable in time. */
  const chooseInTime = async (givesUpAt: number): Promise<ReadServer> => {
    for (;;) {
      const replica = choose()
      if (replica !== undefined) return replica
      if (primary.isReachable() || performance.now() > givesUpAt) return primary
      await new Promise<void>((resolve) => checked.add(resolve))
    }
  }

  const run: RunQuery = async <Row>(query: CompiledQuery) => {
    const givesUpAt = performance.now() + PATIENCE_MS
    let isSlow = false
    for (let attempt = 1; ; attempt += 1) {
      const server: ReadServer = isSlow ? primary : await chooseInTime(givesUpAt)
      try {
        return await server.run<Row>(query)
      } catch (error) {
        const isLate = performance.now() > givesUpAt
        // The statement took too long on a server that answers checks: only the primary tries it again.
        isSlow = isLate && server.isReachable()
        const isOver = isLate && (server === primary || (isSlow && !primary.isReachable()))
        if (!(error instanceof Failure) || isOver || attempt > replicas.length + 1) throw error
        server.rest()
      }
    }
  }

  return {
    run,
    settle: async () => void (await chooseInTime(performance.now() + SETTLES_WITHIN_MS)),
    servers: () => [primary, ...replicas].map((server) => server.condition()),
    isWithoutPrimary: () => !primary.isReachable() && replicas.some(isUsable),
    close: async () => {
      await Promise.all([primary, ...replicas].map((server) => server.close()))
    },
  }
}
