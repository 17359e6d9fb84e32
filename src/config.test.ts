import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../test/support/database/temporary.ts'
import { logLevels, readConfig } from './config.ts'
import { Failure } from './core/failure.ts'

type Environment = Record<string, string | undefined>

/** What is wrong with an environment, as `NAME message`. */
const told = (environment: Environment): string[] => {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    assert.ok(error instanceof Failure, String(error))
    assert.equal(error.code, 'invalid')
    for (const { path, message } of error.details) assert.ok(error.message.includes(`  ${path} ${message}`))
    return error.details.map(({ path, message }) => `${path} ${message}`)
  }
}

const privateKey = (type: 'rsa' | 'ed25519' | 'ed448', modulusLength = 1_024): string => {
  // Each kind has an overload of its own.
  const { privateKey: key } =
    type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength })
      : type === 'ed25519'
        ? generateKeyPairSync('ed25519')
        : generateKeyPairSync('ed448')
  return key.export({ type: 'pkcs8', format: 'pem' }).trim()
}

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
  resolvers: { arxiv: 'https://export.arxiv.org/api/query', doi: 'https://doi.org/' },
  trustedProxies: [],
  maxConnectionsPerClient: 64,
  secondFactorRole: null,
  secretKey: null,
  logLevel: 'info',
  starterCorpus: true,
  dumps: { folder: 'data/dumps', kept: 3, license: null },
}

test('an empty environment has the defaults of the handbook', () => {
  assert.deepEqual(readConfig({}), defaults)
  assert.deepEqual(readConfig({ PATH: '/usr/bin', PORTS: '1', host: 'x' }), defaults)
})

test('an empty variable is as good as none', () => {
  const names =
    'HOST PORT DATABASE_URL DATABASE_REPLICA_URL PUBLIC_URL ALLOWED_HOSTS HOUSE_NAME SMTP_URL MAIL_FROM DKIM_DOMAIN DKIM_SELECTOR DKIM_KEY DKIM_SECOND_SELECTOR DKIM_SECOND_KEY SMTP_CONNECTIONS SMTP_RATE SMTP_DOMAIN_RATE BOUNCE_ADDRESS BOUNCE_WEBHOOK_SECRET BOUNCE_IMAP_PASSWORD RESEARCH_TEAM_EMAIL OUTBOUND_ALLOW HTTPS_PROXY WEBSUB_HUB FILES FILES_QUOTA RESOLVE_ARXIV_URL RESOLVE_DOI_URL TRUSTED_PROXIES MAX_CONNECTIONS_PER_CLIENT LOG_LEVEL REQUIRE_SECOND_FACTOR SECRET_KEY STARTER_CORPUS DUMPS DUMPS_KEPT DUMPS_LICENSE'
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
      OUTBOUND_ALLOW: 'http://127.0.0.1:8081/, https://Mirror.internal:443',
      HTTPS_PROXY: 'http://proxy.internal:3128',
      FILES: 'file:/var/lib/longview/files',
      FILES_QUOTA: '500M',
      RESOLVE_ARXIV_URL: 'https://mirror.internal/arxiv',
      RESOLVE_DOI_URL: 'https://mirror.internal/doi/',
      TRUSTED_PROXIES: '10.0.0.0/8, 192.168.1.1 2001:db8::/32',
      MAX_CONNECTIONS_PER_CLIENT: '200',
      LOG_LEVEL: 'debug',
      REQUIRE_SECOND_FACTOR: 'editor',
      SECRET_KEY: 'k'.repeat(32),
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
      resolvers: { arxiv: 'https://mirror.internal/arxiv', doi: 'https://mirror.internal/doi/' },
      trustedProxies: ['10.0.0.0/8', '192.168.1.1', '2001:db8::/32'],
      maxConnectionsPerClient: 200,
      secondFactorRole: 'editor',
      secretKey: 'k'.repeat(32),
      logLevel: 'debug',
      starterCorpus: false,
      dumps: { folder: '/srv/dumps', kept: 5, license: 'CC-BY-4.0' },
    },
  )
})

const folderWith = (environment: Environment): string | undefined => readConfig(environment).dumps?.folder

