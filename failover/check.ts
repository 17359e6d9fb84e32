import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'

/**
 * Compares what clients noted with what the database and the mail server have: `node failover/check.ts FOLDER URL`. It shares no
 * code with the service or with the clients, and exits with 1 if anything that was acknowledged is missing or double.
 */

const [folder = '', url = ''] = process.argv.slice(2)
const linesOf = (file: string): Record<string, unknown>[] =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
const noted = readdirSync(folder)
  .filter((name) => name.endsWith('.jsonl') && name !== 'mailbox.jsonl')
  .flatMap(linesOf)
const acknowledged = (op: string): string[] =>
  noted.filter((line) => line.op === op && [200, 201, 202].includes(Number(line.status))).map(({ id }) => String(id))

const client = new Client({ connectionString: url })
await client.connect()
const column = async (statement: string): Promise<string[]> =>
  (await client.query<{ value: string }>(statement)).rows.map(({ value }) => value)
const timesOf = (values: readonly string[]): Map<string, number> => {
  const times = new Map<string, number>()
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1)
  return times
}

const faults: string[] = []
let checked = 0
const expectOnce = (what: string, ids: readonly string[], stored: readonly string[]): void => {
  const times = timesOf(stored)
  for (const id of new Set(ids)) {
    checked += 1
    const count = times.get(id) ?? 0
    if (count !== 1) faults.push(`${what} ${id}: ${count === 0 ? 'missing' : `${count} times`}`)
  }
}

const step = (state: string): string =>
  `select p.id as value from review_steps s join papers p on p.seq = s.paper_seq where s.state = '${state}'`
const submitted = acknowledged('submit')
const decided = acknowledged('decide')
const subscribed = acknowledged('subscribe')
expectOnce('submission', submitted, await column('select id as value from papers'))
expectOnce('step of a submission', submitted, await column(step('pending')))
expectOnce('decision', decided, await column(step('accepted')))
expectOnce('public paper', decided, await column("select id as value from papers where state = 'accepted'"))
expectOnce(
  'audit row of a decision',
  decided,
  await column("select split_part(subject, ' ', 1) as value from audit_log where act = 'paper.accept'"),
)
expectOnce('subscription', subscribed, await column('select email as value from subscribers'))
expectOnce('import', acknowledged('import'), await column('select doi as value from papers where doi is not null'))
const mails = linesOf('mailbox.jsonl').map(({ to }) => String(to))
expectOnce('email to', subscribed, mails)
for (const [address, count] of timesOf(
  await column('select recipient as value from outbox where recipient is not null'),
))
  if (count > 1) faults.push(`outbox: ${count} emails to ${address}`)
const { rows } = await client.query<{ seq: string; previous: string; hash: string }>(
  'select seq, previous, hash from audit_log order by seq',
)
for (const [index, row] of rows.entries()) {
  const before = rows[index - 1]
  if (before !== undefined && (before.hash !== row.previous || Number(row.seq) !== Number(before.seq) + 1))
    faults.push(`audit log: row ${row.seq} does not follow row ${before.seq}`)
}
await client.end()
process.stdout.write(
  `${JSON.stringify({ submissions: submitted.length, decisions: decided.length, subscriptions: subscribed.length, imports: acknowledged('import').length, emails: mails.length, auditRows: rows.length, checked, faults })}\n`,
)
process.exit(faults.length === 0 ? 0 : 1)
