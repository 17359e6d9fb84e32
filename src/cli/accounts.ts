import { InvalidArgumentError, type Command } from 'commander'
import { addEditor, changeRole, type Invitation, renewInvitation, removeEditor } from '#actions/editors.ts'
import { resetSecondFactor } from '#actions/second-factors.ts'
import { isRole, roles, type Role, INVITATION_VALID_HOURS } from '#core/access/editor.ts'
import { editorSchema, emailAddress } from '#schemas/fields.ts'
import { parseInput, validate } from '#schemas/validate.ts'
import type { Config } from '#config.ts'
import { print, table, withCorpus, unwrapValidated } from './terminal.ts'
import { createKey, renewKey, revokeKey, rotateKey } from '#actions/api-keys.ts'
import { isLiveKey, keyExpiry, keyScopes, type KeyRecord, type KeyScope } from '#core/access/api-key.ts'
import type { ListedSubscriber } from '#core/mail/subscriber.ts'
import { liftSuppression } from '#actions/suppressions.ts'
import { erasePersonalData } from '#actions/own-data.ts'
import { subscriberCsv } from '#schemas/csv.ts'

const ACTOR = 'cli'

const parseRole = (text: string): Role => {
  if (!isRole(text)) throw new InvalidArgumentError(`Roles are ${roles.join(', ')}.`)
  return text
}

const linkTo = ({ publicUrl, host, port }: Config, token: string): string =>
  `${publicUrl ?? `http://${host}:${port}`}/console/link?token=${token}`

const printLink = ({ editor, token, expiresAt }: Invitation, config: Config, json: boolean | undefined): void => {
  const link = linkTo(config, token)
  if (json === true) print(JSON.stringify({ id: editor.id, link, expiresAt }))
  else
    print(
      `${link}\nThis is shown only now. It lets ${editor.name} (${editor.id}, ${editor.role}) set a passphrase, once, until ${expiresAt}.`,
    )
}

type Json = { json?: boolean }

const add = (name: string, email: string, { role, json }: Json & { role: Role }): Promise<void> =>
  withCorpus(async (corpus, config) => {
    const person = parseInput(editorSchema, { name, email, role })
    printLink(await corpus.run(addEditor, { ...person, actor: ACTOR }), config, json)
  })

const link = (id: string, { json }: Json): Promise<void> =>
  withCorpus(async (corpus, config) => {
    printLink(await corpus.run(renewInvitation, { id, actor: ACTOR }), config, json)
  })

const list = ({ json }: Json): Promise<void> =>
  withCorpus(async ({ store }) => {
    const editors = await store.private.editors.list()
    if (json === true) print(JSON.stringify(editors))
    else if (editors.length === 0) print('There are no editors; "longview editors add NAME EMAIL" adds one.')
    else
      print(
        table([
          ['id', 'name', 'email', 'role', 'signs in by'],
          ...editors.map(({ id, name, email, role, removedAt, hasPassphrase, passkeys }) => [
            id,
            name,
            email ?? '',
            role,
            removedAt !== null
              ? 'removed'
              : [hasPassphrase && 'passphrase', passkeys > 0 && 'passkey'].filter((way) => way !== false).join(', ') ||
                'link',
          ]),
        ]),
      )
  })

const setRole = (id: string, role: Role, { json }: Json): Promise<void> =>
  withCorpus(async (corpus) => {
    await corpus.run(changeRole, { id, role, actor: ACTOR })
    print(json === true ? JSON.stringify({ id, role }) : `${id} now has the role ${role}.`)
  })

const remove = (id: string, { json }: Json): Promise<void> =>
  withCorpus(async (corpus) => {
    const keys = await corpus.run(removeEditor, { id, actor: ACTOR })
    if (json === true) print(JSON.stringify({ id, removed: true, keys }))
    else
      print(
        `${id} has been removed and signed out everywhere.${keys.length === 0 ? '' : `\nRevoked with their keys: ${keys.join(', ')}.`}`,
      )
  })

const resetFactor = (id: string, { json }: Json): Promise<void> =>
  withCorpus(async (corpus) => {
    await corpus.run(resetSecondFactor, { id, actor: ACTOR })
    print(
      json === true
        ? JSON.stringify({ id, reset: true })
        : `${id} no longer has passkeys or one-time codes and is signed out everywhere; the passphrase stays.`,
    )
  })

