import type {
  SecondFactorReader,
  SecondFactorWriter,
  IdempotencyReader,
  IdempotencyWriter,
  KeyReader,
  KeyWriter,
  QuotaReader,
  QuotaWriter,
  AuditReader,
  AuditWriter,
  EditorReader,
  EditorWriter,
  PasskeyReader,
  PasskeyWriter,
  SessionReader,
  SessionWriter,
} from './accounts.ts'
import type {
  AssessmentReader,
  AssessmentWriter,
  DecisionReader,
  DecisionWriter,
  QueueReader,
  QueueWriter,
  RecommendationReader,
  RecommendationWriter,
  ReplyTemplateReader,
  ReplyTemplateWriter,
  SubmissionReader,
} from './review.ts'
import type { BackupStateReader, BackupStateWriter } from './backups.ts'
import type { BulkChangeReader, BulkChangeWriter } from './bulk-changes.ts'
import type { SavedViewReader, SavedViewWriter } from './saved-views.ts'
import type { CitationReader, CitationWriter, PrivateCitationReader } from './citations.ts'
import type { ChangeReader, FeedReader, HarvestReader } from './changes.ts'
import type {
  ChapterReader,
  ChapterWriter,
  PrivateChapterReader,
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
  MessageReader,
  MessageWriter,
  OutboxReader,
  OutboxWriter,
  SubscriberReader,
  SubscriberWriter,
  MailingReader,
  MailingWriter,
  SuppressionReader,
  SuppressionWriter,
} from './mail.ts'
import type { AlertReader, AlertWriter } from './alerts.ts'
import type { EvidenceWriter, PrivateEvidenceReader, PublicEvidenceReader } from './evidence.ts'
import type { FollowReader, FollowWriter } from './following.ts'
import type { FormDraftReader, FormDraftWriter } from './form-drafts.ts'
import type {
  ImportReader,
  ImportWriter,
  IngestionReader,
  IngestionWriter,
  JoinReader,
  JoinWriter,
  TableColumnReader,
  TableColumnWriter,
} from './imports.ts'
import type { UpstreamReader, UpstreamWriter } from './upstream.ts'
import type { FileWriter, PrivateFileReader, PublicFileReader } from './files.ts'
import type { LibraryReader, PlotReader, ReferenceReader, SitemapReader } from './library.ts'
import type { PaperWriter, PrivatePaperReader, PublicPaperReader, VersionReader } from './papers.ts'
import type { PassageReader, RankingReader, RankingWriter, RelatedReader } from './ranking.ts'
import type { RenderedTextReader, RenderedTextWriter, RenderingReader, RenderingWriter } from './renderings.ts'
import type { SettingsReader, SettingsWriter } from './settings.ts'
import type { SiteReader, SiteWriter } from './site.ts'
import type { CandidateReader, CandidateWriter, SourceReader, SourceWriter } from './sources.ts'
import type { PublicVectorReader, VectorReader, VectorWriter } from './vectors.ts'
import type { WaitingReader } from './waiting.ts'
import type { WebhookReader, WebhookWriter } from './webhooks.ts'
import type { StoreCondition } from '#ports/condition.ts'

/**
 * What any visitor may see. A replica may answer these reads if it is at least as new as every change this process has
 * reported. Like all reads they see committed state and never wait for a writer; each throws `unavailable` if the store
 * does not respond.
 */
