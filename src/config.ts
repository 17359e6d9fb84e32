import { isIP } from 'node:net'
import { dirname, join } from 'node:path'
import { isRole, roles } from '#core/access/editor.ts'
import { type AssessmentRule, assessmentRules } from '#core/assessment/assessment-rule.ts'
import { DEFAULT_SCHEDULE, parseSchedule, type Schedule } from '#core/backups.ts'
import type { SecondFactorRole } from '#core/access/session.ts'
import { Failure } from './core/failure.ts'
import { DEFAULT_FILES_QUOTA_BYTES } from '#core/files.ts'
import type { DkimKey } from './core/mail/dkim-key.ts'
import type { Mailbox } from '#core/mail/mailbox.ts'
import {
  environmentReader,
  readBytes,
  readCount,
  readLimit,
  readList,
  readMailAddress,
  readSecret,
  readSwitch,
  readUrl,
  type Env,
  type Environment,
} from './environment.ts'
import { readBounces, readDkim, readMailFrom } from './mail-config.ts'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Where the corpus is stored. URLs may contain passwords, so they are never printed. */
export type Database =
  | { engine: 'sqlite'; path: string }
  | {
      engine: 'postgres'
      url: string
      /** Of the server itself if `url` is that of a pooler in transaction mode; otherwise null. */
      directUrl: string | null
      /** Of servers that public reads may ask. */
      replicaUrls: readonly string[]
    }

/** Where files are stored. */
export type FilePlace =
  | { kind: 'folder'; path: string }
  | { kind: 's3'; bucket: string; endpoint: string; region: string; accessKeyId: string; secretAccessKey: string }

/** An address of its own, the public one for those with the token, or both; with a token, both ask for it. */
export type MetricsConfig = { address: { host: string; port: number } | null; token: string | null }

export type Config = Readonly<{
  host: string
  port: number
  database: Database
  /** Without a trailing slash; null: the listening address. */
  publicUrl: string | null
  /** Host names of the service besides that of `publicUrl`; with a port, only that port is allowed. */
  allowedHosts: readonly string[]
  houseName: string
  smtpUrl: string | null
  mailFrom: Mailbox | null
  /** Each email is signed with each of these keys; none: emails are not signed, or the mail server signs them. */
  dkim: readonly DkimKey[]
  /** Connections over which one process sends briefs and digests at a time. */
  smtpConnections: number
  /** Emails of briefs and digests a minute, in total and per domain; null: as many as the mail server takes. */
  mailRates: { total: number | null; domain: number | null }
  /** How bounced emails are received and identified; null: not at all. */
  bounces: {
    /** The envelope sender, to which each email adds its own token. */
    address: string | null
    webhookSecret: string | null
    imapPassword: string | null
  }
  teamEmail: string | null
  trustedProxies: readonly string[]
  /** Private servers that may be contacted, and the proxy for outgoing requests. */
  outbound: { allowed: readonly string[]; proxyUrl: string | null }
  filePlace: FilePlace
  /** The limit for all files together, in bytes. */
  filesQuota: number
  /** The endpoint that gives vectors of texts; null for none. */
  embeddings: { url: string; model: string; key: string | null } | null
  /** The servers that give records for identifiers. */
  resolvers: { arxiv: string; doi: string; crossref: string; openalex: string }
  /** Whether the server asks them for what editors add. */
  resolvesWhenAdding: boolean
  /** The WebSub hub that distributes feeds; null for none. */
  websubHub: string | null
  /** Limits the connections of one client, and the requests in progress of one client behind a trusted proxy. */
  maxConnectionsPerClient: number
  /** Where metrics are served; null: nowhere, and none are counted. */
  metrics: MetricsConfig | null
  logLevel: LogLevel
  starterCorpus: boolean
  /** The folder of dumps, how many to keep, and the licence of their records; null: none are made. */
  dumps: { folder: string; kept: number; license: string | null } | null
  /** Where backups go, when, and the keys that encrypt and decrypt them; null: the service makes none. */
  backups: { place: FilePlace; schedule: Schedule; recipient: string; identity: string | null } | null
  secondFactorRole: SecondFactorRole
  /** Whose acceptances publish only assessed papers. */
  requireAssessment: AssessmentRule
  /** Encrypts secrets that a backup must not reveal; null: a key file next to the SQLite database. */
  secretKey: string | null
}>

