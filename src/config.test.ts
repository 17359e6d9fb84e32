import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../test/support/files.ts'
import { privateKey, configErrors, type TestEnvironment } from '../test/support/config.ts'
import { logLevels, readConfig } from './config.ts'

const dkimKey = privateKey('rsa')
const edKey = privateKey('ed25519')

const defaults = {
  host: '127.0.0.1',
  port: 8_080,
  database: { engine: 'sqlite', path: 'data/longview.db' },
  publicUrl: null,
  allowedHosts: [],
  houseName: 'Longview',
  smtpUrl: null,
  mailFrom: null,
  dkim: [],
  smtpConnections: 4,
  mailRates: { total: null, domain: null },
  bounces: { address: null, webhookSecret: null, imapPassword: null },
  teamEmail: null,
  outbound: { allowed: [], proxyUrl: null },
  filePlace: { kind: 'folder', path: 'data/files' },
  filesQuota: 10 * 1_024 ** 3,
  websubHub: null,
  embeddings: null,
  backups: null,
  resolvers: {
    arxiv: 'https://export.arxiv.org/api/query',
    doi: 'https://doi.org/',
    crossref: 'https://api.crossref.org/works',
    openalex: 'https://api.openalex.org/works',
  },
  trustedProxies: [],
  maxConnectionsPerClient: 64,
  metrics: null,
  secondFactorRole: null,
  requireAssessment: 'none',
  secretKey: null,
  logLevel: 'info',
  resolvesWhenAdding: false,
  starterCorpus: true,
  dumps: { folder: 'data/dumps', kept: 3, license: null },
}

test('an empty environment has the defaults of the handbook', () => {
  assert.deepEqual(readConfig({}), defaults)
  assert.deepEqual(readConfig({ PATH: '/usr/bin', PORTS: '1', host: 'x' }), defaults)
})

test('an empty variable is as good as none', () => {
  const names =
    'HOST PORT DATABASE_URL DATABASE_POOLER DATABASE_DIRECT_URL DATABASE_REPLICA_URL PUBLIC_URL ALLOWED_HOSTS HOUSE_NAME SMTP_URL MAIL_FROM DKIM_DOMAIN DKIM_SELECTOR DKIM_KEY DKIM_SECOND_SELECTOR DKIM_SECOND_KEY SMTP_CONNECTIONS SMTP_RATE SMTP_DOMAIN_RATE BOUNCE_ADDRESS BOUNCE_WEBHOOK_SECRET BOUNCE_IMAP_PASSWORD RESEARCH_TEAM_EMAIL OUTBOUND_ALLOW HTTPS_PROXY WEBSUB_HUB EMBEDDINGS_URL EMBEDDINGS_MODEL EMBEDDINGS_KEY FILES FILES_QUOTA RESOLVE_ARXIV_URL RESOLVE_CROSSREF_URL RESOLVE_DOI_URL RESOLVE_OPENALEX_URL RESOLVE_WHEN_ADDING TRUSTED_PROXIES MAX_CONNECTIONS_PER_CLIENT LOG_LEVEL REQUIRE_SECOND_FACTOR REQUIRE_ASSESSMENT SECRET_KEY STARTER_CORPUS DUMPS DUMPS_KEPT DUMPS_LICENSE BACKUP_URL BACKUP_SCHEDULE BACKUP_RECIPIENT BACKUP_IDENTITY METRICS_ADDRESS METRICS_TOKEN'
  const empty = Object.fromEntries(
    names.split(' ').flatMap((name) => [
      [name, ''],
      [`${name}_FILE`, ''],
    ]),
  )
  assert.deepEqual(readConfig(empty), defaults)
})

