import { applyDueDecisionsJob } from './jobs/apply-due-decisions.ts'
import { prepareDigestsJob } from './jobs/prepare-digests.ts'
import { subscriptionEmails } from './jobs/subscription-emails.ts'
import { deliverMailingsJob } from './jobs/deliver-mailings.ts'
import { deliverOutboxJob } from './jobs/deliver-outbox.ts'
import { noteAuditHeadJob } from './jobs/note-audit-head.ts'
import { keepDumpsJob } from './jobs/keep-dumps.ts'
import { mergeRankingJob } from './jobs/merge-ranking.ts'
import { pruneExpiredJob } from './jobs/prune-expired.ts'
import { rankCandidatesJob } from './jobs/rank-candidates.ts'
import { renderFullTextsJob } from './jobs/render-full-texts.ts'
import { renderTextsJob } from './jobs/render-texts.ts'
import { removeUnusedFilesJob } from './jobs/remove-unused-files.ts'
import { watchSourcesJob } from './jobs/watch-sources.ts'
import { keepHub } from './jobs/webhooks/keep-hub.ts'
import { deliverWebhooksJob } from './jobs/webhooks/deliver-webhooks.ts'
import { undoIngestionJob } from './jobs/undo-ingestion.ts'
import { receiveEmail } from './jobs/receive-email.ts'
import { runJobs } from './jobs/run-jobs.ts'
import { lifecycle } from './http/lifecycle.ts'
import { connectionClient, proxyMatcher } from './http/auth/client-address.ts'
import { ownHosts } from './http/auth/own-hosts.ts'
import { connectionTable } from './http/limits/connection-table.ts'
import { openMarkdownRenderer } from './markdown/open-markdown-renderer.ts'
import { listen, type StopMode } from './http/listen.ts'
import { bulkMailerOpener, openMailer } from './mail/open-mailer.ts'
import { commonPassphrases } from './auth/common-passphrases.ts'
import { openSecretBox } from './auth/open-secret-box.ts'
import { scryptPassphrases } from './auth/passphrases.ts'
import { webAuthn } from './auth/web-authn.ts'
import type { Config } from './config.ts'
import { openDumps } from './dumps/open-dumps.ts'
import { openFileStore } from './open-file-store.ts'
import { openCorpus, type Corpus } from './open-corpus.ts'
import type { SourceReading } from './open-source-reader.ts'
import { randomIds } from './random-ids.ts'
import { version } from './version.ts'

const EMAIL_FINISHES_WITHIN_MS = 5_000

export type Service = { url: string; stop(manner: StopMode): Promise<void> }

/** Where a corpus is served unless its operator says otherwise. */
const usualUrl = ({ publicUrl, host, port }: Config): string => publicUrl ?? `http://${host}:${port}`

/** What answering requests needs beside the corpus. */
const serverPorts = (config: Config, corpus: Corpus, publicUrl: () => string) => ({
  ...config,
  ...corpus,
  passphrases: scryptPassphrases(),
  commonPassphrases: commonPassphrases(),
  webAuthn: webAuthn(),
  secretBox: openSecretBox(config),
  connections: connectionTable({
    clientOf: connectionClient(proxyMatcher(config.trustedProxies)),
    mostPerClient: config.maxConnectionsPerClient,
  }),
  hosts: ownHosts({ ...config, bind: config.host }),
  markdown: openMarkdownRenderer({ log: corpus.log }),
  lifecycle: lifecycle(),
  dumps: openDumps(config, corpus.clock),
  files: openFileStore(config.filePlace),
  version,
  publicUrl,
  canMail: config.smtpUrl !== null,
  // Most servers never get such an email: what takes it apart is loaded with the first.
  receiveEmail: receiveEmail({
    ...corpus,
    parseEmail: async (raw) => (await import('./mail/bounces/parse-email.ts')).parseEmail(raw),
  }),
})

