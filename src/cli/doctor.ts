import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { dirname } from 'node:path'
import type { Command } from 'commander'
import { readConfig, type Config } from '#config.ts'
import { fine, wrong, type Check } from '#core/diagnosis.ts'
import { EmbeddingFailure } from '#core/embedding.ts'
import { Failure, messageOf } from '#core/failure.ts'
import { byteSize } from '#core/numbers.ts'
import { checkSender } from '#mail/check-sender.ts'
import { verifyMailServer } from '#mail/open-mailer.ts'
import { examineContents } from '#maintenance/examine-contents.ts'
import { examineDatabase } from '#maintenance/examine-database.ts'
import { PROBE } from '#jobs/vectors.ts'
import { embedderOf } from '#open-embeddings.ts'
import { openFileStore } from '#open-file-store.ts'
import { verifyAudit } from '#queries/audit.ts'
import { systemClock } from '#system-clock.ts'
import { version } from '#version.ts'
import { resolveTexts } from './mail.ts'
import { print } from './terminal.ts'

/** Less is too little for a log, a dump and the copy that is made before a migration. */
const MIN_FREE_BYTES = 200 * 2 ** 20

/** The folders that Longview writes to, with the variable that names each. */
const foldersOf = ({ database, filePlace, dumps, backups }: Config): [variable: string, path: string][] => [
  ...(database.engine === 'sqlite' ? [['DATABASE_URL', dirname(database.path)] as [string, string]] : []),
  ...(filePlace.kind === 'folder' ? [['FILES', filePlace.path] as [string, string]] : []),
  ...(dumps === null ? [] : [['DUMPS', dumps.folder] as [string, string]]),
  ...(backups?.place.kind === 'folder' ? [['BACKUP_URL', backups.place.path] as [string, string]] : []),
]

/** The folder itself, or the nearest above that exists, in which it will be made. */
const existing = (path: string): string => (existsSync(path) || dirname(path) === path ? path : existing(dirname(path)))