const DEFAULT_HOUSE_NAME = 'Longview'

const readPort = ({ text, refuse }: Env): number => {
  const given = text('PORT') ?? '8080'
  const port = /^\d{1,5}$/u.test(given) ? Number(given) : Number.NaN
  return port <= 65_535 ? port : (refuse('PORT', 'must be a number from 0 to 65535') ?? 0)
}

const isPostgresUrl = (url: string): boolean => /^postgres(?:ql)?:\/\//u.test(url) && URL.canParse(url)

/** `sqlite:path`, `postgres://…` or `postgresql://…`; null for anything else. */
export const parseDatabaseUrl = (url: string): Database | null => {
  if (isPostgresUrl(url)) return { engine: 'postgres', url, directUrl: null, replicaUrls: [] }
  const path = /^sqlite:(?:\/\/)?(?<path>(?!\/\/).+)$/u.exec(url)?.groups?.path
  return path === undefined ? null : { engine: 'sqlite', path }
}

const NEEDS_POSTGRES = 'needs a DATABASE_URL that begins with postgres://'

const replicaUrlList = {
  fits: isPostgresUrl,
  expected: 'URLs that begin with postgres://, with a comma in a password written as %2C',
}

const readReplicaUrls = (env: Env, { engine }: Database): string[] => {
  if (engine === 'postgres' || env.text('DATABASE_REPLICA_URL') === null)
    return readList(env, 'DATABASE_REPLICA_URL', replicaUrlList)
  env.refuse('DATABASE_REPLICA_URL', NEEDS_POSTGRES)
  return []
}

/** The address of PostgreSQL itself. */
const readFurtherUrl = ({ text, refuse }: Env, { engine }: Database): string | null => {
  const url = text('DATABASE_DIRECT_URL')
  if (url === null) return null
  if (engine !== 'postgres') return refuse('DATABASE_DIRECT_URL', NEEDS_POSTGRES)
  return isPostgresUrl(url) ? url : refuse('DATABASE_DIRECT_URL', 'must be a URL that begins with postgres://')
}

/** The address of the server itself, if DATABASE_URL is that of a pooler. */
const readDirectUrl = (env: Env, database: Database): string | null => {
  const pooler = env.text('DATABASE_POOLER') ?? 'none'
  const directUrl = readFurtherUrl(env, database)
  if (env.errors.some(({ path }) => path === 'DATABASE_DIRECT_URL')) return null
  if (pooler !== 'none' && pooler !== 'transaction') return env.refuse('DATABASE_POOLER', 'must be none or transaction')
  if (pooler === 'transaction' && database.engine !== 'postgres') return env.refuse('DATABASE_POOLER', NEEDS_POSTGRES)
  if (pooler === 'transaction' && directUrl === null)
    return env.refuse(
      'DATABASE_DIRECT_URL',
      'is required with DATABASE_POOLER=transaction: the address of PostgreSQL itself, because LISTEN and migrations do not work through the pooler',
    )
  if (pooler === 'none' && directUrl !== null)
    return env.refuse('DATABASE_DIRECT_URL', 'is used only with DATABASE_POOLER=transaction: set that, or unset this')
  return directUrl
}

const readDatabase = (env: Env): Database => {
  const database = parseDatabaseUrl(env.text('DATABASE_URL') ?? 'sqlite:data/longview.db')
  if (database === null) {
    env.refuse(
      'DATABASE_URL',
      'must be sqlite: and a path, such as sqlite:data/longview.db, or a URL such as postgres://user:password@host:5432/longview with all special characters percent-encoded',
    )
    return { engine: 'sqlite', path: '' }
  }
  const replicaUrls = readReplicaUrls(env, database)
  const directUrl = readDirectUrl(env, database)
  return database.engine === 'postgres' ? { ...database, directUrl, replicaUrls } : database
}