/** Opens a corpus and answers the agent at standard input and output, until it ends the input. Nothing listens. */
export const serveAgent = async (config: Config): Promise<void> => {
  const publicUrl = (): string => usualUrl(config)
  const corpus = await openCorpus(config, { publicUrl })
  const { serveStandardInput } = await import('./http/server.ts')
  const ports = serverPorts(config, corpus, publicUrl)
  try {
    await serveStandardInput(ports)
  } finally {
    await Promise.all([corpus.close(), ports.markdown.close()])
  }
}

/** Opens a corpus that is prepared and serves it. Resolves once requests are answered. */
export const startService = async (config: Config): Promise<Service> => {
  // With PORT=0 the address is known only once the server listens.
  const site = { url: usualUrl(config) }
  const publicUrl = (): string => site.url
  const corpus = await openCorpus(config, { publicUrl })
  const { store, log } = corpus
  const { createServer } = await import('./http/server.ts')
  const ports = serverPorts(config, corpus, publicUrl)
  const { markdown } = ports
  const listening = await listen(createServer(ports), { ...config, connections: ports.connections }, ports.lifecycle)
  if (config.publicUrl === null) site.url = listening.url
  const mailer = await openMailer(config)
  const openBulkMailer = bulkMailerOpener(config)
  const mail =
    mailer === null || openBulkMailer === null
      ? []
      : [
          deliverOutboxJob({ ...corpus, mailer }, config.teamEmail),
          noteAuditHeadJob(corpus),
          prepareDigestsJob(corpus),
          deliverMailingsJob({
            ...corpus,
            openMailer: openBulkMailer,
            compose: subscriptionEmails({ ...corpus, markdown }),
            connections: config.smtpConnections,
            rates: config.mailRates,
          }),
        ]
  let readSource: SourceReading | null = null
  const decisions = applyDueDecisionsJob({ ...corpus, decisions: store.private.decisions })
  const texts = renderTextsJob({ ...corpus, renderings: store.private.renderings, markdown })
  const fullTexts = renderFullTextsJob({ ...corpus, renderedTexts: store.private.renderedTexts, markdown })
  const sources = watchSourcesJob({
    ...corpus,
    // Most libraries watch nothing: what reads sources is loaded with the first one that is due.
    read: async (source, signal) => {
      const { openSourceReader } = await import('./open-source-reader.ts')
      readSource ??= openSourceReader(config, corpus, site.url)
      await readSource(source, signal)
    },
  })
  await keepHub(corpus, config.websubHub)
  const webhooks = deliverWebhooksJob({
    ...corpus,
    ids: randomIds,
    open: async () => {
      const { openWebhookDelivery } = await import('./open-webhook-delivery.ts')
      return openWebhookDelivery(config, corpus, { secretBox: ports.secretBox, publicUrl })
    },
  })
  const ranks = rankCandidatesJob({
    store,
    rank: async () => {
      const { rankOpenCandidates } = await import('./sources/ranking/rank-open-candidates.ts')
      return rankOpenCandidates(corpus)
    },
  })
  const undoing = undoIngestionJob({ ...corpus, ingestion: store.private.ingestion })
  const keepDumps =
    ports.dumps === null || config.dumps === null
      ? []
      : [keepDumpsJob({ ...corpus, dumps: ports.dumps, reader: store.private, kept: config.dumps.kept })]
  const unusedFiles = removeUnusedFilesJob({ ...corpus, files: ports.files })
  const ours = [
    decisions,
    texts,
    fullTexts,
    sources,
    webhooks,
    ranks,
    undoing,
    unusedFiles,
    mergeRankingJob(corpus),
    pruneExpiredJob(corpus),
  ].concat(keepDumps)
  const jobs = runJobs([...mail, ...ours], log)
  return {
    url: listening.url,
    stop: async (manner) => {
      // A mail server that hangs must not hold the process: what it has not taken by then waits in the outbox.
      const patience = setTimeout(() => mailer?.close(), EMAIL_FINISHES_WITHIN_MS)
      await Promise.all([listening.stop(manner), jobs.stop()])
      clearTimeout(patience)
      mailer?.close()
      await Promise.all([corpus.close(), markdown.close()])
    },
  }
}