export const addEditors = (program: Command): void => {
  const editors = program
    .command('editors')
    .description('accounts of the console: add, link, list, role, reset-second-factor, remove')
  editors
    .command('add')
    .description(
      `add an editor and print a link to set a passphrase; it works once, within ${INVITATION_VALID_HOURS} hours. With a second account, admins need a second factor, unless REQUIRE_SECOND_FACTOR says otherwise`,
    )
    .argument('<name>', 'name as the console shows it')
    .argument('<email>', 'address to sign in with')
    .option('--role <role>', `one of ${roles.join(', ')}`, parseRole, 'editor' as Role)
    .option('--json', 'print {"id","link","expiresAt"}')
    .action(add)
  editors
    .command('link')
    .description('print a new link with which an editor sets a new passphrase; earlier links stop working')
    .argument('<id>', 'id from "longview editors list"')
    .option('--json', 'print {"id","link","expiresAt"}')
    .action(link)
  editors.command('list').description('list all editors').option('--json', 'print an array').action(list)
  editors
    .command('role')
    .description('change the role of an editor; it applies from the next request')
    .argument('<id>', 'id from "longview editors list"')
    .argument('<role>', `one of ${roles.join(', ')}`, parseRole)
    .option('--json', 'print {"id","role"}')
    .action(setRole)
  editors
    .command('reset-second-factor')
    .description(
      'remove the passkeys, one-time codes and recovery codes of an editor who lost them, and end their sessions',
    )
    .argument('<id>', 'id from "longview editors list"')
    .option('--json', 'print {"id","reset"}')
    .action(resetFactor)
  editors
    .command('remove')
    .description(
      'remove an editor, end their sessions and revoke the keys whose secret they have seen; the last admin cannot be removed',
    )
    .argument('<id>', 'id from "longview editors list"')
    .option('--json', 'print {"id","removed","keys"}')
    .action(remove)
}

const parseScopes = (text: string): KeyScope[] => {
  const names = text.split(',').map((name) => name.trim())
  const known = keyScopes.filter((scope) => names.includes(scope))
  if (known.length !== new Set(names).size)
    throw new InvalidArgumentError(`Scopes are ${keyScopes.join(', ')}, separated by commas.`)
  return known
}

const parseDays = (text: string): number => {
  if (!/^[1-9]\d{0,4}$/u.test(text)) throw new InvalidArgumentError('Give a whole number of days.')
  return Number(text)
}

const stateOf = (key: KeyRecord, now: Date): string =>
  isLiveKey(key, now) ? 'live' : key.revokedAt === null ? 'expired' : 'revoked'

const parseEmail = (text: string): string => {
  const checked = validate(emailAddress(), text)
  if (!checked.ok) throw new InvalidArgumentError('Give one email address, such as name@example.org.')
  return checked.value
}

type CreateOptions = { label: string; scope: KeyScope[]; expiresInDays?: number; email?: string; json?: boolean }

const create = (options: CreateOptions): Promise<void> =>
  withCorpus(async (corpus) => {
    const { label, scope, expiresInDays, email = null } = options
    const expiresAt = keyExpiry(corpus.clock.now(), expiresInDays ?? null)
    const { key, record } = await corpus.run(createKey, { label, scopes: scope, expiresAt, email, actor: 'cli' })
    if (options.json === true) print(JSON.stringify({ id: record.id, key, scopes: record.scopes }))
    else print(`${key}\nThis is shown only now. Id ${record.id}, for ${record.scopes.join(', ')}.`)
  })

const listKeys = ({ json }: { json?: boolean }): Promise<void> =>
  withCorpus(async ({ store, clock }) => {
    const keys = await store.private.keys.list()
    const now = clock.now()
    if (json === true) print(JSON.stringify(keys.map((key) => ({ ...key, state: stateOf(key, now) }))))
    else if (keys.length === 0) print('There are no keys; "longview keys create --label NAME" creates one.')
    else
      print(
        table([
          ['id', 'label', 'scopes', 'state', 'last used'],
          ...keys.map((key) => [key.id, key.label, key.scopes.join(','), stateOf(key, now), key.lastUsedAt ?? 'never']),
        ]),
      )
  })

