import { setTimeout as pause } from 'node:timers/promises'
import { recordDelivery, type RecordDeliveryInput } from '#actions/mailings/record-delivery.ts'
import { takeDelivery, type MailRates } from '#actions/mailings/take-delivery.ts'
import type { RunAction } from '#actions/run-action.ts'
import { SendFailure } from '#core/mail/send-failure.ts'
import type { DeliveryOutcome, LeasedDelivery } from '#core/mail/mailing.ts'
import type { Clock } from '#ports/clock.ts'
import type { EmailComposer, EmailContent } from '#ports/email-composer.ts'
import type { Log } from '#ports/log.ts'
import type { Mailer } from '#ports/mailer.ts'

export type SendingPorts = {
  run: RunAction
  clock: Clock
  log: Log
  mailer: Mailer
  emails: Pick<EmailComposer, 'returnPath'>
  /** Writes the email to a subscriber; null when there is nothing to say any more. */
  compose: (delivery: LeasedDelivery) => Promise<EmailContent | null>
}

type Sending = { connections: number; rates: MailRates; signal: AbortSignal }

/** What a failure says of the delivery. */
const outcomeOf = ({ kind, message, bounce, restsDomain }: SendFailure): DeliveryOutcome => ({
  result: 'refused',
  isFinal: kind === 'final',
  reason: message,
  bounce,
  restsDomain,
})

/**
 * Whether a mail server can be reached, by how emails fare. It takes more drops in a row than one domain can cause over so
 * many connections before it rests, since all else goes on while one domain is refused.
 */
const serverWatch = (connections: number) => {
  let dropsInARow = 0
  let isReachable = true
  return {
    isReachable: () => isReachable,
    note: (kind: SendFailure['kind'] | 'sent'): void => {
      dropsInARow = kind === 'dropped' ? dropsInARow + 1 : 0
      if (kind === 'unreachable' || dropsInARow > connections) isReachable = false
    },
  }
}

const subjectOf = (delivery: LeasedDelivery): string => ('digestId' in delivery ? delivery.digestId : delivery.briefId)

/**
 * Sends what is due until there is nothing more, over so many connections, each of which records what it has sent before it
 * sends the next. Ends early when the mail server cannot be reached; whether it could.
 */
export const sendDeliveries = async (
  { run, clock, log, mailer, emails, compose }: SendingPorts,
  { connections, rates, signal }: Sending,
): Promise<boolean> => {
  const server = serverWatch(connections)
  let isBroken = false
  const goesOn = (): boolean => server.isReachable() && !isBroken && !signal.aborted

  const attempt = async (delivery: LeasedDelivery): Promise<DeliveryOutcome> => {
    const { messageId, to, attempts } = delivery
    const content = await compose(delivery)
    if (content === null) return { result: 'empty' }
    try {
      await mailer.send({ ...content, to, messageId, returnPath: emails.returnPath(delivery) })
      server.note('sent')
      return { result: 'sent' }
    } catch (error) {
      if (signal.aborted) return { result: 'interrupted' }
      if (!(error instanceof SendFailure)) throw error
      server.note(error.kind)
      log.info(
        { of: subjectOf(delivery), attempts: attempts + 1, failure: error.kind },
        'an email to a subscriber was refused',
      )
      return outcomeOf(error)
    }
  }

  const keepSending = async (): Promise<void> => {
    let done: RecordDeliveryInput | null = null
    while (goesOn()) {
      const { delivery, roomAt }: Awaited<ReturnType<typeof takeDelivery>> = await run(takeDelivery, { done, rates })
      done = null
      if (delivery !== null) done = { delivery, outcome: await attempt(delivery) }
      else if (roomAt === null) return
      else await pause(Math.max(1, roomAt - clock.now().getTime()), undefined, { signal }).catch(() => {})
    }
    if (done !== null) await run(recordDelivery, done)
  }

  const connected = Array.from({ length: connections }, async () => {
    try {
      await keepSending()
    } catch (error) {
      isBroken = true
      throw error
    }
  })
  // The others record what they have sent before the connections are closed.
  for (const ended of await Promise.allSettled(connected)) if (ended.status === 'rejected') throw ended.reason
  return server.isReachable()
}
