import type { PrivateReaders, PrivateReader, PublicReader, Transaction, Writers } from '#ports/store/store.ts'
import type { Db } from '#store/rows.ts'
import { auditReader, auditWriter } from './accounts/audit.ts'
import { savedViewReader, savedViewWriter } from './accounts/saved-views.ts'
import { editorReader, editorWriter } from './accounts/editors.ts'
import {
  idempotencyReader,
  idempotencyWriter,
  keyReader,
  keyWriter,
  quotaReader,
  quotaWriter,
} from './accounts/keys.ts'
import { passkeyReader, passkeyWriter } from './accounts/passkeys.ts'
import { secondFactorReader, secondFactorWriter } from './accounts/second-factors.ts'
import { sessionReader, sessionWriter } from './accounts/sessions.ts'
import { alertReader, alertWriter } from './alerts.ts'
import { assessmentWriter, assessmentReader } from './assessment.ts'
import { backupStateReader, backupStateWriter } from './backups.ts'
import { changeReader } from './changes.ts'
import { briefDraftReader, briefWriter, publicBriefReader } from './editorial/briefs.ts'
import { citationReader, citationWriter, privateCitationReader } from './papers/citations.ts'
import { chapterReader, chapterWriter, privateChapterReader } from './editorial/chapters.ts'
import { privateConceptReader, publicConceptReader, conceptWriter } from '#store/sql/editorial/concepts.ts'
import { bulkChangeReader, bulkChangeWriter } from './editorial/bulk-changes.ts'
import { gapWriter, privateGapReader, publicGapReader } from './editorial/gaps.ts'
import { relatedReader } from '#store/sql/editorial/related.ts'
import type { Engine, TransactionContext } from '#store/sql/engine/engine.ts'
import { plotReader, statsReader } from '#store/sql/facets/plots.ts'
import { evidenceWriter, privateEvidenceReader, publicEvidenceReader } from './evidence.ts'
import { feedReader, harvestReader } from './feeds.ts'
import { fileWriter, privateFileReader, publicFileReader } from './files.ts'
import { followingReader, followingWriter } from './following/following.ts'
import { formDraftReader, formDraftWriter } from './form-drafts.ts'
import { importReader, importWriter } from '#store/sql/imports/imports.ts'
import { tableColumnReader, tableColumnWriter } from './imports/table-columns.ts'
import { upstreamReader, upstreamWriter } from './imports/upstream.ts'
import { joinReader, joinWriter } from './imports/joins.ts'
import { ingestionReader, ingestionWriter } from './imports/ingest-sessions.ts'
import { mailingReader, mailingWriter } from './mail/mailings.ts'
import { messageReader, messageWriter } from './mail/messages.ts'
import { outboxReader, outboxWriter } from './mail/outbox.ts'
import {
  subscriberReader,
  subscriberWriter,
  suppressionReader,
  suppressionWriter,
} from '#store/sql/mail/subscribers.ts'
import { privatePaperReader, publicPaperReader, sitemapReader } from '#store/sql/papers/paper-reader.ts'
import { paperWriter } from '#store/sql/papers/paper-writer.ts'
import { versionReader } from './papers/versions.ts'
import { passageReader } from './passages.ts'
import { rankingWriter } from '#store/sql/postings/merge-segments.ts'
import { rankingReader } from '#store/sql/ranking/ranking-reader.ts'
import { referenceReader } from './cited-references.ts'
import { renderedTextReader, renderedTextWriter, renderingReader, renderingWriter } from './renderings.ts'
import { decisionReader, decisionWriter } from './review/decisions.ts'
import { queueReader, queueWriter } from '#store/sql/review/queue.ts'
import {
  recommendationReader,
  recommendationWriter,
  replyTemplateReader,
  replyTemplateWriter,
  submissionReader,
} from '#store/sql/review/submissions.ts'
import { waitingReader } from './waiting.ts'
import { libraryReader } from '#store/sql/search/library.ts'
import { candidateReader, candidateWriter } from '#store/sql/sources/candidates.ts'
import { sourceReader, sourceWriter } from '#store/sql/sources/sources.ts'
import { settingsReader, settingsWriter } from './settings.ts'
import { siteReader, siteWriter } from './site.ts'
import { publicVectorReader, vectorReader, vectorWriter } from './vectors.ts'
import { webhookReader, webhookWriter } from './webhooks/endpoints.ts'

// Each reader and writer of the store is named here, and its type in ports/store/store.ts.

/** What any visitor may see, on any connection of either engine. */
export const openPublicReader = (db: Db, engine: Engine): PublicReader => ({
  papers: publicPaperReader(db, engine),
  library: libraryReader(db, engine),
  ranking: rankingReader(db, engine),
  passages: passageReader(db, engine),
  vectors: publicVectorReader(db),
  references: referenceReader(db),
  citations: citationReader(db),
  settings: settingsReader(db),
  chapters: chapterReader(db),
  concepts: publicConceptReader(db),
  gaps: publicGapReader(db),
  briefs: publicBriefReader(db),
  evidence: publicEvidenceReader(db),
  related: relatedReader(db, engine),
  renderings: renderingReader(db),
  renderedTexts: renderedTextReader(db),
  stats: statsReader(db),
  plots: plotReader(db),
  sitemap: sitemapReader(db),
  changes: changeReader(db),
  feeds: feedReader(db, engine),
  harvest: harvestReader(db),
  files: publicFileReader(db),
})