export type PublicReader = {
  papers: PublicPaperReader
  library: LibraryReader
  ranking: RankingReader
  passages: PassageReader
  vectors: PublicVectorReader
  references: ReferenceReader
  citations: CitationReader
  settings: SettingsReader
  chapters: ChapterReader
  concepts: PublicConceptReader
  gaps: PublicGapReader
  briefs: PublicBriefReader
  evidence: PublicEvidenceReader
  related: RelatedReader
  /** Stored markup of Markdown texts. */
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

/** What only editors may see, or a client about itself. A subject that visitors may read too has both readers. */
export type PrivateReaders = {
  papers: PrivatePaperReader
  chapters: PrivateChapterReader
  concepts: PrivateConceptReader
  gaps: PrivateGapReader
  briefs: BriefDraftReader
  evidence: PrivateEvidenceReader
  alerts: AlertReader
  submissions: SubmissionReader
  versions: VersionReader
  bulkChanges: BulkChangeReader
  assessments: AssessmentReader
  imports: ImportReader
  citations: PrivateCitationReader
  joins: JoinReader
  tableColumns: TableColumnReader
  upstream: UpstreamReader
  files: PrivateFileReader
  /** Where new papers come from. */
  sources: SourceReader
  candidates: CandidateReader
  /** Servers that receive events. */
  webhooks: WebhookReader
  ingestion: IngestionReader
  queue: QueueReader
  waiting: WaitingReader
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
  savedViews: SavedViewReader
  sessions: SessionReader
  passkeys: PasskeyReader
  secondFactors: SecondFactorReader
  formDrafts: FormDraftReader
  backups: BackupStateReader
  site: SiteReader
  vectors: VectorReader
}

/** What a transaction may write, by subject. */
export type Writers = {
  papers: PaperWriter
  bulkChanges: BulkChangeWriter
  ranking: RankingWriter
  assessments: AssessmentWriter
  settings: SettingsWriter
  chapters: ChapterWriter
  imports: ImportWriter
  citations: CitationWriter
  joins: JoinWriter
  tableColumns: TableColumnWriter
  upstream: UpstreamWriter
  files: FileWriter
  sources: SourceWriter
  candidates: CandidateWriter
  webhooks: WebhookWriter
  ingestion: IngestionWriter
  queue: QueueWriter
  decisions: DecisionWriter
  recommendations: RecommendationWriter
  replyTemplates: ReplyTemplateWriter
  concepts: ConceptWriter
  gaps: GapWriter
  briefs: BriefWriter
  evidence: EvidenceWriter
  alerts: AlertWriter
  renderings: RenderingWriter
  renderedTexts: RenderedTextWriter
  keys: KeyWriter
  quota: QuotaWriter
  idempotency: IdempotencyWriter
  messages: MessageWriter
  subscribers: SubscriberWriter
  suppressions: SuppressionWriter
  outbox: OutboxWriter
  mailings: MailingWriter
  following: FollowWriter
  audit: AuditWriter
  editors: EditorWriter
  savedViews: SavedViewWriter
  sessions: SessionWriter
  passkeys: PasskeyWriter
  secondFactors: SecondFactorWriter
  formDrafts: FormDraftWriter
  backups: BackupStateWriter
  site: SiteWriter
  vectors: VectorWriter
}

/** Everything that can be read. Always answered by the primary database, so that clients read their own writes. */
export type PrivateReader = PublicReader &
  PrivateReaders & {
    /** Increases with each public change. */
    revision(): Promise<number>
    /** A secret of this corpus, shared by all processes: 32 random bytes. */
    secret(): Promise<Buffer>
  }

/** Reads and writes of one atomic transaction, which sees its own writes. */
export type Transaction = Omit<PrivateReader, 'secret'> & Writers

export type Store = {
  public: PublicReader
  private: PrivateReader
  /** The current corpus revision, even if another process raised it; takes microseconds. */
  currentRevision(): number
  /** Whether nothing but public reads is answered at the moment: the primary database does not respond, and a replica does. */
  isReadOnly(): boolean
  /**
   * Runs `work` as the only writer and commits to disk before it resolves; a throw rolls everything back. `work` must
   * only use `tx` and wait for nothing else, and may run again after a conflict. Throws `unavailable` if the lock is
   * not acquired in time or the store does not respond, `storage_full` if there is no space.
   */
  transact<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** How this process sees its database, without asking it. */
  condition(): StoreCondition
  close(): Promise<void>
}
