import { advanceMailings } from '#actions/mailings/advance-mailings.ts'
import type { MailRates } from '#actions/mailings/take-delivery.ts'
import { restDelay } from '#core/mail/retry-delay.ts'
import type { Mailer } from '#ports/mailer.ts'
import type { Store } from '#ports/store/store.ts'
import type { Job } from './run-jobs.ts'
import { sendDeliveries, type SendingPorts } from './send-deliveries.ts'

export type MailingPorts = Omit<SendingPorts, 'mailer'> & {
  store: Pick<Store, 'private'>
  openMailer: () => Promise<Mailer>
  connections: number
  rates: MailRates
}

/** How long emails that are being sent may take after the process was asked to stop. */
const FINISHES_WITHIN_MS = 5_000

/** Starts mailings whose time has come and gives their recipients their deliveries. */
export const advanceAll = async ({ run }: Pick<MailingPorts, 'run'>, signal?: AbortSignal): Promise<void> => {
  for (let more = true; more;)
    ({ more } = signal?.aborted === true ? { more: false } : await run(advanceMailings, null))
}

/** Sends all that is due, over several connections; whether the mail server could be reached. */
const sendDue = async (ports: MailingPorts, signal: AbortSignal): Promise<boolean> => {
  const { connections, rates, openMailer } = ports
  const mailer = await openMailer()
  let patience: NodeJS.Timeout | undefined
  const stop = (): void => {
    patience = setTimeout(() => mailer.close(), FINISHES_WITHIN_MS)
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await sendDeliveries({ ...ports, mailer }, { connections, rates, signal })
  } finally {
    signal.removeEventListener('abort', stop)
    clearTimeout(patience)
    mailer.close()
  }
}

const hasWork = async ({ private: { mailings, following } }: MailingPorts['store'], now: Date): Promise<boolean> =>
  (await mailings.hasWork(now.toISOString())) || following.hasDueDigest(now.toISOString())

/**
 * Sends briefs and digests to their subscribers. Every process does this; each delivery is in the hands of one connection. A process that
 * is killed may have sent an email that it has not recorded, one for each connection: that email is sent once more, under the
 * same Message-ID.
 */
export const deliverMailingsJob = (ports: MailingPorts): Job => {
  const { store, clock, log } = ports
  let failures = 0
  let restUntil = 0
  return {
    name: 'deliver-mailings',
    everySeconds: 1,
    run: async (signal) => {
      const now = clock.now()
      // Most runs find nothing; those must not make writers wait.
      if (now.getTime() < restUntil || !(await hasWork(store, now))) return { more: false }
      await advanceAll(ports, signal)
      if (await sendDue(ports, signal)) failures = 0
      else {
        failures += 1
        const restSeconds = restDelay(failures)
        restUntil = clock.now().getTime() + restSeconds * 1_000
        log.warn({ restSeconds }, 'the mail server could not be reached; briefs and digests wait')
      }
      await advanceAll(ports, signal)
      return { more: false }
    },
  }
}
