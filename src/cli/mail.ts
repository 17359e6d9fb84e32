import type { Command } from 'commander'
import { Failure } from '#core/failure.ts'
import { INCOMING_EMAIL_BYTES, incomingKinds, type IncomingKind } from '#core/mail/bounces.ts'
import { receiveEmail } from '#jobs/bounces.ts'
import { parseImapAddress } from '#mail/incoming/imap-mailbox.ts'
import { parseEmail, readStart } from '#mail/incoming/parse-email.ts'
import { readMaildir } from '#mail/incoming/maildir.ts'
import { print, withCorpus, note } from './terminal.ts'
import { type Config, readConfig } from '#config.ts'
import { RETENTION_DAYS } from '#core/retention.ts'
import { resolveTxt } from 'node:dns/promises'
import { terminalSafe } from '#core/text/normalize-text.ts'
import { flushOutbox } from '#jobs/outbox.ts'
import { checkSender, type ResolveTexts } from '#mail/check-sender.ts'
import { openMailer } from '#mail/open-mailer.ts'

type Take = (raw: Buffer) => Promise<void>

type Options = { recipient?: string; maildir?: string; imap?: string; json?: boolean }

/** Reads emails from the one place that is given, otherwise a single email from standard input. */
const openSource = ({ maildir, imap, recipient }: Options, { bounces }: Config): ((take: Take) => Promise<void>) => {
  if ([maildir, imap, recipient].filter((given) => given !== undefined).length > 1)
    throw new Failure(
      'invalid',
      'Give only one of --maildir and --imap; --recipient is for one email on standard input.',
    )
  if (maildir !== undefined) return (take) => readMaildir(maildir, take)
  if (imap === undefined) return async (take) => take(await readStart(process.stdin, INCOMING_EMAIL_BYTES))
  const address = parseImapAddress(imap)
  const { imapPassword } = bounces
  if (imapPassword === null)
    throw new Failure('invalid', 'BOUNCE_IMAP_PASSWORD or BOUNCE_IMAP_PASSWORD_FILE is required with --imap.')
  return async (take) => {
    const { readImapMailbox } = await import('#mail/incoming/imap-mailbox.ts')
    await readImapMailbox(address, imapPassword, take)
  }
}

const isMalformed = (error: unknown): boolean => error instanceof Failure && error.code === 'malformed'

const bounces = (options: Options): Promise<void> =>
  withCorpus(async (corpus, config) => {
    const readAll = openSource(options, config)
    const receive = receiveEmail({ ...corpus, parseEmail })
    const kinds = Object.fromEntries(incomingKinds.map((kind) => [kind, 0])) as Record<IncomingKind, number>
    const totals = { read: 0, counted: 0, suppressed: 0 }
    await readAll(async (raw) => {
      totals.read += 1
      try {
        const { kind, counted, suppressed } = await receive(raw, options.recipient ?? null)
        kinds[kind] += 1
        totals.counted += Number(counted)
        totals.suppressed += Number(suppressed)
      } catch (error) {
        // Retrying would not help: the email stays the same.
        if (!isMalformed(error)) throw error
        kinds.other += 1
      }
    })
    if (options.json === true) return print(JSON.stringify({ ...totals, kinds }))
    const byKind = incomingKinds.map((kind) => `${kinds[kind]} ${kind}`).join(', ')
    print(`Read ${totals.read}: ${byKind}. ${totals.counted} counted, ${totals.suppressed} addresses suppressed.`)
  })

const addMailBounces = (mail: Command): void => {
  mail
    .command('bounces')
    .description(
      'read bounces, complaints and unsubscribes that came to BOUNCE_ADDRESS: one email on standard input, or all new ones of a mailbox',
    )
    .option('--recipient <address>', 'the envelope recipient of the email on standard input')
    .option('--maildir <folder>', 'read the new emails of a maildir, and move each to cur afterwards')
    .option(
      '--imap <address>',
      'read the unseen emails of a mailbox such as imaps://user@host/INBOX, with BOUNCE_IMAP_PASSWORD, and mark each as seen',
    )
    .option('--json', 'print {"read","counted","suppressed","kinds"}')
    .action(bounces)
}

const flush = ({ json }: { json?: boolean }): Promise<void> =>
  withCorpus(async (corpus, config) => {
    const mailer = await openMailer(config)
    if (mailer === null) throw new Failure('unavailable', 'SMTP_URL is not set, so there is no way to send mail.')
    const flushed = await flushOutbox({ ...corpus, mailer }, config.teamEmail)
    mailer.close()
    const { waiting, sent, failed } = await corpus.store.private.outbox.counts()
    if (json === true) print(JSON.stringify({ tried: flushed.tried, waiting, sent, failed }))
    else
      print(
        `Tried ${flushed.tried}: ${waiting} waiting, ${failed} given up, ${sent} sent in the last ${RETENTION_DAYS.sentEmail} days.`,
      )
    if (config.teamEmail === null) note('RESEARCH_TEAM_EMAIL is not set: contact messages wait.')
    process.exitCode = waiting + failed > 0 ? 1 : 0
  })

/** A name without TXT records gives an empty list; other errors are thrown. */
export const resolveTexts: ResolveTexts = async (name) => {
  try {
    return (await resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTFOUND' || code === 'ENODATA') return []
    throw error
  }
}

const check = async ({ json }: { json?: boolean }): Promise<void> => {
  const { mailFrom, dkim, bounces } = readConfig(process.env)
  const domain = mailFrom?.address.split('@').at(-1)
  const bounceDomain = bounces.address?.split('@').at(-1) ?? null
  if (domain === undefined) throw new Failure('unavailable', 'MAIL_FROM is not set, so there is no sender to check.')
  const checks = await checkSender({ domain, bounceDomain, keys: dkim }, resolveTexts)
  if (json === true) print(JSON.stringify({ domain, checks }))
  else
    for (const { name, ok, told } of checks) print(`${name.padEnd(6)}${ok ? 'ok   ' : 'wrong'} ${terminalSafe(told)}`)
  process.exitCode = checks.every(({ ok }) => ok) ? 0 : 1
}

export const addMail = (program: Command): void => {
  const mail = program
    .command('mail')
    .description('the outbox of emails, their sender, and bounces: flush, check, bounces')
  mail
    .command('flush')
    .description('try to send every waiting email now, including those that were given up')
    .option('--json', 'print {"tried","waiting","sent","failed"}')
    .action(flush)
  mail
    .command('check')
    .description('look up SPF, DKIM and DMARC of the sender of emails in DNS; exit 1 if anything is wrong')
    .option('--json', 'print {"domain","checks":[{"name","ok","told"}]}')
    .action(check)
  addMailBounces(mail)
}
