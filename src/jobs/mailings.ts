import type { LeasedBrief, DeliveryOutcome, LeasedDelivery } from '#core/mail/mailing.ts'
import type { EmailComposer, EmailContent } from '#ports/email-composer.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { Store } from '#ports/store/store.ts'
import { composeBriefEmail } from '#queries/briefs.ts'
import { composeDigestEmail } from '#queries/following.ts'
import { setTimeout as pause } from 'node:timers/promises'
import {
  recordDelivery,
  type RecordDeliveryInput,
  takeDelivery,
  type MailRates,
  advanceMailings,
} from '#actions/mailings.ts'
import type { RunAction } from '#actions/run-action.ts'
import { SendFailure, backoffDelay } from '#core/mail/outbox.ts'
import type { Clock, Log } from '#ports/runtime.ts'
import type { Mailer } from '#ports/mailer.ts'
import type { Job } from './run-jobs.ts'

type BriefPorts = {
  store: Pick<Store, 'public' | 'currentRevision'>
  markdown: MarkdownRenderer
  emails: EmailComposer
}

type ComposedBriefEmail = { key: string; toSubscriber: Promise<(subscriberId: string) => EmailContent> }

/** Composes the emails of a brief; the brief is read again only after a public change, such as a retraction. */
const briefEmails = ({ store, markdown, emails }: BriefPorts): ((delivery: LeasedBrief) => Promise<EmailContent>) => {
  let composed: ComposedBriefEmail | null = null
  return async ({ briefId, subscriberId }) => {
    const key = `${briefId} ${store.currentRevision()}`
    if (composed?.key !== key)
      composed = { key, toSubscriber: composeBriefEmail({ reader: store.public, markdown, emails }, briefId) }
    try {
      return (await composed.toSubscriber)(subscriberId)
    } catch (error) {
      composed = null
      throw error
    }
  }
}

type Ports = {
  store: Pick<Store, 'public' | 'private' | 'currentRevision'>
  markdown: MarkdownRenderer
  emails: EmailComposer
}

/** Composes emails to subscribers: briefs and digests. */
export const subscriptionEmails = (ports: Ports): SendingPorts['compose'] => {
  const briefs = briefEmails(ports)
  const { store, emails } = ports
  return (delivery) => ('digestId' in delivery ? composeDigestEmail({ store, emails }, delivery) : briefs(delivery))
}

type SendingPorts = {
  run: RunAction
  clock: Clock
  log: Log
  mailer: Mailer
  emails: Pick<EmailComposer, 'returnPath'>
  /** Composes the email to a subscriber; null when nothing in it is public any more. */
  compose: (delivery: LeasedDelivery) => Promise<EmailContent | null>
}

type Sending = { connections: number; rates: MailRates; signal: AbortSignal }

/** The outcome of a delivery that failed. */
const outcomeOf = ({ kind, message, bounce, restsDomain }: SendFailure): DeliveryOutcome => ({
  result: 'refused',
  isFinal: kind === 'final',
  reason: message,
  bounce,
  restsDomain,
})

/**
 * Judges from the results of sending whether the mail server can be reached. A single refused domain must not stop the rest,
 * so it takes more dropped connections in a row than one domain can cause.
 */
const reachabilityMonitor = (connections: number) => {
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
 * Sends everything that is due over several connections; each records a delivery before it sends the next. Returns false, and
 * stops early, when the mail server cannot be reached.
 */
const sendDeliveries = async (
  { run, clock, log, mailer, emails, compose }: SendingPorts,
  { connections, rates, signal }: Sending,
): Promise<boolean> => {
  const server = reachabilityMonitor(connections)
  let isBroken = false
  const shouldContinue = (): boolean => server.isReachable() && !isBroken && !signal.aborted

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
    while (shouldContinue()) {
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
  // If one fails, the others still record what they have sent before the connections are closed.
  for (const ended of await Promise.allSettled(connected)) if (ended.status === 'rejected') throw ended.reason
  return server.isReachable()
}

export type MailingPorts = Omit<SendingPorts, 'mailer'> & {
  store: Pick<Store, 'private'>
  openMailer: () => Promise<Mailer>
  connections: number
  rates: MailRates
}

/** How long emails in progress may take after the process was asked to stop. */
const FINISHES_WITHIN_MS = 5_000

/** Starts the mailings that are due and creates their deliveries. */
export const advanceAll = async ({ run }: Pick<MailingPorts, 'run'>, signal?: AbortSignal): Promise<void> => {
  for (let more = true; more;)
    ({ more } = signal?.aborted === true ? { more: false } : await run(advanceMailings, null))
}

/** Sends everything that is due; whether the mail server could be reached. */
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
 * Sends briefs and digests to their subscribers. Every process runs this; each delivery is leased by one connection. A process
 * that is killed may have sent one email per connection that it has not recorded; those are sent once more, with the same
 * Message-ID.
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
      // Most runs find nothing to do, and must not block writers.
      if (now.getTime() < restUntil || !(await hasWork(store, now))) return { more: false }
      await advanceAll(ports, signal)
      if (await sendDue(ports, signal)) failures = 0
      else {
        failures += 1
        const restSeconds = backoffDelay(failures)
        restUntil = clock.now().getTime() + restSeconds * 1_000
        log.warn({ restSeconds }, 'the mail server could not be reached; briefs and digests wait')
      }
      await advanceAll(ports, signal)
      return { more: false }
    },
  }
}
