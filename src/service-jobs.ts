import { bulkMailerOpener } from './mail/open-mailer.ts'
import type { Config } from './config.ts'
import { loadInTurns } from './load-in-turns.ts'
import { type Corpus } from './open-corpus.ts'
import type { SourceReading } from './open-source-reader.ts'
import { randomIds } from './random-ids.ts'
import type { OpenJob } from './jobs/open-jobs.ts'
import type { Dumps } from './ports/dumps.ts'
import type { FileStore } from './ports/file-store.ts'
import type { Mailer } from './ports/mailer.ts'
import type { MarkdownRenderer } from './ports/markdown-renderer.ts'
import type { SecretBox } from './ports/secret-box.ts'

type Composed = {
  config: Config
  corpus: Corpus
  ports: {
    markdown: MarkdownRenderer
    secretBox: SecretBox | null
    dumps: Dumps | null
    files: FileStore
  }
  /** Null without a mail server. */
  mailer: Mailer | null
  publicUrl: () => string
}

/** What a mail server is needed for. */
const mailJobs = ({ config, corpus, ports: { markdown }, mailer }: Composed): OpenJob[] => {
  const openMailer = bulkMailerOpener(config)
  if (mailer === null || openMailer === null) return []
  return [
    async () => {
      const { deliverOutboxJob } = await import('./jobs/deliver-outbox.ts')
      return deliverOutboxJob({ ...corpus, mailer }, config.teamEmail)
    },
    async () => (await import('./jobs/note-audit-head.ts')).noteAuditHeadJob(corpus),
    async () => (await import('./jobs/prepare-digests.ts')).prepareDigestsJob(corpus),
    async () => {
      const { deliverMailingsJob } = await import('./jobs/deliver-mailings.ts')
      const { subscriptionEmails } = await import('./jobs/subscription-emails.ts')
      return deliverMailingsJob({
        ...corpus,
        openMailer,
        compose: subscriptionEmails({ ...corpus, markdown }),
        connections: config.smtpConnections,
        rates: config.mailRates,
      })
    },
  ]
}

/** Most libraries watch nothing: what reads sources is loaded with the first one that is due. */
const openReadingJob = async ({ config, corpus, publicUrl }: Composed) => {
  const { watchSourcesJob } = await import('./jobs/sources/watch-sources.ts')
  let readSource: SourceReading | null = null
  return watchSourcesJob({
    ...corpus,
    read: async (source, signal) => {
      if (readSource === null) {
        // All at once would keep whoever is served waiting for 50 ms.
        await loadInTurns(new URL('open-source-reader.ts', import.meta.url))
        const { openSourceReader } = await import('./open-source-reader.ts')
        readSource ??= openSourceReader(config, corpus, publicUrl())
      }
      await readSource(source, signal)
    },
  })
}

const openWebhooksJob = async ({ config, corpus, ports: { secretBox }, publicUrl }: Composed) => {
  const { deliverWebhooksJob } = await import('./jobs/webhooks/deliver-webhooks.ts')
  return deliverWebhooksJob({
    ...corpus,
    ids: randomIds,
    open: async () => {
      const { openWebhookDelivery } = await import('./open-webhook-delivery.ts')
      return openWebhookDelivery(config, corpus, { secretBox, publicUrl })
    },
  })
}

const openRankingJob = async ({ corpus }: Composed) => {
  const { rankCandidatesJob } = await import('./jobs/sources/rank-candidates.ts')
  return rankCandidatesJob({
    ...corpus,
    rank: async () => {
      const { rankOpenCandidates } = await import('./sources/ranking/rank-open-candidates.ts')
      return rankOpenCandidates(corpus)
    },
  })
}

/** What answers and jobs need soon, but no start and no first answer; whoever comes sooner loads it, or waits for it. */
const LATER_PARTS = ['store/sql/open-private-reader.ts', 'store/sql/run-transaction.ts', 'http/agent-surface.ts']

const loadLaterParts = async (): Promise<null> => {
  for (const part of LATER_PARTS) await loadInTurns(new URL(part, import.meta.url))
  return null
}

/** The jobs of one server, each with what it needs of the whole. */
export const serviceJobs = (composed: Composed): OpenJob[] => {
  const { config, corpus, ports } = composed
  const { decisions, ingestion, renderedTexts, renderings } = corpus.store.private
  const { markdown, dumps, files } = ports
  const kept = config.dumps?.kept
  return [
    loadLaterParts,
    async () => (await import('./jobs/webhooks/keep-hub.ts')).keepHubJob(corpus, config.websubHub),
    ...mailJobs(composed),
    async () => (await import('./jobs/apply-due-decisions.ts')).applyDueDecisionsJob({ ...corpus, decisions }),
    async () => (await import('./jobs/render-texts.ts')).renderTextsJob({ ...corpus, renderings, markdown }),
    async () =>
      (await import('./jobs/render-full-texts.ts')).renderFullTextsJob({ ...corpus, renderedTexts, markdown }),
    () => openReadingJob(composed),
    () => openWebhooksJob(composed),
    () => openRankingJob(composed),
    async () => (await import('./jobs/undo-ingestion.ts')).undoIngestionJob({ ...corpus, ingestion }),
    async () => (await import('./jobs/remove-unused-files.ts')).removeUnusedFilesJob({ ...corpus, files }),
    async () => (await import('./jobs/merge-ranking.ts')).mergeRankingJob(corpus),
    async () => (await import('./jobs/prune-expired.ts')).pruneExpiredJob(corpus),
    ...(dumps === null || kept === undefined
      ? []
      : [
          async () => {
            const { keepDumpsJob } = await import('./jobs/keep-dumps.ts')
            return keepDumpsJob({ ...corpus, dumps, reader: corpus.store.private, kept })
          },
        ]),
  ]
}
