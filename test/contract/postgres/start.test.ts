import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { migrations } from '#store/postgres/migrate.ts'
import { commandInProcess } from '../../support/process/process-corpus.ts'
import { longview, serve } from '../../support/process/longview-process.ts'
import { postgresPassword, startPostgres, type Cluster } from '../../support/database/postgres.ts'

/** Its own: a standby copies all of it, and roles are made. */
let cluster: Cluster
before(async () => {
  cluster = await startPostgres()
})
after(() => cluster.remove())

const inProcess: typeof longview = (command, environment) => commandInProcess(command, environment)

/** One sentence on standard error, exit code 1, and no password anywhere. */
const refused = async (url: string, sentence: RegExp, command = ['serve'], run = inProcess): Promise<void> => {
  const { code, stdout, stderr } = await run(command, { DATABASE_URL: url, LOG_LEVEL: 'debug', PORT: '0' })
  assert.equal(code, 1, stderr)
  assert.match(stderr, sentence)
  assert.equal(stderr.trim().split('\n').length, 1, stderr)
  for (const text of [stdout, stderr]) assert.doesNotMatch(text, new RegExp(`${postgresPassword}|secret-in-url`, 'u'))
}

test('a database that cannot be used is refused in one sentence without its address', async () => {
  const url = await cluster.createDatabase()
  const at = `127.0.0.1:${cluster.port}`
  await refused(url, /lacks \d+ migrations .* run "npx longview migrate" first/u)
  await refused(url.replace(postgresPassword, 'secret-in-url'), /rejects the user or password/u, ['serve'], longview)
  await refused(`postgresql://longview:${postgresPassword}@${at}/nowhere`, /does not exist: create it/u)
  await refused(`postgres://longview:secret-in-url@127.0.0.1:1/x`, /PostgreSQL does not respond .*ECONNREFUSED/u)
  await refused(`postgres://longview:secret-in-url@nowhere.invalid/x`, /PostgreSQL does not respond/u)
  await cluster.run(`create role guest login password '${postgresPassword}'`)
  await refused(`postgres://guest:${postgresPassword}@${at}/${url.split('/').at(-1)}`, /lacks a privilege/u, [
    'migrate',
  ])
  await refused(`${url}?sslmode=verify-full&sslrootcert=/nowhere/ca.crt`, /check the TLS settings \(ENOENT\)/u)
  await refused(`${url}?sslmode=verify-full`, /check the TLS settings/u)
  await cluster.run(`create database latin encoding 'LATIN1' template template0`)
  await refused(cluster.url('latin'), /stores text as LATIN1/u, ['migrate'])
})

test('a server or a user that cannot write is refused at the start', async (t) => {
  const url = await cluster.createDatabase()
  const name = url.split('/').at(-1) ?? ''
  assert.equal((await commandInProcess(['migrate'], { DATABASE_URL: url })).code, 0)
  await cluster.run(`create role reader login password '${postgresPassword}'`)
  await cluster.run('grant select on all tables in schema public to reader', name)
  const reader = `postgres://reader:${postgresPassword}@127.0.0.1:${cluster.port}/${name}`
  await refused(reader, /lacks a privilege .* \(first missing on alerts\): make it the owner/u)
  await cluster.run('grant all on all tables in schema public to reader', name)
  await cluster.run('alter role reader set default_transaction_read_only = on')
  await refused(reader, /gives this user read-only access/u)

  const standby = await cluster.standby()
  t.after(() => standby.remove())
  await refused(standby.url(name), /points to a standby, which is read-only/u)
})

test('an invalid address of a database is an error in the environment', async () => {
  const { code, stderr } = await commandInProcess(['serve'], { DATABASE_URL: 'mysql://me:secret-in-url@host/x' })
  assert.equal(code, 1)
  assert.match(stderr, /DATABASE_URL must be sqlite: and a path, .* or a URL such as postgres:/u)
  assert.doesNotMatch(stderr, /secret-in-url/u)
  const replica = await commandInProcess(['serve'], { DATABASE_REPLICA_URL: 'postgres://me:secret-in-url@host/x' })
  assert.match(replica.stderr, /DATABASE_REPLICA_URL needs a DATABASE_URL that begins with postgres/u)
})

test('a migrated database is served with the starter corpus, and a newer one is refused', async () => {
  const url = await cluster.createDatabase()
  const environment = { DATABASE_URL: url, LOG_LEVEL: 'debug' }
  const migrated = await commandInProcess(['migrate', '--json'], environment)
  assert.deepEqual(JSON.parse(migrated.stdout), { applied: migrations().map(({ name }) => name) })
  const again = await commandInProcess(['migrate', '--json'], environment)
  assert.deepEqual(JSON.parse(again.stdout), { applied: [] })
  const serving = await serve(environment)
  const found = (await (await fetch(`${serving.url}/api/papers?q=agent&limit=3`)).json()) as { count: number }
  assert.equal(found.count, 3)
  assert.equal(await serving.stop(), 0)
  assert.doesNotMatch(serving.stderr() + serving.stdout.join('\n'), new RegExp(postgresPassword, 'u'))
  await cluster.run(
    "insert into migrations (number, name, applied_at) values (999, 'later', 'now')",
    url.split('/').at(-1),
  )
  await refused(url, /migrated to step 999 by a newer Longview/u)
})
