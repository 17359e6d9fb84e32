import type { SecondFactorReader, SecondFactorWriter } from './accounts/second-factors.ts'
import type { IdempotencyReader, IdempotencyWriter, KeyReader, KeyWriter, QuotaReader, QuotaWriter } from './access.ts'
import type { AssessmentReader, AssessmentWriter } from './assessment.ts'
import type { ChangeReader, FeedReader, HarvestReader } from './changes.ts'
import type { ChapterReader, ChapterWriter } from './chapters.ts'
import type {
  MessageReader,
  MessageWriter,
  OutboxReader,
  OutboxWriter,
  SubscriberReader,
  SubscriberWriter,
} from './mail/correspondence.ts'
import type { AuditReader, AuditWriter } from './audit.ts'
import type {
  BriefDraftReader,
  BriefWriter,
  ConceptWriter,
  GapWriter,
  PrivateConceptReader,
  PrivateGapReader,
  PublicBriefReader,
  PublicConceptReader,
  PublicGapReader,
  StatsReader,
} from './editorial.ts'
import type {
  EditorReader,
  EditorWriter,
  PasskeyReader,
  PasskeyWriter,
  SessionReader,
  SessionWriter,
} from './accounts/editors.ts'
import type { FollowReader, FollowWriter } from './mail/following.ts'
import type { ImportReader, ImportWriter } from './imports.ts'
import type { IngestionReader, IngestionWriter } from './imports/ingestion.ts'
import type { FileWriter, PrivateFileReader, PublicFileReader } from './files/paper-files.ts'
import type { LibraryReader } from './library.ts'
import type { MailingReader, MailingWriter } from './mail/mailings.ts'
import type { SuppressionReader, SuppressionWriter } from './mail/suppressions.ts'
import type { PaperWriter, PrivatePaperReader, PublicPaperReader } from './papers.ts'
import type { PassageReader } from './passages.ts'
import type { PlotReader } from './plots.ts'
import type { RankingReader, RankingWriter } from './ranking.ts'
import type { ReferenceReader } from './references.ts'
import type { RelatedReader } from './related.ts'
import type { RenderedTextReader, RenderedTextWriter, RenderingReader, RenderingWriter } from './renderings.ts'
import type {
  DecisionReader,
  DecisionWriter,
  QueueReader,
  QueueWriter,
  RecommendationReader,
  RecommendationWriter,
  ReplyTemplateReader,
  ReplyTemplateWriter,
} from './review.ts'
import type { SitemapReader } from './sitemap.ts'
import type { CandidateReader, CandidateWriter, SourceReader, SourceWriter } from './sources.ts'
import type { SubmissionReader } from './submissions.ts'
import type { VersionReader } from './versions.ts'
import type { WebhookReader, WebhookWriter } from './webhooks/webhooks.ts'

/**
 * What any visitor may see. These reads may be answered by a copy of the corpus that is as new as all that this process
 * has told anybody. Like all reads they see committed state and never wait for a writer, and any of them throws
 * `unavailable` when the store does not answer.
 */
export type PublicReader = {
  papers: PublicPaperReader
  library: LibraryReader
  ranking: RankingReader
  passages: PassageReader
  references: ReferenceReader
  chapters: ChapterReader
  concepts: PublicConceptReader
  gaps: PublicGapReader
  briefs: PublicBriefReader
  related: RelatedReader
  /** The markup that is kept of Markdown. */
  renderings: RenderingReader
  renderedTexts: RenderedTextReader
  stats: StatsReader
  plots: PlotReader
  sitemap: SitemapReader
  changes: ChangeReader
  feeds: FeedReader
  harvest: HarvestReader
  files: PublicFileReader
}

/**
 * What editors, and single clients about themselves, may see: all of the public corpus and what is kept beside it.
 * Always answered by the place that is written to, so that everybody reads their own writes.
 */
export type PrivateReader = PublicReader & {
  /** Rises with each change that the public can see. */
  revision(): Promise<number>
  /** A secret of this corpus, the same in every process: 32 random bytes. */
  secret(): Promise<Buffer>
  papers: PrivatePaperReader
  concepts: PrivateConceptReader
  gaps: PrivateGapReader
  briefs: BriefDraftReader
  submissions: SubmissionReader
  versions: VersionReader
  assessments: AssessmentReader
  imports: ImportReader
  files: PrivateFileReader
  /** Where new papers are looked for. */
  sources: SourceReader
  candidates: CandidateReader
  /** Servers that are told of events. */
  webhooks: WebhookReader
  ingestion: IngestionReader
  queue: QueueReader
  decisions: DecisionReader
  recommendations: RecommendationReader
  replyTemplates: ReplyTemplateReader
  keys: KeyReader
  quota: QuotaReader
  idempotency: IdempotencyReader
  messages: MessageReader
  subscribers: SubscriberReader
  suppressions: SuppressionReader
  outbox: OutboxReader
  mailings: MailingReader
  following: FollowReader
  audit: AuditReader
  editors: EditorReader
  sessions: SessionReader
  passkeys: PasskeyReader
  secondFactors: SecondFactorReader
}

/** Reads and writes of one transaction: all of it happens or none. It sees its own writes. */
export type Transaction = Omit<PrivateReader, 'secret'> & {
  papers: PaperWriter
  ranking: RankingReader & RankingWriter
  assessments: AssessmentReader & AssessmentWriter
  chapters: ChapterWriter
  imports: ImportWriter
  files: FileWriter
  sources: SourceReader & SourceWriter
  candidates: CandidateReader & CandidateWriter
  webhooks: WebhookReader & WebhookWriter
  ingestion: IngestionWriter
  queue: QueueWriter
  decisions: DecisionWriter
  recommendations: RecommendationWriter
  replyTemplates: ReplyTemplateWriter
  concepts: ConceptWriter
  gaps: GapWriter
  briefs: BriefWriter
  renderings: RenderingWriter
  renderedTexts: RenderedTextWriter
  keys: KeyWriter
  quota: QuotaWriter
  idempotency: IdempotencyWriter
  messages: MessageWriter
  subscribers: SubscriberWriter
  suppressions: SuppressionReader & SuppressionWriter
  outbox: OutboxWriter
  mailings: MailingWriter
  following: FollowReader & FollowWriter
  audit: AuditWriter
  editors: EditorWriter
  sessions: SessionWriter
  passkeys: PasskeyWriter
  secondFactors: SecondFactorWriter
}

export type Store = {
  public: PublicReader
  private: PrivateReader
  /** The corpus revision this instant, also when another process raised it; costs microseconds. */
  currentRevision(): number
  /**
   * Runs `work` alone among writers and commits to disk before it resolves; a throw rolls all back.
   * `work` must do nothing but use `tx`: it may wait for nothing else, and may run again after a lost race.
   * Throws `unavailable` when no turn came in time or the store does not answer, `storage_full` without room.
   */
  transact<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  close(): Promise<void>
}
