import type { Config } from './config.ts'
import {
  applyDueDecisionsJob,
  mergeRankingJob,
  noteAuditHeadJob,
  pruneExpiredJob,
  removeUnusedFilesJob,
  undoIngestionJob,
} from '#jobs/housekeeping.ts'
import { mailAlertsJob, settleAlertsJob } from '#jobs/alerts.ts'
import { deliverMailingsJob, subscriptionEmails } from '#jobs/mailings.ts'
import { deliverOutboxJob } from '#jobs/outbox.ts'
import { keepBackupsJob } from '#jobs/backups.ts'
import { keepDumpsJob } from '#jobs/dumps.ts'
import { checkEvidenceJob } from '#jobs/evidence.ts'
import { prepareDigestsJob } from '#jobs/digests.ts'
import { renderFullTextsJob, renderTextsJob } from '#jobs/renderings.ts'
import { readOldReferencesJob } from '#jobs/old-references.ts'
import type { Job } from './jobs/run-jobs.ts'
import { listCitedWorksJob, rankCandidatesJob, watchSourcesJob } from '#jobs/sources.ts'
import { keepTrendsJob } from '#jobs/trends.ts'
import { makeVectorsJob } from '#jobs/vectors.ts'
import type { OpenEmbeddings } from './open-embeddings.ts'
import { deliverWebhooksJob, ensureHubJob } from '#jobs/webhooks.ts'
import { storedReferences } from '#imports/stored-references.ts'
import { bulkMailerOpener } from '#mail/open-mailer.ts'
import type { Corpus } from './open-corpus.ts'
import { openSourceReader } from './open-source-reader.ts'
import { openWebhookDelivery } from './open-webhook-delivery.ts'
import type { Backups } from './ports/backups.ts'
import type { Dumps } from './ports/dumps.ts'
import type { FileStore } from './ports/file-store.ts'
import type { Mailer } from '#ports/mailer.ts'
import type { MarkdownRenderer } from './ports/markdown-renderer.ts'
import type { SecretBox } from '#ports/credentials.ts'
import { randomIds } from './random-ids.ts'
import { rankOpenCandidates } from '#sources/rank-open-candidates.ts'

type Composed = {
  config: Config
  corpus: Corpus
  ports: {
    markdown: MarkdownRenderer
    secretBox: SecretBox | null
    dumps: Dumps | null
    backups: Backups | null
    files: FileStore
    embeddings: OpenEmbeddings | null
  }
  /** Null without a mail server. */
  mailer: Mailer | null
  publicUrl: () => string
}

/** The jobs that need a mail server. */
const mailJobs = ({ config, corpus, ports: { markdown }, mailer }: Composed): Job[] => {
  const openMailer = bulkMailerOpener(config)
  if (mailer === null || openMailer === null) return []
  return [
    deliverOutboxJob({ ...corpus, mailer }, config.teamEmail),
    noteAuditHeadJob(corpus),
    mailAlertsJob({ ...corpus, alerts: corpus.store.private.alerts }),
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

/** The same job, which sees the settings of the library as they are when it runs. */
const withCurrentSettings =
  ({ site }: Corpus) =>
  (job: Job): Job => ({
    ...job,
    run: async (signal) => {
      await site.refresh()
      return job.run(signal)
    },
  })

const allJobs = (composed: Composed): Job[] => {
  const { config, corpus, ports, publicUrl } = composed
  const { decisions, ingestion, renderedTexts, renderings } = corpus.store.private
  const { markdown, dumps, backups, files, secretBox, embeddings } = ports
  const kept = config.dumps?.kept
  return [
    ensureHubJob(corpus, config.websubHub),
    ...mailJobs(composed),
    applyDueDecisionsJob({ ...corpus, decisions }),
    renderTextsJob({ ...corpus, renderings, markdown }),
    checkEvidenceJob(corpus),
    renderFullTextsJob({ ...corpus, renderedTexts, markdown }),
    watchSourcesJob({ ...corpus, read: openSourceReader(config, corpus, publicUrl()) }),
    deliverWebhooksJob({
      ...corpus,
      ids: randomIds,
      sending: openWebhookDelivery(config, corpus, { secretBox, publicUrl }),
    }),
    rankCandidatesJob({ ...corpus, rank: () => rankOpenCandidates(corpus) }),
    listCitedWorksJob(corpus),
    readOldReferencesJob({ ...corpus, referencesOf: storedReferences }),
    undoIngestionJob({ ...corpus, ingestion }),
    removeUnusedFilesJob({ ...corpus, files }),
    ...(embeddings === null ? [] : [makeVectorsJob({ ...corpus, embedder: embeddings.embedder, ids: randomIds })]),
    settleAlertsJob({ ...corpus, alerts: corpus.store.private.alerts }),
    keepTrendsJob(corpus),
    mergeRankingJob(corpus),
    pruneExpiredJob(corpus),
    ...(dumps === null || kept === undefined
      ? []
      : [keepDumpsJob({ ...corpus, dumps, reader: corpus.store.private, kept })]),
    ...(backups === null ? [] : [keepBackupsJob({ ...corpus, backups, state: corpus.store.private.backups })]),
  ]
}

/** The jobs of a serving process. To be called once the public address is known. */
export const serviceJobs = (composed: Composed): Job[] => allJobs(composed).map(withCurrentSettings(composed.corpus))
