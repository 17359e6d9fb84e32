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
import { deliverWebhooksJob } from './jobs/webhooks/deliver-webhooks.ts'
import { undoIngestionJob } from './jobs/undo-ingestion.ts'
import { bulkMailerOpener } from './mail/open-mailer.ts'
import type { Config } from './config.ts'
import { type Corpus } from './open-corpus.ts'
import type { SourceReading } from './open-source-reader.ts'
import { randomIds } from './random-ids.ts'
import type { Job } from './jobs/run-jobs.ts'
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
const mailJobs = ({ config, corpus, ports: { markdown }, mailer }: Composed): Job[] => {
  const openMailer = bulkMailerOpener(config)
  if (mailer === null || openMailer === null) return []
  return [
    deliverOutboxJob({ ...corpus, mailer }, config.teamEmail),
    noteAuditHeadJob(corpus),
    prepareDigestsJob(corpus),
    deliverMailingsJob({
      ...corpus,
      openMailer,
      compose: subscriptionEmails({ ...corpus, markdown }),
      connections: config.smtpConnections,
      rates: config.mailRates,
    }),
  ]
}

/** Most libraries watch nothing: what reads sources is loaded with the first one that is due. */
const readingJob = ({ config, corpus, publicUrl }: Composed): Job => {
  let readSource: SourceReading | null = null
  return watchSourcesJob({
    ...corpus,
    read: async (source, signal) => {
      if (readSource === null) {
        const { loadSourceReader } = await import('./load-source-reader.ts')
        const openSourceReader = await loadSourceReader()
        readSource ??= openSourceReader(config, corpus, publicUrl())
      }
      await readSource(source, signal)
    },
  })
}

/** The jobs of one server, each with what it needs of the whole. */
export const serviceJobs = (composed: Composed): Job[] => {
  const { config, corpus, ports, publicUrl } = composed
  const { store } = corpus
  const { markdown, secretBox, dumps, files } = ports
  return [
    ...mailJobs(composed),
    applyDueDecisionsJob({ ...corpus, decisions: store.private.decisions }),
    renderTextsJob({ ...corpus, renderings: store.private.renderings, markdown }),
    renderFullTextsJob({ ...corpus, renderedTexts: store.private.renderedTexts, markdown }),
    readingJob(composed),
    deliverWebhooksJob({
      ...corpus,
      ids: randomIds,
      open: async () => {
        const { openWebhookDelivery } = await import('./open-webhook-delivery.ts')
        return openWebhookDelivery(config, corpus, { secretBox, publicUrl })
      },
    }),
    rankCandidatesJob({
      store,
      rank: async () => {
        const { rankOpenCandidates } = await import('./sources/ranking/rank-open-candidates.ts')
        return rankOpenCandidates(corpus)
      },
    }),
    undoIngestionJob({ ...corpus, ingestion: store.private.ingestion }),
    removeUnusedFilesJob({ ...corpus, files }),
    mergeRankingJob(corpus),
    pruneExpiredJob(corpus),
    ...(dumps === null || config.dumps === null
      ? []
      : [keepDumpsJob({ ...corpus, dumps, reader: store.private, kept: config.dumps.kept })]),
  ]
}