/** What only editors may see, or a client about itself. */
const privateReaders = (db: Db): PrivateReaders => ({
  papers: privatePaperReader(db),
  chapters: privateChapterReader(db),
  concepts: privateConceptReader(db),
  gaps: privateGapReader(db),
  briefs: briefDraftReader(db),
  evidence: privateEvidenceReader(db),
  alerts: alertReader(db),
  submissions: submissionReader(db),
  versions: versionReader(db),
  bulkChanges: bulkChangeReader(db),
  assessments: assessmentReader(db),
  imports: importReader(db),
  citations: privateCitationReader(db),
  joins: joinReader(db),
  tableColumns: tableColumnReader(db),
  upstream: upstreamReader(db),
  files: privateFileReader(db),
  sources: sourceReader(db),
  candidates: candidateReader(db),
  webhooks: webhookReader(db),
  ingestion: ingestionReader(db),
  queue: queueReader(db),
  waiting: waitingReader(db),
  decisions: decisionReader(db),
  recommendations: recommendationReader(db),
  replyTemplates: replyTemplateReader(db),
  keys: keyReader(db),
  quota: quotaReader(db),
  idempotency: idempotencyReader(db),
  messages: messageReader(db),
  subscribers: subscriberReader(db),
  suppressions: suppressionReader(db),
  outbox: outboxReader(db),
  mailings: mailingReader(db),
  following: followingReader(db),
  audit: auditReader(db),
  editors: editorReader(db),
  savedViews: savedViewReader(db),
  sessions: sessionReader(db),
  passkeys: passkeyReader(db),
  secondFactors: secondFactorReader(db),
  formDrafts: formDraftReader(db),
  backups: backupStateReader(db),
  site: siteReader(db),
  vectors: vectorReader(db),
})

/** What one transaction may write. */
const writers = (context: TransactionContext, { db } = context): Writers => ({
  papers: paperWriter(context),
  bulkChanges: bulkChangeWriter(db),
  ranking: rankingWriter(context),
  assessments: assessmentWriter(db),
  settings: settingsWriter(context),
  chapters: chapterWriter(context),
  imports: importWriter(context),
  citations: citationWriter(context),
  joins: joinWriter(context),
  tableColumns: tableColumnWriter(context),
  upstream: upstreamWriter(db),
  files: fileWriter(context),
  sources: sourceWriter(db),
  candidates: candidateWriter(db),
  webhooks: webhookWriter(context),
  ingestion: ingestionWriter(context),
  queue: queueWriter(db),
  decisions: decisionWriter(context),
  recommendations: recommendationWriter(db),
  replyTemplates: replyTemplateWriter(db),
  concepts: conceptWriter(context),
  gaps: gapWriter(context),
  briefs: briefWriter(context),
  evidence: evidenceWriter(context),
  alerts: alertWriter(db),
  renderings: renderingWriter(context),
  renderedTexts: renderedTextWriter(db),
  keys: keyWriter(db),
  quota: quotaWriter(db),
  idempotency: idempotencyWriter(db),
  messages: messageWriter(db),
  subscribers: subscriberWriter(db),
  suppressions: suppressionWriter(db),
  outbox: outboxWriter(context),
  mailings: mailingWriter(context),
  following: followingWriter(context),
  audit: auditWriter(db),
  editors: editorWriter(context),
  savedViews: savedViewWriter(db),
  sessions: sessionWriter(db),
  passkeys: passkeyWriter(context),
  secondFactors: secondFactorWriter(db),
  formDrafts: formDraftWriter(db),
  backups: backupStateWriter(db),
  site: siteWriter(db),
  vectors: vectorWriter(context),
})

const corpusRow = (db: Db) => db.selectFrom('corpus').where('id', '=', 1)

/** Properties of the whole corpus. */
export const corpusReader = (db: Db): Pick<PrivateReader, 'revision' | 'secret'> => ({
  revision: async () => (await corpusRow(db).select('revision').executeTakeFirstOrThrow()).revision,
  secret: async () => (await corpusRow(db).select('secret').executeTakeFirstOrThrow()).secret,
})

type Subjects = Record<string, object>

/** Merges the methods of subjects that both sides have. */
const withMethods = <Known extends Subjects, More extends Subjects>(known: Known, more: More): Known & More => {
  const subjects: Subjects = { ...known }
  for (const [name, methods] of Object.entries(more)) subjects[name] = { ...subjects[name], ...methods }
  return subjects as Known & More
}

/** Everything that can be read, on a connection to the primary database. */
export const openPrivateReader = (db: Db, engine: Engine): PrivateReader => ({
  ...withMethods(openPublicReader(db, engine), privateReaders(db)),
  ...corpusReader(db),
})

export const openTransaction = (context: TransactionContext): Transaction =>
  withMethods(openPrivateReader(context.db, context.engine), writers(context))
