import { storePublicUrl } from '#actions/site.ts'
import { receiveEmail } from '#jobs/bounces.ts'
import { runJobs } from './jobs/run-jobs.ts'
import { lifecycle } from './http/lifecycle.ts'
import { connectionClient, proxyMatcher } from '#http/auth/client-address.ts'
import { ownHosts } from '#http/auth/own-hosts.ts'
import { connectionTable } from '#http/limits/connections.ts'
import { openMarkdownRenderer } from './markdown/open-markdown-renderer.ts'
import { listen, type StopMode } from './http/listen.ts'
import { createServer, serveStandardInput } from './http/server.ts'
import { parseEmail } from '#mail/incoming/parse-email.ts'
import { addressChecker } from '#outbound/check-address.ts'
import type { ServerPorts } from '#http/ports.ts'
import { openEmbeddings } from './open-embeddings.ts'
import { type Collect, openMetrics, serveMetrics, watchCorpus } from './open-metrics.ts'
import type { ProcessMetrics } from './metrics/open-process-metrics.ts'
import type { PublicMetrics } from '#http/metrics.ts'
import { type Metrics, noMetrics } from './ports/metrics.ts'
import { openMailer } from '#mail/open-mailer.ts'
import { commonPassphrases, scryptPassphrases } from '#credentials/passphrases.ts'
import { openSecretBox } from '#credentials/secret-box.ts'
import { webAuthn } from '#credentials/web-authn.ts'
import type { Config } from './config.ts'
import { openBackups } from './backups/open-backups.ts'
import { openDumps } from './dumps/open-dumps.ts'
import { openFileStore } from './open-file-store.ts'
import { openContentReader } from './imports/content-reader.ts'
import { openCorpus, type Corpus } from './open-corpus.ts'
import { openRecordLookup } from './open-source-reader.ts'
import { openShareImages } from './share-images/open-share-images.ts'
import { version } from './version.ts'
import { serviceJobs } from './service-jobs.ts'

const EMAIL_FINISHES_WITHIN_MS = 5_000

export type Service = {
  url: string
  /** Of this process alone; null if nobody watches it. */
  metrics: ProcessMetrics | null
  /** Where metrics are served at an address of their own; null if they are not. */
  metricsUrl: string | null
  stop(mode: StopMode): Promise<void>
}

/** The public URL, or by default the address that the service listens on. */
const usualUrl = ({ publicUrl, host, port }: Config): string => publicUrl ?? `http://${host}:${port}`

type Watched = { metrics?: Metrics; publicMetrics?: PublicMetrics | null }

/** What a server needs besides the corpus. */
const serverPorts = (
  config: Config,
  corpus: Corpus,
  { publicUrl, metrics = noMetrics, publicMetrics = null }: Watched & { publicUrl: () => string },
) => ({
  ...config,
  ...corpus,
  metrics,
  publicMetrics,
  embeddings: openEmbeddings(config, corpus),
  passphrases: scryptPassphrases(),
  commonPassphrases: commonPassphrases(),
  webAuthn: webAuthn(),
  secretBox: openSecretBox(config),
  checkAddress: addressChecker(config.outbound),
  connections: connectionTable({
    clientOf: connectionClient(proxyMatcher(config.trustedProxies)),
    mostPerClient: config.maxConnectionsPerClient,
  }),
  hosts: ownHosts({ ...config, bind: config.host }),
  markdown: openMarkdownRenderer({ log: corpus.log }),
  shareImages: openShareImages({ log: corpus.log }),
  contentReader: openContentReader(),
  lookUpRecords: openRecordLookup(config, corpus),
  lifecycle: lifecycle(),
  dumps: openDumps(config, corpus.clock),
  backups: openBackups(config),
  files: openFileStore(config.filePlace),
  version,
  publicUrl,
  canMail: config.smtpUrl !== null,
  receiveEmail: receiveEmail({ ...corpus, parseEmail }),
})