test('every variable is read', () => {
  assert.deepEqual(
    readConfig({
      HOST: '0.0.0.0',
      PORT: '0',
      DATABASE_URL: 'sqlite:/var/lib/longview/corpus.db',
      PUBLIC_URL: 'https://papers.example.org/',
      ALLOWED_HOSTS: 'papers.internal, 192.0.2.1:8080 [2001:db8::1]',
      HOUSE_NAME: 'Example Research',
      SMTP_URL: 'smtps://user:word@mail.example.org:465',
      MAIL_FROM: 'Example Research <papers@example.org>',
      DKIM_DOMAIN: 'example.org',
      DKIM_SELECTOR: 'longview.2026',
      DKIM_KEY: dkimKey,
      DKIM_SECOND_SELECTOR: 'ed',
      DKIM_SECOND_KEY: edKey,
      SMTP_CONNECTIONS: '8',
      SMTP_RATE: '1200',
      SMTP_DOMAIN_RATE: '300',
      BOUNCE_ADDRESS: 'bounces@example.org',
      BOUNCE_WEBHOOK_SECRET: 'w'.repeat(32),
      BOUNCE_IMAP_PASSWORD: 'word',
      RESEARCH_TEAM_EMAIL: 'team@example.org',
      WEBSUB_HUB: 'https://hub.example.org/publish',
      EMBEDDINGS_URL: 'http://127.0.0.1:11434/v1',
      EMBEDDINGS_MODEL: 'all-minilm',
      EMBEDDINGS_KEY: 'k3y',
      OUTBOUND_ALLOW: 'http://127.0.0.1:8081/, https://Mirror.internal:443',
      HTTPS_PROXY: 'http://proxy.internal:3128',
      FILES: 'file:/var/lib/longview/files',
      FILES_QUOTA: '500M',
      RESOLVE_ARXIV_URL: 'https://mirror.internal/arxiv',
      RESOLVE_DOI_URL: 'https://mirror.internal/doi/',
      RESOLVE_CROSSREF_URL: 'https://mirror.internal/works',
      RESOLVE_OPENALEX_URL: 'https://mirror.internal/openalex',
      TRUSTED_PROXIES: '10.0.0.0/8, 192.168.1.1 2001:db8::/32',
      MAX_CONNECTIONS_PER_CLIENT: '200',
      METRICS_ADDRESS: '9464',
      METRICS_TOKEN: 't'.repeat(32),
      LOG_LEVEL: 'debug',
      REQUIRE_SECOND_FACTOR: 'editor',
      REQUIRE_ASSESSMENT: 'keys',
      SECRET_KEY: 'k'.repeat(32),
      RESOLVE_WHEN_ADDING: 'on',
      STARTER_CORPUS: 'off',
      DUMPS: '/srv/dumps',
      DUMPS_KEPT: '5',
      DUMPS_LICENSE: 'CC-BY-4.0',
    }),
    {
      host: '0.0.0.0',
      port: 0,
      database: { engine: 'sqlite', path: '/var/lib/longview/corpus.db' },
      publicUrl: 'https://papers.example.org',
      allowedHosts: ['papers.internal', '192.0.2.1:8080', '[2001:db8::1]'],
      houseName: 'Example Research',
      smtpUrl: 'smtps://user:word@mail.example.org:465',
      mailFrom: { name: 'Example Research', address: 'papers@example.org' },
      dkim: [
        { domain: 'example.org', selector: 'longview.2026', privateKey: dkimKey, algorithm: 'rsa' },
        { domain: 'example.org', selector: 'ed', privateKey: edKey, algorithm: 'ed25519' },
      ],
      smtpConnections: 8,
      mailRates: { total: 1_200, domain: 300 },
      bounces: { address: 'bounces@example.org', webhookSecret: 'w'.repeat(32), imapPassword: 'word' },
      teamEmail: 'team@example.org',
      outbound: {
        allowed: ['http://127.0.0.1:8081', 'https://mirror.internal'],
        proxyUrl: 'http://proxy.internal:3128',
      },
      filePlace: { kind: 'folder', path: '/var/lib/longview/files' },
      filesQuota: 500 * 1_024 ** 2,
      websubHub: 'https://hub.example.org/publish',
      embeddings: { url: 'http://127.0.0.1:11434/v1/embeddings', model: 'all-minilm', key: 'k3y' },
      resolvers: {
        arxiv: 'https://mirror.internal/arxiv',
        doi: 'https://mirror.internal/doi/',
        crossref: 'https://mirror.internal/works',
        openalex: 'https://mirror.internal/openalex',
      },
      trustedProxies: ['10.0.0.0/8', '192.168.1.1', '2001:db8::/32'],
      maxConnectionsPerClient: 200,
      metrics: { address: { host: '127.0.0.1', port: 9_464 }, token: 't'.repeat(32) },
      secondFactorRole: 'editor',
      requireAssessment: 'keys',
      secretKey: 'k'.repeat(32),
      logLevel: 'debug',
      resolvesWhenAdding: true,
      starterCorpus: false,
      dumps: { folder: '/srv/dumps', kept: 5, license: 'CC-BY-4.0' },
      backups: null,
    },
  )
})

