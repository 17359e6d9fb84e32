import type { Command } from 'commander'
import type { ListedSubscriber } from '#core/mail/subscriber.ts'
import { liftSuppression } from '#actions/bounces/lift-suppression.ts'
import { erasePersonalData } from '#actions/mail/erase-personal-data.ts'
import { emailAddress } from '#schemas/fields.ts'
import { validate } from '#schemas/validate.ts'
import { subscriberCsv } from '#schemas/csv/subscriber-csv.ts'
import { print } from '#cli/terminal/print.ts'
import { unwrapValidated } from '#cli/terminal/read-json-file.ts'
import { withCorpus } from '#cli/terminal/with-corpus.ts'

const PAGE = 500

const exportAll = (): Promise<void> =>
  withCorpus(async ({ store }) => {
    const all: ListedSubscriber[] = []
    for (let after: string | null = ''; after !== null;) {
      const page = await store.private.subscribers.list('active', after, PAGE)
      all.push(...page.subscribers.filter(({ wantsBrief }) => wantsBrief))
      after = page.next
    }
    print(subscriberCsv(all).trimEnd())
  })

const erase = (email: string, { json }: { json?: boolean }): Promise<void> =>
  withCorpus(async (corpus) => {
    const address = unwrapValidated(email, validate(emailAddress(), email))
    const erased = await corpus.run(erasePersonalData, { email: address, actor: 'cli' })
    if (json === true) print(JSON.stringify(erased))
    else
      print(
        `Erased: ${erased.subscriptions} subscriptions, ${erased.letters} emails, ${erased.messages} contact messages, and the address of ${erased.keys} keys.`,
      )
  })

const lift = (email: string, { json }: { json?: boolean }): Promise<void> =>
  withCorpus(async (corpus) => {
    const address = unwrapValidated(email, validate(emailAddress(), email))
    const reason = await corpus.run(liftSuppression, { email: address, actor: 'cli' })
    print(json === true ? JSON.stringify({ lifted: reason }) : `Lifted: it was suppressed by a ${reason}.`)
  })

const count = ({ json }: { json?: boolean }): Promise<void> =>
  withCorpus(async ({ store }) => {
    const { subscribers, suppressions } = store.private
    const counts = { ...(await subscribers.counts()), suppressed: await suppressions.counts() }
    if (json === true) return print(JSON.stringify(counts))
    const { active, pending, unsubscribed, bounced, complained, suppressed } = counts
    print(
      `${active} active, ${pending} not confirmed, ${unsubscribed} unsubscribed, ${bounced} bounced, ${complained} complained; suppressed with erased ones: ${suppressed.bounce} by bounces, ${suppressed.complaint} by complaints.`,
    )
  })

export const addSubscribers = (program: Command): void => {
  const subscribers = program
    .command('subscribers')
    .description('subscribers of the weekly brief: count, export, erase, lift')
  subscribers
    .command('count')
    .description('print how many subscribers there are by state, and how many addresses are suppressed')
    .option('--json', 'print {"pending","active","unsubscribed","bounced","complained","suppressed"}')
    .action(count)
  subscribers
    .command('export')
    .description('print all confirmed subscribers of the weekly brief as CSV: email, name, since')
    .action(exportAll)
  subscribers
    .command('erase')
    .description('erase all personal data of an address: subscription, emails, contact messages')
    .argument('<email>', 'address to erase')
    .option('--json', 'print {"subscriptions","letters","messages","keys"}')
    .action(erase)
  subscribers
    .command('lift')
    .description('let an address be subscribed again that is suppressed because emails came back or after a complaint')
    .argument('<email>', 'suppressed address')
    .option('--json', 'print {"lifted": "bounce"} or {"lifted": "complaint"}')
    .action(lift)
}
