import assert from 'node:assert/strict'
import { test } from 'node:test'
import { privateKey, configErrors, type TestEnvironment } from '../test/support/config.ts'
import { readConfig } from './config.ts'

// What each variable may be.

const folderWith = (environment: TestEnvironment): string | undefined => readConfig(environment).dumps?.folder

test('dumps lie beside the file of the corpus, and can be turned off', () => {
  assert.equal(folderWith({ DATABASE_URL: 'sqlite:/srv/longview/corpus.db' }), '/srv/longview/dumps')
  assert.equal(folderWith({ DATABASE_URL: 'postgres://db/papers' }), 'data/dumps')
  assert.equal(folderWith({ DATABASE_URL: 'sqlite::memory:' }), undefined)
  assert.equal(folderWith({ DUMPS: 'off' }), undefined)
})

test('a bounce address leaves room for the token of each email, and the secret of its webhook is long', () => {
  assert.equal(readConfig({ BOUNCE_ADDRESS: 'mail-bounces@x.org' }).bounces.address, 'mail-bounces@x.org')
  assert.deepEqual(configErrors({ BOUNCE_ADDRESS: 'newsletter-bounces@x.org', BOUNCE_WEBHOOK_SECRET: 'secret' }), [
    'BOUNCE_ADDRESS must have at most 14 characters before its @, because each email adds a token',
    'BOUNCE_WEBHOOK_SECRET must have at least 32 random characters',
  ])
})

test('a port is a number from 0 to 65535', () => {
  assert.equal(readConfig({ PORT: '65535' }).port, 65_535)
  for (const port of ['65536', '-1', '80.5', '8e1', '0x50', ' 80', '٨٠', '1000000', 'NaN'])
    assert.deepEqual(configErrors({ PORT: port }), ['PORT must be a number from 0 to 65535'])
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
    assert.equal(configErrors({ DATABASE_URL: url }).length, 1, url)
})

test('a database may be a PostgreSQL server, and have replicas', () => {
  const replicas = ['postgresql://standby/papers', 'postgres://user:a%2Cb@other:5433/papers?sslmode=verify-full']
  for (const url of ['postgres://user:word@db.example.org:5432/papers?sslmode=verify-full', 'postgresql://db/papers']) {
    const alone = { engine: 'postgres', url, directUrl: null, replicaUrls: [] }
    assert.deepEqual(readConfig({ DATABASE_URL: url }).database, alone)
    for (const [given, replicaUrls] of [
      [replicas[0], replicas.slice(0, 1)],
      [replicas.join(','), replicas],
      [replicas.join(', '), replicas],
    ] as const)
      assert.deepEqual(readConfig({ DATABASE_URL: url, DATABASE_REPLICA_URL: given }).database, {
        ...alone,
        replicaUrls,
      })
  }
  assert.deepEqual(configErrors({ DATABASE_REPLICA_URL: replicas.join() }), [
    'DATABASE_REPLICA_URL needs a DATABASE_URL that begins with postgres://',
  ])
  const list =
    'DATABASE_REPLICA_URL must list URLs that begin with postgres://, with a comma in a password written as %2C'
  for (const [given, wrong] of [
    ['sqlite:x.db', 'entry 1 of 1'],
    [`${replicas[0]},mysql://b/papers,postgres://c:x/papers,${replicas[1]}`, 'entry 2, 3 of 4'],
    ['postgres://user:a,b@db/papers', 'entry 1, 2 of 2'],
  ])
    assert.deepEqual(configErrors({ DATABASE_URL: 'postgres://db/papers', DATABASE_REPLICA_URL: given }), [
      `${list}; invalid: ${wrong}`,
    ])
})

