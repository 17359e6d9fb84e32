import { RETENTION_DAYS } from '#core/retention.ts'
import { resolveTxt } from 'node:dns/promises'
import type { Command } from 'commander'
import { readConfig } from '#config.ts'
import { Failure } from '#core/failure.ts'
import { terminalSafe } from '#core/text/terminal-safe.ts'
import { flushOutbox } from '#jobs/flush-outbox.ts'
import { checkSender, type ResolveTexts } from '#mail/check-sender.ts'
import { openMailer } from '#mail/open-mailer.ts'
import { addMailBounces } from './mail-bounces.ts'
import { note, print } from '#cli/terminal/print.ts'
import { withCorpus } from '#cli/terminal/with-corpus.ts'

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
        `Tried ${flushed.tried}: ${waiting} wait, ${failed} were given up, ${sent} were sent in the last ${RETENTION_DAYS.sentEmail} days.`,
      )
    if (config.teamEmail === null) note('RESEARCH_TEAM_EMAIL is not set: contact messages wait.')
    process.exitCode = waiting + failed > 0 ? 1 : 0
  })

/** Names without such records have none; what else fails is told. */
const resolveTexts: ResolveTexts = async (name) => {
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
    .description('try to send every waiting email now, also those that were given up')
    .option('--json', 'print {"tried","waiting","sent","failed"}')
    .action(flush)
  mail
    .command('check')
    .description('look up SPF, DKIM and DMARC of the sender of emails in DNS; exit 1 if anything is wrong')
    .option('--json', 'print {"domain","checks":[{"name","ok","told"}]}')
    .action(check)
  addMailBounces(mail)
}
