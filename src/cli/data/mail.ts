import type { Command } from 'commander'
import { Failure } from '#core/failure.ts'
import { flushOutbox } from '#jobs/flush-outbox.ts'
import { openMailer } from '#mail/open-mailer.ts'
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
    else print(`Tried ${flushed.tried}: ${waiting} wait, ${failed} were given up, ${sent} were sent in all.`)
    if (config.teamEmail === null) note('RESEARCH_TEAM_EMAIL is not set: contact messages wait.')
    process.exitCode = waiting + failed > 0 ? 1 : 0
  })

export const addMail = (program: Command): void => {
  const mail = program.command('mail').description('the outbox of emails: flush')
  mail
    .command('flush')
    .description('try to send every waiting email now, also those that were given up')
    .option('--json', 'print {"tried","waiting","sent","failed"}')
    .action(flush)
}