test('a pooler needs the address of PostgreSQL itself as well', () => {
  const url = 'postgres://pooler/papers'
  const directUrl = 'postgres://db/papers'
  const pooled = { DATABASE_URL: url, DATABASE_POOLER: 'transaction' }
  assert.deepEqual(readConfig({ ...pooled, DATABASE_DIRECT_URL: directUrl }).database, {
    engine: 'postgres',
    url,
    directUrl,
    replicaUrls: [],
  })
  assert.deepEqual(
    readConfig({ DATABASE_URL: url, DATABASE_POOLER: 'none' }).database,
    readConfig({ DATABASE_URL: url }).database,
  )
  assert.deepEqual(configErrors(pooled), [
    'DATABASE_DIRECT_URL is required with DATABASE_POOLER=transaction: the address of PostgreSQL itself, because LISTEN and migrations do not work through the pooler',
  ])
  assert.deepEqual(configErrors({ DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl }), [
    'DATABASE_DIRECT_URL is used only with DATABASE_POOLER=transaction: set that, or unset this',
  ])
  assert.deepEqual(configErrors({ ...pooled, DATABASE_DIRECT_URL: 'sqlite:x.db' }), [
    'DATABASE_DIRECT_URL must be a URL that begins with postgres://',
  ])
  assert.deepEqual(configErrors({ DATABASE_POOLER: 'transaction' }), [
    'DATABASE_POOLER needs a DATABASE_URL that begins with postgres://',
  ])
  assert.deepEqual(configErrors({ DATABASE_URL: url, DATABASE_POOLER: 'session' }), [
    'DATABASE_POOLER must be none or transaction',
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
    assert.deepEqual(configErrors({ PUBLIC_URL: url }), [
      'PUBLIC_URL must be a URL that begins with https:// or http://',
    ])
})

test('emails need an address that they come from', () => {
  assert.equal(configErrors({ SMTP_URL: 'smtp://mail.example.org' }).length, 1)
  assert.deepEqual(configErrors({ MAIL_FROM: 'papers@example.org' }), [])
  for (const from of [
    'papers',
    'a@b@c',
    'a@example.org, b@example.org',
    'A <a@example.org>, B <b@example.org>',
    'a@example.org\r\nBcc: b@c',
  ])
    assert.deepEqual(configErrors({ SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: from }), [
      'MAIL_FROM must be one email address, such as team@example.org or Example Team <team@example.org>',
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
    assert.deepEqual(configErrors({ TRUSTED_PROXIES: `10.0.0.1,${wrong}` }), [
      'TRUSTED_PROXIES must list addresses or networks such as 10.0.0.0/8; invalid: entry 2 of 2',
    ])
})

test('emails are signed with an RSA or Ed25519 key or one of each, a domain and a selector, or not at all', () => {
  const edKey = privateKey('ed25519')
  const whole = { DKIM_DOMAIN: 'example.org', DKIM_SELECTOR: 's1', DKIM_KEY: privateKey('rsa') }
  assert.deepEqual(configErrors(whole), [])
  for (const [environment, message] of [
    [{ ...whole, DKIM_DOMAIN: '' }, 'DKIM_DOMAIN must be the domain of MAIL_FROM, such as example.org'],
    [{ ...whole, DKIM_DOMAIN: 'a; s=b' }, 'DKIM_DOMAIN must be the domain of MAIL_FROM, such as example.org'],
    [{ ...whole, DKIM_SELECTOR: 'a b' }, 'DKIM_SELECTOR must be the name of the key in DNS, such as longview2026'],
    [{ ...whole, DKIM_KEY: '' }, 'DKIM_KEY_FILE must name the file of the private key'],
    [{ ...whole, DKIM_KEY: privateKey('rsa', 512) }, 'DKIM_KEY_FILE must have at least 1024 bits, preferably 2048'],
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
      'DKIM_SECOND_SELECTOR must differ from DKIM_SELECTOR: each key has its own DNS record',
    ],
    [
      { ...whole, DKIM_KEY: 'secret' },
      'DKIM_KEY_FILE must be a private key in PEM format without a passphrase, as printed by "openssl genrsa 2048" or "openssl genpkey -algorithm ed25519"',
    ],
  ] as const)
    assert.deepEqual(configErrors(environment), [message])
})

test('whether no second factor is required or nothing is set is not the same', () => {
  assert.equal(readConfig({}).secondFactorRole, null)
  for (const setting of ['none', 'reviewer', 'editor', 'admin'])
    assert.equal(readConfig({ REQUIRE_SECOND_FACTOR: setting }).secondFactorRole, setting)
  assert.deepEqual(configErrors({ REQUIRE_SECOND_FACTOR: 'all' }), [
    'REQUIRE_SECOND_FACTOR must be none, reviewer, editor, admin',
  ])
})

test('assessments are required of nobody, of people, of keys and commands, or of all', () => {
  for (const setting of ['none', 'editors', 'keys', 'all'])
    assert.equal(readConfig({ REQUIRE_ASSESSMENT: setting }).requireAssessment, setting)
  assert.deepEqual(configErrors({ REQUIRE_ASSESSMENT: 'admins' }), [
    'REQUIRE_ASSESSMENT must be one of none, editors, keys, all',
  ])
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
  assert.deepEqual(configErrors({ FILES }), ['FILES needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for a bucket'])
  for (const wrong of [
    's3://papers',
    's3://papers?endpoint=here',
    's3://papers/folder?endpoint=https://s3.example.org',
  ])
    assert.match(
      configErrors({ FILES: wrong, ...keys }).join(),
      /^FILES must name bucket and endpoint, such as s3:/u,
      wrong,
    )
  for (const wrong of ['data/files', 'file:', 'ftp://example.org'])
    assert.match(configErrors({ FILES: wrong }).join(), /^FILES must be file: and a folder/u, wrong)
  assert.match(
    configErrors({ FILES_QUOTA: 'much' }).join(),
    /^FILES_QUOTA must be a number of bytes such as 500M or 20G/u,
  )
})

const metricsOf = (environment: TestEnvironment): unknown => readConfig(environment).metrics

test('metrics have an address of this machine if only a port is given, a long token, or neither', () => {
  assert.equal(metricsOf({}), null)
  const addresses: Record<string, { host: string; port: number }> = {
    '9464': { host: '127.0.0.1', port: 9_464 },
    '0.0.0.0:80': { host: '0.0.0.0', port: 80 },
    '[::1]:9464': { host: '::1', port: 9_464 },
    'metrics.internal:0': { host: 'metrics.internal', port: 0 },
  }
  for (const [given, address] of Object.entries(addresses))
    assert.deepEqual(metricsOf({ METRICS_ADDRESS: given }), { address, token: null })
  for (const wrong of ['host', ':9464', '1:2:3', '::1:9464', '127.0.0.1:70000', 'http://a:1', '70000', 'a b:1'])
    assert.deepEqual(configErrors({ METRICS_ADDRESS: wrong }), [
      'METRICS_ADDRESS must be a port such as 9464, or a host and a port such as 10.0.0.5:9464 or [::1]:9464',
    ])
  const token = 'x'.repeat(32)
  assert.deepEqual(metricsOf({ METRICS_TOKEN: token }), { address: null, token })
  assert.deepEqual(configErrors({ METRICS_TOKEN: 'short' }), ['METRICS_TOKEN must have at least 32 random characters'])
  assert.deepEqual(configErrors({ METRICS_TOKEN: `${token} ${token}` }), [
    'METRICS_TOKEN must be one word without spaces or line breaks',
  ])
})
