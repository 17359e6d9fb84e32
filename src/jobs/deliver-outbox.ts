import { retryDelay } from '#core/mail/email.ts'
import type { Clock } from '#ports/clock.ts'
import type { QueuedEmail } from '#ports/store/correspondence.ts'
import type { Log } from '#ports/log.ts'
import type { Mailer } from '#ports/mailer.ts'
import type { Store } from '#ports/store/store.ts'
import type { Job } from './runner.ts'

const BATCH = 10
/** Longer than a batch can take: a letter in the hands of a live process is nobody else's. */
const LEASE_MS = 10 * 60_000

type Ports = { store: Store; clock: Clock; log: Log; mailer: Mailer }

/** Servers like to repeat the address; the log must not hold it. */
const withoutAddresses = (reason: string): string => reason.replaceAll(/[^\s<>@]+@[^\s<>@]+/gu, '(address)')

const deliverOne = async (
  { store, clock, log, mailer }: Ports,
  letter: QueuedEmail & { to: string },
  signal: AbortSignal | undefined,
): Promise<void> => {
  try {
    await mailer.send(letter)
  } catch (error) {
    // The letter did nothing wrong: it is handed back, and goes out after the restart.
    if (signal?.aborted === true) return store.transact((tx) => tx.outbox.release(letter.seq))
    const attempts = letter.attempts + 1
    const pause = retryDelay(attempts)
    const retryAt = pause === null ? null : new Date(clock.now().getTime() + pause * 1_000).toISOString()
    const reason = error instanceof Error ? error.message : String(error)
    log.warn({ letter: letter.seq, attempts, retryAt, reason: withoutAddresses(reason) }, 'a letter could not be sent')
    await store.transact((tx) => tx.outbox.markFailed(letter.seq, reason.slice(0, 500), retryAt))
    return
  }
  await store.transact((tx) => tx.outbox.markSent(letter.seq, clock.now().toISOString()))
}

export type Delivered = { tried: number; more: boolean }

/**
 * Sends what is due, once. A crash between sending and noting it sends a letter twice, with the same Message-ID;
 * none is lost. Letters to the research team wait while nobody is named.
 */
export const deliverOutbox = async (
  ports: Ports,
  teamEmail: string | null,
  signal?: AbortSignal,
): Promise<Delivered> => {
  const now = ports.clock.now()
  const leaseUntil = new Date(now.getTime() + LEASE_MS).toISOString()
  const letters = await ports.store.transact((tx) =>
    tx.outbox.lease(now.toISOString(), leaseUntil, BATCH, teamEmail !== null),
  )
  let tried = 0
  for (const letter of letters) {
    // A process that was held up for longer than its lease has no right to the rest.
    if (ports.clock.now().toISOString() >= leaseUntil) break
    const to = letter.to ?? teamEmail
    if (signal?.aborted === true || to === null) {
      // Handed back at once, so that a restart need not wait for the lease to end.
      await ports.store.transact((tx) => tx.outbox.release(letter.seq))
      continue
    }
    await deliverOne(ports, { ...letter, to }, signal)
    tried += 1
  }
  return { tried, more: letters.length === BATCH }
}

export const deliverOutboxJob = (ports: Ports, teamEmail: string | null): Job => ({
  name: 'deliver-outbox',
  everySeconds: 5,
  run: (signal) => deliverOutbox(ports, teamEmail, signal),
})