test('the configuration cannot be changed once it is read', () => {
  assert.ok(Object.isFrozen(readConfig({})))
})

test('all errors are reported together', () => {
  assert.deepEqual(
    configErrors({
      HOST_FILE: '/no/such/file',
      PORT: 'http',
      DATABASE_URL: 'mysql://db/papers',
      PUBLIC_URL: 'papers.example.org',
      HOUSE_NAME: 'A',
      HOUSE_NAME_FILE: '/etc/hostname',
      SMTP_URL: 'mail.example.org',
      SMTP_CONNECTIONS: '51',
      SMTP_RATE: '0',
      SMTP_DOMAIN_RATE: '1.5',
      RESEARCH_TEAM_EMAIL: 'Team <team@example.org>',
      OUTBOUND_ALLOW: 'mirror.internal, https://user@mirror.internal, https://mirror.internal/path',
      HTTPS_PROXY: 'proxy.internal:3128',
      TRUSTED_PROXIES: '10.0.0.0/33, localhost, 10.0.0.1',
      LOG_LEVEL: 'loud',
      STARTER_CORPUS: 'yes',
      DUMPS_KEPT: '0',
    }).toSorted(),
    [
      'DATABASE_URL must be sqlite: and a path, such as sqlite:data/longview.db, or a URL such as postgres://user:password@host:5432/longview with all special characters percent-encoded',
      'DUMPS_KEPT must be a number from 1 to 100',
      'HOST_FILE names a file that cannot be read (ENOENT)',
      'HOUSE_NAME is set twice: unset it or HOUSE_NAME_FILE',
      'HTTPS_PROXY must be a URL that begins with https:// or http://',
      `LOG_LEVEL must be one of ${logLevels.join(', ')}`,
      'MAIL_FROM is required with SMTP_URL: the address that emails come from',
      'OUTBOUND_ALLOW must list origins such as https://mirror.internal:8443; invalid: entry 1, 2, 3 of 3',
      'PORT must be a number from 0 to 65535',
      'PUBLIC_URL must be a URL that begins with https:// or http://',
      'RESEARCH_TEAM_EMAIL must be one email address, such as team@example.org',
      'SMTP_CONNECTIONS must be a number from 1 to 50',
      'SMTP_DOMAIN_RATE must be a number from 1 to 60000',
      'SMTP_RATE must be a number from 1 to 60000',
      'SMTP_URL must be a URL that begins with smtp:// or smtps://',
      'STARTER_CORPUS must be on or off',
      'TRUSTED_PROXIES must list addresses or networks such as 10.0.0.0/8; invalid: entry 1, 2 of 3',
    ],
  )
})

