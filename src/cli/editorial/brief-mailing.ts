import { setTimeout as pause } from 'node:timers/promises'
import { InvalidArgumentError, type Command } from 'commander'
import { changeMailing, mailingChanges, type MailingChange } from '#actions/mailings/change-mailing.ts'
import { sendBrief } from '#actions/mailings/send-brief.ts'
import { Failure } from '#core/failure.ts'
import { recipientCount, secondsLeft, type MailingProgress } from '#core/mail/mailing.ts'
import { parseSendTime } from '#core/mail/parse-send-time.ts'
import { advanceAll, deliverMailingsJob } from '#jobs/deliver-mailings.ts'
import { subscriptionEmails } from '#jobs/subscription-emails.ts'
import { bulkMailerOpener } from '#mail/open-mailer.ts'
import type { Mailer } from '#ports/mailer.ts'
import { note, print } from '#cli/terminal/print.ts'
import { withCorpus } from '#cli/terminal/with-corpus.ts'
import type { Config } from '#config.ts'
import { openMarkdownRenderer } from '#markdown/open-markdown-renderer.ts'
import type { Corpus } from '#open-corpus.ts'

const LOOKS_EVERY_MS = 500

const parseTimeOption = (text: string): Date => {
  const time = parseSendTime(text)
  if (time === null) throw new InvalidArgumentError('A time reads like 2026-11-23T09:00+01:00, with its time zone.')
  return time
}

const progressOf = async ({ store, clock }: Corpus, id: string): Promise<MailingProgress> => {
  const [progress] = await store.private.mailings.progress([id], clock.now())
  if (progress === undefined) throw new Failure('not_found', `The brief ${id} was never queued to be sent.`)
  return progress
}

/** How many get the brief; before its time, how many would get it now. */
const recipientsOf = async ({ store }: Corpus, { startedAt, state, deliveries }: MailingProgress): Promise<number> =>
  startedAt === null && state !== 'cancelled' ? store.private.mailings.countRecipients() : recipientCount(deliveries)

const isUnderWay = ({ state }: MailingProgress): boolean => state === 'scheduled' || state === 'sending'

/** Takes part in the sending until it ends or is paused: other processes may do so, too, or none. */
const sendUntilDone = async (
  corpus: Corpus,
  { id, config, openMailer }: { id: string; config: Config; openMailer: () => Promise<Mailer> },
): Promise<void> => {
  const markdown = openMarkdownRenderer(corpus)
  const stop = new AbortController()
  const interrupt = (): void => stop.abort()
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  const job = deliverMailingsJob({
    ...corpus,
    openMailer,
    compose: subscriptionEmails({ ...corpus, markdown }),
    connections: config.smtpConnections,
    rates: config.mailRates,
  })
  try {
    while (!stop.signal.aborted && isUnderWay(await progressOf(corpus, id))) {
      await job.run(stop.signal)
      if (isUnderWay(await progressOf(corpus, id)))
        await pause(LOOKS_EVERY_MS, undefined, { signal: stop.signal }).catch(() => {})
    }
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
    await markdown.close()
  }
}

const toGo = (progress: MailingProgress): string => {
  const seconds = progress.state === 'sending' ? secondsLeft(progress) : null
  return seconds === null ? '' : `; about ${seconds} seconds to go`
}

const report = async (corpus: Corpus, id: string, isJson: boolean): Promise<MailingProgress> => {
  const progress = await progressOf(corpus, id)
  const deliveries = await recipientsOf(corpus, progress)
  const { state, startAt } = progress
  const { sent, failed, bounced, left } = progress.deliveries
  if (isJson) print(JSON.stringify({ id, state, deliveries }))
  else if (progress.startedAt === null) print(`${id} is ${state} for ${startAt}; it would go to ${deliveries} now.`)
  else
    print(
      `${id} is ${state}: ${sent} of ${deliveries} are sent, ${failed} failed, ${bounced} came back, ${left} left before${toGo(progress)}.`,
    )
  return progress
}

type SendOptions = { at?: Date; wait?: boolean; json?: boolean }

const send = (id: string, { at, wait, json }: SendOptions): Promise<void> =>
  withCorpus(async (corpus, config) => {
    const openMailer = bulkMailerOpener(config)
    if (openMailer === null)
      throw new Failure('unavailable', 'SMTP_URL is not set, so there is no way to send mail; nothing is queued.')
    await corpus.run(sendBrief, { id, at: at ?? null, actor: 'cli' })
    await advanceAll(corpus)
    if (wait === true) await sendUntilDone(corpus, { id, config, openMailer })
    const { state } = await report(corpus, id, json === true)
    if (wait === true && state !== 'sent') process.exitCode = 1
    if (wait !== true && state === 'sending')
      note('A running server sends it; so does "longview brief send" with --wait.')
  })

const change = (id: string, made: MailingChange, { json }: { json?: boolean }): Promise<void> =>
  withCorpus(async (corpus) => {
    await corpus.run(changeMailing, { id, change: made, actor: 'cli' })
    await report(corpus, id, json === true)
  })

const meanings: Record<MailingChange, string> = {
  pause: 'stop sending a brief for now',
  resume: 'go on sending a brief that was paused',
  cancel: 'stop sending a brief for good; those who have it keep it',
}

export const addBriefMailing = (brief: Command): void => {
  brief
    .command('send')
    .description(
      'send a published brief by email to all confirmed subscribers, once; a second time shows how far it is',
    )
    .argument('<id>', 'the brief, such as 2026-w47')
    .option('--at <time>', 'when to send it, such as 2026-11-23T09:00+01:00; now if left out', parseTimeOption)
    .option('--wait', 'send it from here and wait until all is sent; without it a running server sends it')
    .option('--json', 'print {"id","state","deliveries"}')
    .action(send)
  for (const made of mailingChanges)
    brief
      .command(made)
      .description(meanings[made])
      .argument('<id>', 'the brief')
      .option('--json', 'print {"id","state","deliveries"}')
      .action((id: string, options: { json?: boolean }) => change(id, made, options))
}
