import { InvalidArgumentError, type Command } from 'commander'
import { createKey } from '#actions/accounts/create-key.ts'
import { renewKey } from '#actions/accounts/renew-key.ts'
import { revokeKey } from '#actions/accounts/revoke-key.ts'
import { rotateKey } from '#actions/accounts/rotate-key.ts'
import { isLiveKey, keyExpiry, keyScopes, type KeyRecord, type KeyScope } from '#core/access/api-key.ts'
import { emailAddress } from '#schemas/fields.ts'
import { validate } from '#schemas/validate.ts'
import { print, table } from '#cli/terminal/print.ts'
import { withCorpus } from '#cli/terminal/with-corpus.ts'

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

const list = ({ json }: { json?: boolean }): Promise<void> =>
  withCorpus(async ({ store, clock }) => {
    const keys = await store.private.keys.list()
    const now = clock.now()
    if (json === true) print(JSON.stringify(keys.map((key) => ({ ...key, state: stateOf(key, now) }))))
    else if (keys.length === 0) print('There are no keys; "longview keys create --label NAME" makes one.')
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
        : `${id} is valid ${expiresAt === null ? 'without end' : `until ${expiresAt}`}.`,
    )
  })

const rotate = (id: string, { overlapHours, json }: { overlapHours: number; json?: boolean }): Promise<void> =>
  withCorpus(async (corpus) => {
    const key = await corpus.run(rotateKey, { id, overlapHours, actor: 'cli' })
    if (json === true) print(JSON.stringify({ id, key }))
    else print(`${key}\nThis is shown only now. The key before is good for ${overlapHours} hours more.`)
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
    .option('--expires-in-days <n>', 'days until the key expires; it never does if left out', parseDays)
    .option('--email <address>', 'address that gets an email about each decision on its submissions', parseEmail)
    .option('--json', 'print {"id","key","scopes"}')
    .action(create)
  keys
    .command('list')
    .description('list all keys without their secrets')
    .option('--json', 'print an array')
    .action(list)
  keys
    .command('renew')
    .description('change when a key expires, such as that of the first start; the secret stays')
    .argument('<id>', 'id from "longview keys list"')
    .option('--expires-in-days <n>', 'days until the key expires; it never does if left out', parseDays)
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