test('secrets are never repeated in a message', async (t) => {
  const folder = await temporaryFolder(t)
  const secret = 'hunter2-secret'
  const file = join(folder, 'secret')
  await writeFile(file, `http://user:${secret}@mail.example.org`)
  const environments: TestEnvironment[] = [
    { SMTP_URL: `http://user:${secret}@mail.example.org` },
    { SMTP_URL: `smtp:user:${secret}` },
    { SMTP_URL: secret },
    { SMTP_URL: `smtp://user:${secret}@mail.example.org` },
    { SMTP_URL: `smtp://user:${secret}@mail.example.org`, MAIL_FROM: 'x' },
    { SMTP_URL_FILE: file },
    { SMTP_URL: `smtp://user:${secret}@mail.example.org`, SMTP_URL_FILE: file },
    { DATABASE_URL: `postgres//user:${secret}@db/papers` },
    { DATABASE_URL: `mysql://user:${secret}@db/papers` },
    { DATABASE_URL: `postgres://user:${secret}@db:x/papers` },
    { DATABASE_REPLICA_URL: `postgres://user:${secret}@db/papers` },
    { DATABASE_URL: 'postgres://db/papers', DATABASE_REPLICA_URL: `mysql://user:${secret}@db/papers` },
    { DATABASE_URL: 'postgres://db/papers', DATABASE_DIRECT_URL: `postgres://user:${secret}@db/papers` },
    {
      DATABASE_URL: 'postgres://db/papers',
      DATABASE_POOLER: 'transaction',
      DATABASE_DIRECT_URL: `mysql://user:${secret}@db/papers`,
    },
    { DATABASE_URL_FILE: file },
    { PUBLIC_URL: `ftp://user:${secret}@example.org` },
  ]
  for (const environment of environments) {
    const errors = configErrors(environment)
    assert.ok(errors.length > 0, JSON.stringify(environment))
    assert.ok(!JSON.stringify(errors).includes(secret), errors.join())
  }
})

const SECRET = 'hunter2-secret'

const repeatsSecret = (errors: readonly string[]): boolean => errors.some((error) => error.includes(SECRET))

/** Values for any variable: an address with a password, whole, broken or divided by the separators of lists; the password alone. */
const misplacedSecrets = [
  ...['https', 'http', 'smtp', 'postgres', 's3', 'file', 'scheme'].map((scheme) => `${scheme}://user:${SECRET}@host`),
  `s3://papers?endpoint=https://user:${SECRET}@s3.example.org`,
  `https://user:${SECRET}@host/path?q=1 10.0.0.0/8`,
  `https://user:word,${SECRET}@host`,
  `https://user:word ${SECRET}`,
  `//user:${SECRET}@host:99999`,
  `10.0.0.1, ${SECRET}`,
  `/run/secrets/${SECRET}`,
  SECRET,
]