test('dumps lie beside the file of the corpus, and can be turned off', () => {
  assert.equal(folderWith({ DATABASE_URL: 'sqlite:/srv/longview/corpus.db' }), '/srv/longview/dumps')
  assert.equal(folderWith({ DATABASE_URL: 'postgres://db/papers' }), 'data/dumps')
  assert.equal(folderWith({ DATABASE_URL: 'sqlite::memory:' }), undefined)
  assert.equal(folderWith({ DUMPS: 'off' }), undefined)
})

test('the configuration cannot be changed once it is read', () => {
  assert.ok(Object.isFrozen(readConfig({})))
})

test('all mistakes are reported together', () => {
  assert.deepEqual(
    told({
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
      'DATABASE_URL must be sqlite: and a path, such as sqlite:data/longview.db, or an address such as postgres://user:password@host:5432/longview with every special character percent-encoded',
      'DUMPS_KEPT must be a number from 1 to 100, not "0"',
      'HOST_FILE names a file that cannot be read: /no/such/file',
      'HOUSE_NAME is given twice: unset it or HOUSE_NAME_FILE',
      'HTTPS_PROXY must be an address that begins with https:// or http://',
      `LOG_LEVEL must be one of ${logLevels.join(', ')}`,
      'MAIL_FROM is required with SMTP_URL: the address that emails come from',
      'OUTBOUND_ALLOW must list origins such as https://mirror.internal:8443; this is none: mirror.internal, https://user@mirror.internal, https://mirror.internal/path',
      'PORT must be a number from 0 to 65535, not "http"',
      'PUBLIC_URL must be an address that begins with https:// or http://',
      'RESEARCH_TEAM_EMAIL must be one mail address, such as team@example.org',
      'SMTP_CONNECTIONS must be a number from 1 to 50, not "51"',
      'SMTP_DOMAIN_RATE must be a number from 1 to 60000, not "1.5"',
      'SMTP_RATE must be a number from 1 to 60000, not "0"',
      'SMTP_URL must be an address that begins with smtp:// or smtps://',
      'STARTER_CORPUS must be on or off',
      'TRUSTED_PROXIES must list addresses or networks such as 10.0.0.0/8; this is none: 10.0.0.0/33, localhost',
    ],
  )
})

test('secrets are never repeated in a message', async (t) => {
  const folder = await temporaryFolder(t)
  const secret = 'hunter2-secret'
  const file = join(folder, 'secret')
  await writeFile(file, `http://user:${secret}@mail.example.org`)
  const environments: Environment[] = [
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
    { DATABASE_URL_FILE: file },
    { PUBLIC_URL: `ftp://user:${secret}@example.org` },
  ]
  for (const environment of environments) {
    const mistakes = told(environment)
    assert.ok(mistakes.length > 0, JSON.stringify(environment))
    assert.ok(!JSON.stringify(mistakes).includes(secret), mistakes.join())
  }
})

test('a variable may be read from the file that its `_FILE` variable names, without the white space at its end', async (t) => {
  const file = join(await temporaryFolder(t), 'smtp')
  await writeFile(file, 'smtp://user:word@mail.example.org\n')
  const config = readConfig({ SMTP_URL_FILE: file, MAIL_FROM: 'papers@example.org' })
  assert.equal(config.smtpUrl, 'smtp://user:word@mail.example.org')
})

test('every variable has a `_FILE` variable', async (t) => {
  const folder = await temporaryFolder(t)
  const given = {
    HOST: '::1',
    PORT: '9000',
    DATABASE_URL: 'postgres://db/papers',
    DATABASE_REPLICA_URL: 'postgres://standby/papers',
    PUBLIC_URL: 'https://example.org',
    HOUSE_NAME: 'H',
    SMTP_URL: 'smtp://mail.example.org',
    MAIL_FROM: 'a@example.org',
    RESEARCH_TEAM_EMAIL: 'b@example.org',
    OUTBOUND_ALLOW: 'http://127.0.0.1:8081',
    HTTPS_PROXY: 'http://proxy.internal:3128',
    TRUSTED_PROXIES: '10.0.0.1',
    LOG_LEVEL: 'warn',
    STARTER_CORPUS: 'off',
  }
  const files: Environment = {}
  for (const [name, value] of Object.entries(given)) {
    files[`${name}_FILE`] = join(folder, name)
    await writeFile(join(folder, name), `${value}\n`)
  }
  assert.deepEqual(readConfig(files), readConfig(given))
})

test('an empty file is as good as none: no host of it opens the service to every network', async (t) => {
  const file = join(await temporaryFolder(t), 'empty')
  await writeFile(file, '\n')
  assert.deepEqual(readConfig({ HOST_FILE: file, PUBLIC_URL_FILE: file, DATABASE_URL_FILE: file }), defaults)
})

test('a file that cannot be read is named, a folder like a missing one', async (t) => {
  const folder = await temporaryFolder(t)
  assert.deepEqual(told({ SMTP_URL_FILE: folder }), [
    `SMTP_URL_FILE names a file that cannot be read: ${folder}`,
    'MAIL_FROM is required with SMTP_URL: the address that emails come from',
  ])
})

test('a bounce address leaves room for the token of each email, and the secret of its webhook is long', () => {
  assert.equal(readConfig({ BOUNCE_ADDRESS: 'mail-bounces@x.org' }).bounces.address, 'mail-bounces@x.org')
  assert.deepEqual(told({ BOUNCE_ADDRESS: 'newsletter-bounces@x.org', BOUNCE_WEBHOOK_SECRET: 'secret' }), [
    'BOUNCE_ADDRESS must have at most 14 characters before its @: each email adds a token of its own',
    'BOUNCE_WEBHOOK_SECRET must have at least 32 random characters',
  ])
})

test('a port is a number from 0 to 65535', () => {
  assert.equal(readConfig({ PORT: '65535' }).port, 65_535)
  for (const port of ['65536', '-1', '80.5', '8e1', '0x50', ' 80', '٨٠', '1000000', 'NaN'])
    assert.deepEqual(told({ PORT: port }), [`PORT must be a number from 0 to 65535, not "${port}"`])
})

test('a database is sqlite: and a path, with or without slashes before it', () => {
  const paths: Record<string, string> = {
    'sqlite:data/x.db': 'data/x.db',
    'sqlite:///srv/x.db': '/srv/x.db',
    'sqlite:/srv/x.db': '/srv/x.db',
    'sqlite::memory:': ':memory:',
  }
  for (const [url, path] of Object.entries(paths))
    assert.deepEqual(readConfig({ DATABASE_URL: url }).database, { engine: 'sqlite', path })
  for (const url of ['sqlite:', 'sqlite://', 'data/x.db', 'SQLITE:x'])
    assert.equal(told({ DATABASE_URL: url }).length, 1, url)
})

test('a database may be a PostgreSQL server, and have a replica', () => {
  const replicaUrl = 'postgresql://standby/papers'
  for (const url of ['postgres://user:word@db.example.org:5432/papers?sslmode=verify-full', 'postgresql://db/papers']) {
    assert.deepEqual(readConfig({ DATABASE_URL: url }).database, { engine: 'postgres', url, replicaUrl: null })
    const both = readConfig({ DATABASE_URL: url, DATABASE_REPLICA_URL: replicaUrl })
    assert.deepEqual(both.database, { engine: 'postgres', url, replicaUrl })
  }
  assert.deepEqual(told({ DATABASE_REPLICA_URL: replicaUrl }), [
    'DATABASE_REPLICA_URL needs a DATABASE_URL that begins with postgres://',
  ])
  assert.deepEqual(told({ DATABASE_URL: 'postgres://db/papers', DATABASE_REPLICA_URL: 'sqlite:x.db' }), [
    'DATABASE_REPLICA_URL must be an address that begins with postgres://',
  ])
})

test('a public address is complete and stands without the slash at its end', () => {
  for (const url of ['https://example.org', 'https://example.org/', 'https://example.org//'])
    assert.equal(readConfig({ PUBLIC_URL: url }).publicUrl, 'https://example.org')
  assert.equal(
    readConfig({ PUBLIC_URL: 'http://example.org:8080/papers/' }).publicUrl,
    'http://example.org:8080/papers',
  )
  for (const url of [
    'https:example.org',
    'https:/example.org',
    'https://',
    'javascript:x',
    '//example.org',
    ' https://example.org',
  ])
    assert.deepEqual(told({ PUBLIC_URL: url }), ['PUBLIC_URL must be an address that begins with https:// or http://'])
})

test('emails need an address that they come from', () => {
  assert.equal(told({ SMTP_URL: 'smtp://mail.example.org' }).length, 1)
  assert.deepEqual(told({ MAIL_FROM: 'papers@example.org' }), [])
  for (const from of [
    'papers',
    'a@b@c',
    'a@example.org, b@example.org',
    'A <a@example.org>, B <b@example.org>',
    'a@example.org\r\nBcc: b@c',
  ])
    assert.deepEqual(told({ SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: from }), [
      'MAIL_FROM must be one mail address, such as team@example.org or Example Team <team@example.org>',
    ])
})

test('trusted proxies are addresses and networks of either family', () => {
  const right = ['10.0.0.1', '10.0.0.0/8', '0.0.0.0/0', '10.0.0.1/32', '::1', '2001:db8::/32', '::/0', '::1/128']
  assert.deepEqual(readConfig({ TRUSTED_PROXIES: right.join(',') }).trustedProxies, right)
  assert.deepEqual(readConfig({ TRUSTED_PROXIES: ` ${right.join('\n')} ` }).trustedProxies, right)
  for (const wrong of [
    '10.0.0',
    '10.0.0.0/',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '::1/129',
    '/8',
    'proxy',
    '*',
  ])
    assert.deepEqual(told({ TRUSTED_PROXIES: `10.0.0.1,${wrong}` }), [
      `TRUSTED_PROXIES must list addresses or networks such as 10.0.0.0/8; this is none: ${wrong}`,
    ])
})

test('emails are signed with an RSA or Ed25519 key or one of each, a domain and a selector, or not at all', () => {
  const whole = { DKIM_DOMAIN: 'example.org', DKIM_SELECTOR: 's1', DKIM_KEY: dkimKey }
  assert.deepEqual(told(whole), [])
  for (const [environment, message] of [
    [{ ...whole, DKIM_DOMAIN: '' }, 'DKIM_DOMAIN must be the domain of MAIL_FROM, such as example.org'],
    [{ ...whole, DKIM_DOMAIN: 'a; s=b' }, 'DKIM_DOMAIN must be the domain of MAIL_FROM, such as example.org'],
    [{ ...whole, DKIM_SELECTOR: 'a b' }, 'DKIM_SELECTOR must be the name of the key in DNS, such as longview2026'],
    [{ ...whole, DKIM_KEY: '' }, 'DKIM_KEY_FILE must name the file of the private key'],
    [{ ...whole, DKIM_KEY: privateKey('rsa', 512) }, 'DKIM_KEY_FILE must have at least 1024 bits, better 2048'],
    [
      { ...whole, DKIM_KEY: privateKey('ed448') },
      'DKIM_KEY_FILE must be an RSA or Ed25519 key; ed448 is not supported',
    ],
    [{ ...whole, DKIM_SECOND_SELECTOR: 's2' }, 'DKIM_SECOND_KEY_FILE must name the file of the private key'],
    [
      { ...whole, DKIM_SECOND_KEY: edKey },
      'DKIM_SECOND_SELECTOR must be the name of the key in DNS, such as longview2026',
    ],
    [
      { ...whole, DKIM_SECOND_SELECTOR: 's1', DKIM_SECOND_KEY: edKey },
      'DKIM_SECOND_SELECTOR must differ from DKIM_SELECTOR: each key has a record of its own',
    ],
    [
      { ...whole, DKIM_KEY: 'secret' },
      'DKIM_KEY_FILE must be a private key in PEM without a password, as "openssl genrsa 2048" or "openssl genpkey -algorithm ed25519" prints',
    ],
  ] as const)
    assert.deepEqual(told(environment), [message])
})

test('files may lie in a bucket, whose keys have variables of their own', () => {
  const FILES = 's3://papers?endpoint=https://s3.example.org/&region=eu-central-1'
  const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }
  assert.deepEqual(readConfig({ FILES, ...keys }).filePlace, {
    kind: 's3',
    bucket: 'papers',
    endpoint: 'https://s3.example.org',
    region: 'eu-central-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  })
  assert.deepEqual(told({ FILES }), ['FILES needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for a bucket'])
  for (const wrong of [
    's3://papers',
    's3://papers?endpoint=here',
    's3://papers/folder?endpoint=https://s3.example.org',
  ])
    assert.match(told({ FILES: wrong, ...keys }).join(), /^FILES must name bucket and endpoint, such as s3:/u, wrong)
  for (const wrong of ['data/files', 'file:', 'ftp://example.org'])
    assert.match(told({ FILES: wrong }).join(), /^FILES must be file: and a folder/u, wrong)
  assert.match(told({ FILES_QUOTA: 'much' }).join(), /^FILES_QUOTA must be a number of bytes such as 500M or 20G/u)
})