const revoke = (id: string, { json }: { json?: boolean }): Promise<void> =>
  withCorpus(async (corpus) => {
    await corpus.run(revokeKey, { id, actor: 'cli' })
    print(json === true ? JSON.stringify({ id, revoked: true }) : `${id} is revoked.`)
  })

const renew = (id: string, { expiresInDays, json }: { expiresInDays?: number; json?: boolean }): Promise<void> =>
  withCorpus(async (corpus) => {
    const expiresAt = keyExpiry(corpus.clock.now(), expiresInDays ?? null)
    await corpus.run(renewKey, { id, expiresAt, actor: 'cli' })
    print(
      json === true
        ? JSON.stringify({ id, expiresAt })
        : `${id} ${expiresAt === null ? 'never expires' : `is valid until ${expiresAt}`}.`,
    )
  })

const rotate = (id: string, { overlapHours, json }: { overlapHours: number; json?: boolean }): Promise<void> =>
  withCorpus(async (corpus) => {
    const key = await corpus.run(rotateKey, { id, overlapHours, actor: 'cli' })
    if (json === true) print(JSON.stringify({ id, key }))
    else print(`${key}\nThis is shown only now. The previous key stays valid for another ${overlapHours} hours.`)
  })

const parseHours = (text: string): number => {
  if (!/^\d{1,4}$/u.test(text)) throw new InvalidArgumentError('Give a whole number of hours.')
  return Number(text)
}

export const addKeys = (program: Command): void => {
  const keys = program.command('keys').description('API keys: create, list, renew, rotate, revoke')
  keys
    .command('create')
    .description('create a key and print it; it is shown only once')
    .requiredOption('--label <text>', 'name of the person or program that uses the key')
    .option('--scope <list>', `what the key may do, separated by commas: ${keyScopes.join(',')}`, parseScopes, [
      'submit',
    ] as KeyScope[])
    .option('--expires-in-days <n>', 'days until the key expires; never if left out', parseDays)
    .option('--email <address>', 'address that gets an email about each decision on its submissions', parseEmail)
    .option('--json', 'print {"id","key","scopes"}')
    .action(create)
  keys
    .command('list')
    .description('list all keys without their secrets')
    .option('--json', 'print an array')
    .action(listKeys)
  keys
    .command('renew')
    .description('change when a key expires, such as the one made at the first start; the secret stays')
    .argument('<id>', 'id from "longview keys list"')
    .option('--expires-in-days <n>', 'days until the key expires; never if left out', parseDays)
    .option('--json', 'print {"id","expiresAt"}')
    .action(renew)
  keys
    .command('rotate')
    .description('replace the secret of a key and print the new one once; the id and its submissions stay')
    .argument('<id>', 'id from "longview keys list"')
    .option('--overlap-hours <n>', 'hours for which the old secret stays valid', parseHours, 24)
    .option('--json', 'print {"id","key"}')
    .action(rotate)
  keys
    .command('revoke')
    .description('revoke a key; it stops working at once')
    .argument('<id>', 'id from "longview keys list"')
    .option('--json', 'print {"id","revoked"}')
    .action(revoke)
}

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
    print(
      json === true ? JSON.stringify({ lifted: reason }) : `Lifted: the address was suppressed because of a ${reason}.`,
    )
  })

const count = ({ json }: { json?: boolean }): Promise<void> =>
  withCorpus(async ({ store }) => {
    const { subscribers, suppressions } = store.private
    const counts = { ...(await subscribers.counts()), suppressed: await suppressions.counts() }
    if (json === true) return print(JSON.stringify(counts))
    const { active, pending, unsubscribed, bounced, complained, suppressed } = counts
    print(
      `${active} active, ${pending} not confirmed, ${unsubscribed} unsubscribed, ${bounced} bounced, ${complained} complained; suppressed, including erased ones: ${suppressed.bounce} by bounces, ${suppressed.complaint} by complaints.`,
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
    .description('allow an address to subscribe again that was suppressed after bounces or a complaint')
    .argument('<email>', 'suppressed address')
    .option('--json', 'print {"lifted": "bounce"} or {"lifted": "complaint"}')
    .action(lift)
}