const isNetwork = (entry: string): boolean => {
  const [address = '', bits, ...more] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/u.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

const networks = { fits: isNetwork, expected: 'addresses or networks such as 10.0.0.0/8' }

const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/iu
const hosts = {
  fits: (entry: string) => HOST.test(entry),
  expected: 'hosts such as papers.example.org or 192.0.2.1:8080',
}

const ORIGIN = /^https?:\/\/[^/?#@]+\/?$/iu
const origins = {
  fits: (entry: string) => ORIGIN.test(entry) && URL.canParse(entry),
  expected: 'origins such as https://mirror.internal:8443',
}

const readOutbound = (env: Env): Config['outbound'] => ({
  allowed: readList(env, 'OUTBOUND_ALLOW', origins).map((entry) => new URL(entry).origin),
  // Most programs also accept the variable in lower case.
  proxyUrl: readUrl(env, env.text('HTTPS_PROXY') === null ? 'https_proxy' : 'HTTPS_PROXY', ['https:', 'http:']),
})

const S3_FORM = 's3://bucket?endpoint=https://s3.example.org&region=eu-central-1'

const readS3Place = ({ text, refuse }: Env, name: string, given: string): FilePlace | null => {
  const { hostname: bucket, searchParams, pathname } = new URL(given)
  const endpoint = (searchParams.get('endpoint') ?? '').replace(/\/+$/u, '')
  // Messages about files name the endpoint, so it holds no password.
  const isWhole =
    bucket !== '' && /^\/?$/u.test(pathname) && URL.canParse(endpoint) && /^https?:\/\/[^@]+$/u.test(endpoint)
  if (!isWhole) return refuse(name, `must name bucket and endpoint, such as ${S3_FORM}`)
  const [accessKeyId, secretAccessKey] = [text('AWS_ACCESS_KEY_ID'), text('AWS_SECRET_ACCESS_KEY')]
  if (accessKeyId === null || secretAccessKey === null)
    return refuse(name, 'needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for a bucket')
  const region = searchParams.get('region') ?? 'us-east-1'
  return { kind: 's3', bucket, endpoint, region, accessKeyId, secretAccessKey }
}

const readPlace = (env: Env, name: string, given: string): FilePlace => {
  const folder: FilePlace = { kind: 'folder', path: given.replace(/^file:(?:\/\/)?/u, '') }
  if (given.startsWith('s3://') && URL.canParse(given)) return readS3Place(env, name, given) ?? folder
  if (!/^file:(?:\/\/)?(?!\/\/)./u.test(given))
    env.refuse(name, `must be file: and a folder, such as file:data/files, or a bucket, such as ${S3_FORM}`)
  return folder
}

/** An X25519 key of age; a wrong letter in it is found when it is used. */
const RECIPIENT = /^age1[02-9ac-hj-np-z]{58}$/u
const IDENTITY = /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/u

/** A file of `age-keygen` has comments around the key. */
const readIdentity = (env: Env): string | null => {
  const given = env.text('BACKUP_IDENTITY')
  if (given === null) return null
  const keys = given.split(/\s*\n\s*/u).filter((line) => line !== '' && !line.startsWith('#'))
  const [key] = keys
  return keys.length === 1 && key !== undefined && IDENTITY.test(key)
    ? key
    : env.refuse('BACKUP_IDENTITY', 'must hold one private key of age, AGE-SECRET-KEY-1…, as age-keygen writes it')
}

const readBackups = (env: Env, files: FilePlace): Config['backups'] => {
  const given = env.text('BACKUP_URL')
  const [recipient, schedule] = [env.text('BACKUP_RECIPIENT'), env.text('BACKUP_SCHEDULE')]
  const identity = readIdentity(env)
  if (given === null) return null
  const place = readPlace(env, 'BACKUP_URL', given)
  if (JSON.stringify(place) === JSON.stringify(files))
    env.refuse('BACKUP_URL', 'must be another place than FILES: what is lost there must not take the backups along')
  const times = parseSchedule(schedule ?? DEFAULT_SCHEDULE)
  if (times === null)
    env.refuse(
      'BACKUP_SCHEDULE',
      `must be five fields as in cron, in UTC, such as ${DEFAULT_SCHEDULE} for every day at 3:00`,
    )
  if (recipient === null)
    env.refuse('BACKUP_RECIPIENT', 'is required with BACKUP_URL: the public key, age1…, that age-keygen prints')
  else if (!RECIPIENT.test(recipient))
    env.refuse('BACKUP_RECIPIENT', 'must be one public key of age, age1…, as age-keygen prints it')
  return times === null || recipient === null ? null : { place, schedule: times, recipient, identity }
}

const ADDRESS = /^(?:(?<host>\[[\da-f:.]+\]|[\w.-]+):)?(?<port>\d{1,5})$/iu

/** `host:port`, or a port of this machine. */
const readAddress = ({ text, refuse }: Env, name: string): { host: string; port: number } | null => {
  const given = text(name)
  if (given === null) return null
  const { host = '127.0.0.1', port } = ADDRESS.exec(given)?.groups ?? {}
  const number = port === undefined ? Number.NaN : Number(port)
  return number <= 65_535
    ? { host: host.replace(/^\[|\]$/gu, ''), port: number }
    : refuse(name, 'must be a port such as 9464, or a host and a port such as 10.0.0.5:9464 or [::1]:9464')
}

const readMetrics = (env: Env): Config['metrics'] => {
  const [address, token] = [readAddress(env, 'METRICS_ADDRESS'), readSecret(env, 'METRICS_TOKEN')]
  if (token !== null && !/^[\u0021-\u007e]+$/u.test(token))
    return env.refuse('METRICS_TOKEN', 'must be one word without spaces or line breaks')
  return address === null && token === null ? null : { address, token }
}

const readLogLevel = ({ text, refuse }: Env): LogLevel => {
  const given = text('LOG_LEVEL') ?? 'info'
  const level = logLevels.find((known) => known === given)
  return level ?? refuse('LOG_LEVEL', `must be one of ${logLevels.join(', ')}`) ?? 'info'
}

const readSecondFactorRole = ({ text, refuse }: Env): SecondFactorRole => {
  const given = text('REQUIRE_SECOND_FACTOR')
  if (given === null || given === 'none') return given
  return isRole(given) ? given : refuse('REQUIRE_SECOND_FACTOR', `must be none, ${roles.join(', ')}`)
}

const readAssessmentRule = ({ text, refuse }: Env): AssessmentRule => {
  const given = text('REQUIRE_ASSESSMENT') ?? 'none'
  const rule = assessmentRules.find((known) => known === given)
  return rule ?? refuse('REQUIRE_ASSESSMENT', `must be one of ${assessmentRules.join(', ')}`) ?? 'none'
}

/** By default next to the SQLite database. */
const readDumps = (env: Env, database: Database): Config['dumps'] => {
  const usual = database.engine === 'sqlite' ? join(dirname(database.path), 'dumps') : 'data/dumps'
  const folder = env.text('DUMPS') ?? (database.engine === 'sqlite' && database.path === ':memory:' ? 'off' : usual)
  const kept = readCount(env, 'DUMPS_KEPT', { otherwise: 3, most: 100 })
  const license = env.text('DUMPS_LICENSE')
  return folder === 'off' ? null : { folder, kept, license }
}

/** The address of the endpoint itself, if given the one that others are below. */
const embeddingsUrl = (given: string): string => {
  const url = new URL(given)
  if (!url.pathname.endsWith('/embeddings')) url.pathname = `${url.pathname.replace(/\/+$/u, '')}/embeddings`
  return url.href
}

const readEmbeddings = (env: Env): Config['embeddings'] => {
  const url = readUrl(env, 'EMBEDDINGS_URL', ['https:', 'http:'])
  const isWrong = env.errors.some(({ path }) => path === 'EMBEDDINGS_URL')
  const [model, key] = [env.text('EMBEDDINGS_MODEL'), env.text('EMBEDDINGS_KEY')]
  if (isWrong) return null
  if (url === null) {
    const needsUrl = 'is used only with EMBEDDINGS_URL: set that, or unset this'
    if (model !== null) env.refuse('EMBEDDINGS_MODEL', needsUrl)
    if (key !== null) env.refuse('EMBEDDINGS_KEY', needsUrl)
    return null
  }
  const { username, password } = new URL(url)
  if (username !== '' || password !== '')
    return env.refuse('EMBEDDINGS_URL', 'must not contain a user or a password: put the key into EMBEDDINGS_KEY_FILE')
  if (model === null)
    return env.refuse('EMBEDDINGS_MODEL', 'is required with EMBEDDINGS_URL: the name of the model at that address')
  if (key !== null && !/^[\u0021-\u007e]+$/u.test(key))
    return env.refuse('EMBEDDINGS_KEY', 'must be one word without spaces or line breaks')
  return { url: embeddingsUrl(url), model, key }
}

/** Reads the environment. Throws `invalid` with all errors; no message repeats a value. */
export const readConfig = (environment: Environment): Config => {
  const env = environmentReader(environment)
  const smtpUrl = readUrl(env, 'SMTP_URL', ['smtp:', 'smtps:'])
  const mailIsWanted = smtpUrl !== null || env.errors.length > 0
  const mailFrom = readMailFrom(env)
  if (mailIsWanted && mailFrom === null && !env.errors.some(({ path }) => path === 'MAIL_FROM'))
    env.refuse('MAIL_FROM', 'is required with SMTP_URL: the address that emails come from')
  const database = readDatabase(env)
  const filePlace = readPlace(env, 'FILES', env.text('FILES') ?? 'file:data/files')
  const config: Config = {
    host: env.text('HOST') ?? '127.0.0.1',
    port: readPort(env),
    database,
    publicUrl: readUrl(env, 'PUBLIC_URL', ['https:', 'http:']),
    allowedHosts: readList(env, 'ALLOWED_HOSTS', hosts),
    houseName: env.text('HOUSE_NAME') ?? DEFAULT_HOUSE_NAME,
    smtpUrl,
    mailFrom,
    dkim: readDkim(env),
    smtpConnections: readCount(env, 'SMTP_CONNECTIONS', { otherwise: 4, most: 50 }),
    mailRates: { total: readLimit(env, 'SMTP_RATE', 60_000), domain: readLimit(env, 'SMTP_DOMAIN_RATE', 60_000) },
    bounces: readBounces(env),
    teamEmail: readMailAddress(env, 'RESEARCH_TEAM_EMAIL'),
    trustedProxies: readList(env, 'TRUSTED_PROXIES', networks),
    outbound: readOutbound(env),
    filePlace,
    filesQuota: readBytes(env, 'FILES_QUOTA', DEFAULT_FILES_QUOTA_BYTES),
    websubHub: readUrl(env, 'WEBSUB_HUB', ['https:', 'http:']),
    embeddings: readEmbeddings(env),
    resolvers: {
      arxiv: readUrl(env, 'RESOLVE_ARXIV_URL', ['https:', 'http:']) ?? 'https://export.arxiv.org/api/query',
      doi: `${readUrl(env, 'RESOLVE_DOI_URL', ['https:', 'http:']) ?? 'https://doi.org'}/`,
      crossref: readUrl(env, 'RESOLVE_CROSSREF_URL', ['https:', 'http:']) ?? 'https://api.crossref.org/works',
      openalex: readUrl(env, 'RESOLVE_OPENALEX_URL', ['https:', 'http:']) ?? 'https://api.openalex.org/works',
    },
    resolvesWhenAdding: readSwitch(env, 'RESOLVE_WHEN_ADDING', 'off'),
    maxConnectionsPerClient: readCount(env, 'MAX_CONNECTIONS_PER_CLIENT', { otherwise: 64, most: 2_000 }),
    metrics: readMetrics(env),
    logLevel: readLogLevel(env),
    starterCorpus: readSwitch(env, 'STARTER_CORPUS'),
    dumps: readDumps(env, database),
    backups: readBackups(env, filePlace),
    secondFactorRole: readSecondFactorRole(env),
    requireAssessment: readAssessmentRule(env),
    secretKey: readSecret(env, 'SECRET_KEY'),
  }
  if (env.errors.length > 0) {
    const list = env.errors.map(({ path, message }) => `  ${path} ${message}`).join('\n')
    throw new Failure('invalid', `The environment has errors:\n${list}`, { details: env.errors })
  }
  return Object.freeze(config)
}