const isWritable = (path: string): boolean => {
  try {
    accessSync(existing(path), constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

const GROUP_AND_OTHERS = 0o077

const permissionsCheck = (config: Config): Check => {
  const closed = foldersOf(config).filter(([, path]) => !isWritable(path))
  if (closed.length > 0)
    return wrong(
      'permissions',
      closed.map(([variable, path]) => `${path} (${variable}) cannot be written`).join('; '),
      'Make the user of the server its owner.',
    )
  const { database } = config
  const secrets = database.engine === 'sqlite' ? [database.path, `${database.path}.key`] : []
  const open = secrets.filter((path) => existsSync(path) && (statSync(path).mode & GROUP_AND_OTHERS) !== 0)
  return open.length === 0
    ? fine('permissions', 'what has to be written can be, and the database is private')
    : wrong('permissions', `other users can read ${open.join(' and ')}`, `Run "chmod 600 ${open.join(' ')}".`)
}

/** The copy before a migration takes as much as the database. */
const diskCheck = (config: Config, bytes: number | null): Check => {
  const wanted = MIN_FREE_BYTES + (config.database.engine === 'sqlite' ? (bytes ?? 0) : 0)
  const places = foldersOf(config).map(([variable, path]) => {
    const { bavail, bsize } = statfsSync(existing(path))
    return { variable, path, free: bavail * bsize }
  })
  const full = places.filter(({ free }) => free < wanted)
  return full.length === 0
    ? fine(
        'disk',
        places.map(({ path, free }) => `${path}: ${byteSize(free)} free`).join('; ') || 'nothing is stored here',
      )
    : wrong(
        'disk',
        full.map(({ path, free }) => `${path}: only ${byteSize(free)} free`).join('; '),
        `Make room for at least ${byteSize(wanted)}.`,
      )
}

const hostOf = (url: string | null): string[] => (url === null ? [] : [new URL(url).hostname.replace(/^\[|\]$/gu, '')])

const dnsCheck = async ({ publicUrl, smtpUrl, database, outbound, websubHub, embeddings }: Config): Promise<Check> => {
  const databaseUrl = database.engine === 'postgres' ? database.url : null
  const urls = [publicUrl, smtpUrl, databaseUrl, outbound.proxyUrl, websubHub, embeddings?.url ?? null]
  const hosts = urls.flatMap(hostOf)
  const names = [...new Set(hosts)].filter((host) => host !== '' && isIP(host) === 0)
  const failed: string[] = []
  for (const name of names) await lookup(name).catch((error: unknown) => failed.push(`${name}: ${messageOf(error)}`))
  if (failed.length > 0)
    return wrong('DNS', failed.join('; '), 'Correct the name in the environment, or the name servers of this machine.')
  return fine('DNS', names.length === 0 ? 'no name is configured' : `${names.join(', ')} resolve`)
}

const mailServerCheck = async ({ smtpUrl }: Config): Promise<Check> => {
  if (smtpUrl === null) return fine('mail server', 'none is configured: emails wait in the outbox')
  try {
    await verifyMailServer(smtpUrl)
    return fine('mail server', `${new URL(smtpUrl).hostname} accepts us`)
  } catch (error) {
    return wrong('mail server', messageOf(error), 'Correct SMTP_URL, or the user and password in it.')
  }
}

const senderCheck = async ({ smtpUrl, mailFrom, bounces, dkim }: Config): Promise<Check> => {
  const domain = mailFrom?.address.split('@').at(-1)
  if (smtpUrl === null || domain === undefined) return fine('mail sender', 'none is configured')
  const bounceDomain = bounces.address?.split('@').at(-1) ?? null
  const checks = await checkSender({ domain, bounceDomain, keys: dkim }, resolveTexts)
  const faults = checks.filter(({ ok }) => !ok)
  return faults.length === 0
    ? fine('mail sender', `SPF, DKIM and DMARC of ${domain} are in order`)
    : wrong('mail sender', faults.map(({ name, told }) => `${name}: ${told}`).join(' '), 'See "longview mail check".')
}

/** Sends a short public text to the embeddings endpoint. */
const embeddingsCheck = async (config: Config): Promise<Check> => {
  const embedder = embedderOf(config)
  if (embedder === null) return fine('embeddings', 'no endpoint is configured')
  try {
    const begun = performance.now()
    const [vector] = await embedder.embed([PROBE], { purpose: 'texts' })
    const took = Math.round(performance.now() - begun)
    return fine('embeddings', `${embedder.model} answered in ${took} ms with a vector of ${vector?.length} numbers`)
  } catch (error) {
    if (!(error instanceof EmbeddingFailure)) throw error
    return wrong(
      'embeddings',
      error.message,
      'Correct EMBEDDINGS_URL, EMBEDDINGS_MODEL or the key, or start the server there; until then searches go by words alone.',
    )
  }
}

const contentChecks = async (config: Config): Promise<Check[]> => {
  const files = openFileStore(config.filePlace)
  try {
    return await examineContents(config.database, {
      now: systemClock.now(),
      files,
      verify: (audit) => verifyAudit(audit, null),
      model: config.embeddings?.model ?? null,
      backups: config.backups,
    })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return [wrong('contents', error.message, 'Correct what is named there, then run "longview doctor" again.')]
  }
}

/** A database that is missing, damaged or not migrated is not read further. */
const isReadable = (checks: readonly Check[]): boolean => checks.some(({ check, ok }) => check === 'migrations' && ok)

const examine = async (): Promise<Check[]> => {
  let config: Config
  try {
    config = readConfig(process.env)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const details = error.details.map(({ path, message }) => `${path} ${message}`)
    return details.map((detail) => wrong('configuration', detail, 'Correct the variable; see docs/configuration.md.'))
  }
  const { checks, bytes } = await examineDatabase(config.database)
  return [
    fine('configuration', 'every variable can be read'),
    permissionsCheck(config),
    diskCheck(config, bytes),
    ...checks,
    ...(isReadable(checks) ? await contentChecks(config) : []),
    await dnsCheck(config),
    await mailServerCheck(config),
    await senderCheck(config),
    await embeddingsCheck(config),
  ]
}

const asText = ({ check, ok, detail, remedy }: Check): string =>
  `${ok ? 'ok   ' : 'WRONG'}  ${check.padEnd(14)}  ${detail}${remedy === null ? '' : `\n       ${' '.repeat(14)}  → ${remedy}`}`

/** What support asks for first. It holds names of hosts and folders, and no secret. */
const heading = (): string =>
  `Longview ${version}, Node ${process.version}, ${process.platform} ${process.arch}, ${new Date().toISOString()}\n`

type Options = { json?: boolean; report?: boolean }

const doctor = async ({ json, report }: Options): Promise<void> => {
  const checks = await examine()
  if (json === true) print(JSON.stringify(checks))
  else {
    if (report === true) print(heading())
    for (const check of checks) print(asText(check))
  }
  process.exitCode = checks.every(({ ok }) => ok) ? 0 : 1
}

export const addDoctor = (program: Command): void => {
  program
    .command('doctor')
    .description(
      'check configuration, permissions, disk, database, clock, audit log, files, sources, backups, DNS, mail and embeddings, and say what to do; changes nothing; exit 1 if anything is wrong',
    )
    .option('--report', 'begin with the versions of Longview, Node and the system, for a request for help')
    .option('--json', 'print [{"check","ok","detail","remedy"}]')
    .action(doctor)
}
