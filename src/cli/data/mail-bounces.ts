import type { Command } from 'commander'
import { Failure } from '#core/failure.ts'
import { INCOMING_EMAIL_BYTES, incomingKinds, type IncomingKind } from '#core/mail/bounces/incoming-email.ts'
import { receiveEmail } from '#jobs/receive-email.ts'
import { parseImapAddress } from '#mail/bounces/imap-address.ts'
import { readMaildir } from '#mail/bounces/maildir.ts'
import { readStart } from '#mail/bounces/read-start.ts'
import { print } from '#cli/terminal/print.ts'
import { withCorpus } from '#cli/terminal/with-corpus.ts'
import type { Config } from '#config.ts'

type Take = (raw: Buffer) => Promise<void>

type Options = { recipient?: string; maildir?: string; imap?: string; json?: boolean }

/** Where the emails are read from: one place, and standard input without any. */
const openSource = ({ maildir, imap, recipient }: Options, { bounces }: Config): ((take: Take) => Promise<void>) => {
  if ([maildir, imap, recipient].filter((given) => given !== undefined).length > 1)
    throw new Failure(
      'invalid',
      'Give one of --maildir and --imap; --recipient belongs to one email at standard input.',
    )
  if (maildir !== undefined) return (take) => readMaildir(maildir, take)
  if (imap === undefined) return async (take) => take(await readStart(process.stdin, INCOMING_EMAIL_BYTES))
  const address = parseImapAddress(imap)
  const { imapPassword } = bounces
  if (imapPassword === null)
    throw new Failure('invalid', 'BOUNCE_IMAP_PASSWORD or BOUNCE_IMAP_PASSWORD_FILE is required with --imap.')
  return async (take) => {
    const { readImapMailbox } = await import('#mail/bounces/imap-mailbox.ts')
    await readImapMailbox(address, imapPassword, take)
  }
}

const isMalformed = (error: unknown): boolean => error instanceof Failure && error.code === 'malformed'

const bounces = (options: Options): Promise<void> =>
  withCorpus(async (corpus, config) => {
    const readAll = openSource(options, config)
    const { parseEmail } = await import('#mail/bounces/parse-email.ts')
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
        // It would be no other email the next time.
        if (!isMalformed(error)) throw error
        kinds.other += 1
      }
    })
    if (options.json === true) return print(JSON.stringify({ ...totals, kinds }))
    const told = incomingKinds.map((kind) => `${kinds[kind]} ${kind}`).join(', ')
    print(`Read ${totals.read}: ${told}. ${totals.counted} counted, ${totals.suppressed} addresses suppressed.`)
  })

export const addMailBounces = (mail: Command): void => {
  mail
    .command('bounces')
    .description(
      'read bounces, complaints and unsubscribes that came to BOUNCE_ADDRESS: one email on standard input, or all new ones of a mailbox',
    )
    .option('--recipient <address>', 'the address that the email at standard input came to, as its envelope says')
    .option('--maildir <folder>', 'read the new emails of a maildir, and move each to cur when it is done')
    .option(
      '--imap <address>',
      'read the unseen emails of a mailbox such as imaps://user@host/INBOX, with BOUNCE_IMAP_PASSWORD, and mark each as seen',
    )
    .option('--json', 'print {"read","counted","suppressed","kinds"}')
    .action(bounces)
}
