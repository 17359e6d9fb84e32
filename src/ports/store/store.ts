import type { KeyReader, KeyWriter, QuotaReader, QuotaWriter, IdempotencyReader, IdempotencyWriter } from './access.ts'
import type { ChapterReader, ChapterWriter } from './chapters.ts'
import type {
  MessageReader,
  MessageWriter,
  OutboxReader,
  OutboxWriter,
  SubscriberReader,
  SubscriberWriter,
} from './correspondence.ts'
import type { AuditReader, AuditWriter } from './audit.ts'
import type {
  BriefReader,
  BriefWriter,
  ConceptReader,
  ConceptWriter,
  GapReader,
  GapWriter,
  StatsReader,
} from './editorial.ts'
import type {
  EditorReader,
  EditorWriter,
  PasskeyReader,
  PasskeyWriter,
  SessionReader,
  SessionWriter,
} from './editors.ts'
import type { LibraryReader } from './library.ts'
import type { PaperReader, PaperWriter } from './papers.ts'
import type { PlotReader } from './plots.ts'
import type { RelatedReader } from './related.ts'
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
import type { SubmissionReader } from './submissions.ts'
import type { VersionReader } from './versions.ts'

/** Reads of committed state. They never wait for a writer. Any of them throws `unavailable` when the store does not answer. */
export type Reader = {
  /** Rises with each change that the public can see. */
  revision(): Promise<number>
  /** A secret of this corpus, the same in every process: 32 random bytes. */
  secret(): Promise<Buffer>
  papers: PaperReader
  library: LibraryReader
  submissions: SubmissionReader
  chapters: ChapterReader
  versions: VersionReader
  queue: QueueReader
  decisions: DecisionReader
  recommendations: RecommendationReader
  replyTemplates: ReplyTemplateReader
  concepts: ConceptReader
  gaps: GapReader
  briefs: BriefReader
  related: RelatedReader
  stats: StatsReader
  plots: PlotReader
  keys: KeyReader
  quota: QuotaReader
  idempotency: IdempotencyReader
  messages: MessageReader
  subscribers: SubscriberReader
  outbox: OutboxReader
  audit: AuditReader
  editors: EditorReader
  sessions: SessionReader
  passkeys: PasskeyReader
}

/** Reads and writes of one transaction: all of it happens or none. It sees its own writes. */
export type Transaction = Omit<Reader, 'secret'> & {
  papers: PaperReader & PaperWriter
  chapters: ChapterReader & ChapterWriter
  queue: QueueReader & QueueWriter
  decisions: DecisionReader & DecisionWriter
  recommendations: RecommendationReader & RecommendationWriter
  replyTemplates: ReplyTemplateReader & ReplyTemplateWriter
  concepts: ConceptReader & ConceptWriter
  gaps: GapReader & GapWriter
  briefs: BriefReader & BriefWriter
  keys: KeyReader & KeyWriter
  quota: QuotaReader & QuotaWriter
  idempotency: IdempotencyReader & IdempotencyWriter
  messages: MessageReader & MessageWriter
  subscribers: SubscriberReader & SubscriberWriter
  outbox: OutboxReader & OutboxWriter
  audit: AuditReader & AuditWriter
  editors: EditorReader & EditorWriter
  sessions: SessionReader & SessionWriter
  passkeys: PasskeyReader & PasskeyWriter
}

export type Store = {
  read: Reader
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