/** Environments in which further variables are read. */
const surroundings: TestEnvironment[] = [
  {},
  { DATABASE_URL: 'postgres://db/papers', SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: 'a@example.org' },
  { FILES: 's3://papers?endpoint=https://s3.example.org', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key' },
  { DKIM_DOMAIN: 'example.org', DKIM_SELECTOR: 'a', DKIM_KEY: dkimKey, DKIM_SECOND_SELECTOR: 'b' },
]

/** Every variable that is read in one of them, with its `_FILE` form. */
const variableNames = (): string[] => {
  const names = new Set<string>()
  const get = (target: TestEnvironment, name: string): string | undefined => {
    names.add(name)
    return target[name]
  }
  for (const surrounding of surroundings) configErrors(new Proxy(surrounding, { get }))
  return [...names]
}

test('no message repeats a value, whichever variable an address with a password is in', () => {
  assert.ok(repeatsSecret([`OUTBOUND_ALLOW must list origins; invalid: https://user:${SECRET}@host`]))
  const names = variableNames()
  for (const name of ['OUTBOUND_ALLOW', 'PORT', 'AWS_SECRET_ACCESS_KEY', 'DKIM_SECOND_KEY_FILE', 'FILES_QUOTA'])
    assert.ok(names.includes(name), name)
  let refused = 0
  for (const name of names)
    for (const value of misplacedSecrets)
      for (const surrounding of surroundings) {
        const errors = configErrors({ ...surrounding, [name]: value })
        assert.ok(!repeatsSecret(errors), `${name}=${value}: ${errors.join()}`)
        refused += errors.length > 0 ? 1 : 0
      }
  assert.ok(refused > names.length * surroundings.length, String(refused))
})

test('an embeddings endpoint has an address, a model, and perhaps a key', async (t) => {
  const given = { EMBEDDINGS_URL: 'https://models.internal/v1/', EMBEDDINGS_MODEL: 'm' }
  const read = (changed: TestEnvironment): unknown => readConfig({ ...given, ...changed }).embeddings
  const whole = 'https://models.internal/v1/embeddings'
  assert.deepEqual(read({}), { url: whole, model: 'm', key: null })
  assert.deepEqual(read({ EMBEDDINGS_URL: whole }), { url: whole, model: 'm', key: null })
  const query = { EMBEDDINGS_URL: 'https://models.internal/m?api-version=1' }
  assert.deepEqual(read(query), { url: 'https://models.internal/m/embeddings?api-version=1', model: 'm', key: null })
  const file = join(await temporaryFolder(t), 'key')
  await writeFile(file, 'k3y\n')
  assert.deepEqual(read({ EMBEDDINGS_KEY_FILE: file }), { url: whole, model: 'm', key: 'k3y' })

  assert.deepEqual(configErrors({ EMBEDDINGS_URL: whole }), [
    'EMBEDDINGS_MODEL is required with EMBEDDINGS_URL: the name of the model at that address',
  ])
  assert.deepEqual(configErrors({ EMBEDDINGS_MODEL: 'm', EMBEDDINGS_KEY: 'k' }), [
    'EMBEDDINGS_MODEL is used only with EMBEDDINGS_URL: set that, or unset this',
    'EMBEDDINGS_KEY is used only with EMBEDDINGS_URL: set that, or unset this',
  ])
  assert.deepEqual(configErrors({ ...given, EMBEDDINGS_URL: 'ftp://models.internal' }), [
    'EMBEDDINGS_URL must be a URL that begins with https:// or http://',
  ])
  assert.deepEqual(configErrors({ ...given, EMBEDDINGS_URL: 'https://user:word@models.internal/v1' }), [
    'EMBEDDINGS_URL must not contain a user or a password: put the key into EMBEDDINGS_KEY_FILE',
  ])
  assert.deepEqual(configErrors({ ...given, EMBEDDINGS_KEY: 'two words' }), [
    'EMBEDDINGS_KEY must be one word without spaces or line breaks',
  ])
})

test('backups have a place, times, a public key, and perhaps the private one', async (t) => {
  const recipient = 'age1t7rxyev2z3rw82stdlrrepyc39nvn86l5078zqkf5uasdy86jp6svpy7pa'
  const identity = 'AGE-SECRET-KEY-1GQ9778VQXMMJVE8SK7J6VT8UJ4HDQAJUVSFCWCM02D8GEWQ72PVQ2Y5J33'
  const given = { BACKUP_URL: 'file:/backups', BACKUP_RECIPIENT: recipient }
  const { schedule, ...read } = readConfig(given).backups ?? {}
  assert.deepEqual(read, { place: { kind: 'folder', path: '/backups' }, recipient, identity: null })
  assert.equal(schedule?.text, '0 3 * * *')
  const file = join(await temporaryFolder(t), 'identity')
  await writeFile(file, `# created: 2026-11-27\n# public key: ${recipient}\n${identity}\n`)
  assert.equal(readConfig({ ...given, BACKUP_IDENTITY_FILE: file }).backups?.identity, identity)
  const bucket = { BACKUP_URL: 's3://kept?endpoint=https://s3.example.org' }
  const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key' }
  assert.equal(readConfig({ ...given, ...bucket, ...keys }).backups?.place.kind, 's3')

  const refused: [TestEnvironment, string][] = [
    [
      { BACKUP_URL: 'file:/b' },
      'BACKUP_RECIPIENT is required with BACKUP_URL: the public key, age1…, that age-keygen prints',
    ],
    [
      { ...given, BACKUP_SCHEDULE: '0 3 * *' },
      'BACKUP_SCHEDULE must be five fields as in cron, in UTC, such as 0 3 * * * for every day at 3:00',
    ],
    [
      { ...given, BACKUP_RECIPIENT: identity },
      'BACKUP_RECIPIENT must be one public key of age, age1…, as age-keygen prints it',
    ],
    [
      { ...given, BACKUP_IDENTITY: recipient },
      'BACKUP_IDENTITY must hold one private key of age, AGE-SECRET-KEY-1…, as age-keygen writes it',
    ],
    [
      { ...given, FILES: 'file:/backups' },
      'BACKUP_URL must be another place than FILES: what is lost there must not take the backups along',
    ],
    [{ ...given, ...bucket }, 'BACKUP_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for a bucket'],
  ]
  for (const [environment, error] of refused) assert.deepEqual(configErrors(environment), [error])
})