type Ports = ReturnType<typeof serverPorts>

const toServerPorts = (ports: Ports): ServerPorts => ({ ...ports, meaning: ports.embeddings?.meaning ?? null })

const closeAll = async ({ embeddings, markdown, shareImages, contentReader }: Ports, corpus: Corpus): Promise<void> => {
  // What compares meanings reads from the corpus.
  await embeddings?.meaning.close()
  await Promise.all([corpus.close(), markdown.close(), shareImages.close(), contentReader.close()])
}

/** Opens a corpus and serves an agent over standard input and output until the input ends. Listens on no port. */
export const serveAgent = async (config: Config): Promise<void> => {
  const publicUrl = (): string => usualUrl(config)
  const corpus = await openCorpus(config, { publicUrl, mayLackPrimary: true })
  const ports = serverPorts(config, corpus, { publicUrl })
  try {
    await serveStandardInput(toServerPorts(ports))
  } finally {
    await closeAll(ports, corpus)
  }
}

/** Tells commands, which may not know PUBLIC_URL, under which address this corpus is reached. A server starts without that, too. */
const keepPublicUrl = async ({ publicUrl }: Config, { store, run, log }: Corpus): Promise<void> => {
  try {
    if (publicUrl !== null && (await store.private.site.publicUrl()) !== publicUrl) await run(storePublicUrl, publicUrl)
  } catch (error) {
    log.warn({ err: error }, 'PUBLIC_URL could not be stored for commands; set it for them, too')
  }
}

/** Counts this process; `collectAll` gives what all processes have counted if it is one of several. */
const openWatching = async (config: Config, collectAll: Collect | undefined) => {
  const own = await openMetrics(config, { serves: true })
  if (own === null) return null
  const collect: Collect = collectAll ?? (async () => [await own.collect()])
  return {
    own,
    served: (log: Corpus['log']) => serveMetrics(config, collect, { log, listens: collectAll === undefined }),
  }
}

/**
 * Opens and serves a corpus that has been prepared (`prepareCorpus`). Resolves once the server is listening.
 * @param collectAll in one of several processes: what all of them have counted
 */
export const startService = async (config: Config, collectAll?: Collect): Promise<Service> => {
  // With PORT=0 the address is known only once the server is listening.
  const site = { url: usualUrl(config) }
  const publicUrl = (): string => site.url
  const watching = await openWatching(config, collectAll)
  const metrics = watching?.own.metrics ?? noMetrics
  const corpus = await openCorpus(config, { publicUrl, metrics, mayLackPrimary: true })
  const { log } = corpus
  if (watching !== null) watchCorpus(watching.own, config, corpus)
  const served = (await watching?.served(log)) ?? null
  const token = config.metrics?.token ?? null
  const publicMetrics = served === null || token === null ? null : { exposition: served.exposition, token }
  const ports = serverPorts(config, corpus, { publicUrl, metrics, publicMetrics })
  const listening = await listen(
    createServer(toServerPorts(ports)),
    { ...config, connections: ports.connections },
    ports.lifecycle,
  )
  if (config.publicUrl === null) site.url = listening.url
  await keepPublicUrl(config, corpus)
  const mailer = await openMailer(config)
  const jobs = runJobs(serviceJobs({ config, corpus, ports, mailer, publicUrl }), { ...corpus, metrics })
  return {
    url: listening.url,
    metrics: watching?.own ?? null,
    metricsUrl: served?.listening?.url ?? null,
    stop: async (mode) => {
      // A mail server that hangs must not hold up the process: unsent emails stay in the outbox.
      const timer = setTimeout(() => mailer?.close(), EMAIL_FINISHES_WITHIN_MS)
      await Promise.all([listening.stop(mode), jobs.stop()])
      clearTimeout(timer)
      mailer?.close()
      await served?.listening?.close()
      watching?.own.close()
      await closeAll(ports, corpus)
    },
  }
}
