import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { correctBrief, publishBrief } from '#actions/editorial/briefs.ts'
import { changeMailing, type MailingChange, mailingChanges, sendBrief } from '#actions/mailings.ts'
import { note, print, unwrapValidated, withCorpus } from '#cli/terminal.ts'
import type { Config } from '#config.ts'
import { type IsoWeek, parseWeek, weekOf } from '#core/editorial/week.ts'
import { Failure } from '#core/failure.ts'
import { type MailingProgress, parseSendTime, recipientCount, secondsLeft } from '#core/mail/mailing.ts'
import { correctionInput } from '#edited/brief-drafts.ts'
import { advanceAll, deliverMailingsJob, subscriptionEmails } from '#jobs/mailings.ts'
import { bulkMailerOpener } from '#mail/open-mailer.ts'
import { openMarkdownRenderer } from '#markdown/open-markdown-renderer.ts'
import type { Corpus } from '#open-corpus.ts'
import type { Mailer } from '#ports/mailer.ts'
import { draftBrief } from '#queries/briefs.ts'
import { parseBriefMarkdown, presentBriefMarkdown } from '#schemas/brief-markdown.ts'
import { validate } from '#schemas/validate.ts'
import { warnOfMarks } from './evidence.ts'

const parseWeekOption = (text: string): IsoWeek => {
  const week = parseWeek(text)
  if (week === null) throw new InvalidArgumentError('The week must look like 2026-w47.')
  return week
}

const draft = ({ week }: { week?: IsoWeek }): Promise<void> =>
  withCorpus(async ({ store, clock }) => {
    const now = clock.now()
    print(presentBriefMarkdown(await draftBrief(store.private, { week: week ?? weekOf(now), now })).trimEnd())
  })

const readText = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch(() => {
    throw new Failure('not_found', `The file ${file} cannot be read.`)
  })

const publish = (file: string, { json }: { json?: boolean }): Promise<void> =>
  withCorpus(async (corpus) => {
    const text = await readText(file)
    const checked = parseBriefMarkdown(text)
    if (!checked.ok) throw new Failure('invalid', `${file}:${checked.line}: ${checked.message}`)
    const { id, summary, take } = checked.brief
    await corpus.run(publishBrief, { brief: checked.brief, actor: 'cli' })
    print(json === true ? JSON.stringify({ id, published: true }) : `${id} is published and can no longer be changed.`)
    await warnOfMarks(corpus, [summary, take])
  })

const correct = (id: string, file: string, { json }: { json?: boolean }): Promise<void> =>
  withCorpus(async (corpus) => {
    const { text } = unwrapValidated(file, validate(correctionInput, { text: await readText(file) }))
    const { at } = await corpus.run(correctBrief, { id, text, actor: 'cli' })
    print(
      json === true ? JSON.stringify({ id, at }) : `The correction stands under ${id}, and can no longer be changed.`,
    )
  })

const POLL_INTERVAL_MS = 500

const parseTimeOption = (text: string): Date => {
  const time = parseSendTime(text)
  if (time === null)
    throw new InvalidArgumentError('The time must look like 2026-11-23T09:00+01:00, with its time zone.')
  return time
}

const getProgress = async ({ store, clock }: Corpus, id: string): Promise<MailingProgress> => {
  const [progress] = await store.private.mailings.progress([id], clock.now())
  if (progress === undefined) throw new Failure('not_found', `The brief ${id} has never been queued for sending.`)
  return progress
}

/** How many subscribers get the brief; before the sending starts, how many would get it now. */
const countRecipients = async ({ store }: Corpus, { startedAt, state, deliveries }: MailingProgress): Promise<number> =>
  startedAt === null && state !== 'cancelled' ? store.private.mailings.countRecipients() : recipientCount(deliveries)

const isActive = ({ state }: MailingProgress): boolean => state === 'scheduled' || state === 'sending'

/** Helps with the sending until it ends or is paused. Other processes may be sending the same brief at the same time. */
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
    while (!stop.signal.aborted && isActive(await getProgress(corpus, id))) {
      await job.run(stop.signal)
      if (isActive(await getProgress(corpus, id)))
        await pause(POLL_INTERVAL_MS, undefined, { signal: stop.signal }).catch(() => {})
    }
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
    await markdown.close()
  }
}

const timeLeftText = (progress: MailingProgress): string => {
  const seconds = progress.state === 'sending' ? secondsLeft(progress) : null
  return seconds === null ? '' : `; about ${seconds} seconds left`
}

const report = async (corpus: Corpus, id: string, isJson: boolean): Promise<MailingProgress> => {
  const progress = await getProgress(corpus, id)
  const deliveries = await countRecipients(corpus, progress)
  const { state, startAt } = progress
  const { sent, failed, bounced, left } = progress.deliveries
  if (isJson) print(JSON.stringify({ id, state, deliveries }))
  else if (progress.startedAt === null) print(`${id} is ${state} for ${startAt}; it would go to ${deliveries} now.`)
  else
    print(
      `${id} is ${state}: ${sent} of ${deliveries} sent, ${failed} failed, ${bounced} bounced, ${left} unsubscribed before${timeLeftText(progress)}.`,
    )
  return progress
}

type SendOptions = { at?: Date; wait?: boolean; json?: boolean }

const send = (id: string, { at, wait, json }: SendOptions): Promise<void> =>
  withCorpus(async (corpus, config) => {
    const openMailer = bulkMailerOpener(config)
    if (openMailer === null)
      throw new Failure('unavailable', 'SMTP_URL is not set, so no mail can be sent; nothing was queued.')
    await corpus.run(sendBrief, { id, at: at ?? null, actor: 'cli' })
    await advanceAll(corpus)
    if (wait === true) await sendUntilDone(corpus, { id, config, openMailer })
    const { state } = await report(corpus, id, json === true)
    if (wait === true && state !== 'sent') process.exitCode = 1
    if (wait !== true && state === 'sending')
      note('A running server sends it, or run "longview brief send" with --wait.')
  })

const change = (id: string, requested: MailingChange, { json }: { json?: boolean }): Promise<void> =>
  withCorpus(async (corpus) => {
    await corpus.run(changeMailing, { id, change: requested, actor: 'cli' })
    await report(corpus, id, json === true)
  })

const changeDescriptions: Record<MailingChange, string> = {
  pause: 'stop sending a brief for now',
  resume: 'continue sending a paused brief',
  cancel: 'stop sending a brief for good; emails already sent stay sent',
}

const addBriefMailing = (brief: Command): void => {
  brief
    .command('send')
    .description('send a published brief by email to all confirmed subscribers, once; run again to show the progress')
    .argument('<id>', 'the brief, such as 2026-w47')
    .option('--at <time>', 'when to send it, such as 2026-11-23T09:00+01:00; default: now', parseTimeOption)
    .option('--wait', 'send from this process and wait until all is sent; otherwise a running server sends it')
    .option('--json', 'print {"id","state","deliveries"}')
    .action(send)
  for (const requested of mailingChanges)
    brief
      .command(requested)
      .description(changeDescriptions[requested])
      .argument('<id>', 'the brief')
      .option('--json', 'print {"id","state","deliveries"}')
      .action((id: string, options: { json?: boolean }) => change(id, requested, options))
}

export const addBrief = (program: Command): void => {
  const brief = program.command('brief').description('the weekly brief: draft, publish, correct, send')
  brief
    .command('draft')
    .description('print a Markdown draft made from the papers accepted in the week')
    .option('--week <week>', 'ISO week such as 2026-w47; default: the current week', parseWeekOption)
    .action(draft)
  brief
    .command('publish')
    .description('publish a brief; it cannot be changed afterwards')
    .argument('<file>', 'Markdown in the format that "longview brief draft" prints')
    .option('--json', 'print {"id","published"}')
    .action(publish)
  brief
    .command('correct')
    .description('add a dated correction under a published brief, whose own text never changes')
    .argument('<id>', 'the brief, such as 2026-w47')
    .argument('<file>', 'the correction in Markdown')
    .option('--json', 'print {"id","at"}')
    .action(correct)
  addBriefMailing(brief)
}
