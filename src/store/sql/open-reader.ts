import type { Reader, Transaction } from '#ports/store/store.ts'
import type { Db } from '#store/rows.ts'
import {
  keyReader,
  keyWriter,
  quotaReader,
  quotaWriter,
  idempotencyReader,
  idempotencyWriter,
} from './accounts/keys.ts'
import { briefReader, briefWriter } from './editorial/briefs.ts'
import { chapterReader, chapterWriter } from './editorial/chapters.ts'
import { conceptWriter } from './editorial/concept-writer.ts'
import { conceptReader } from './editorial/concept-reader.ts'
import { messageReader, messageWriter } from './mail/messages.ts'
import { outboxReader, outboxWriter } from './mail/outbox.ts'
import { subscriberReader, subscriberWriter } from './mail/subscribers.ts'
import { auditReader, auditWriter } from './accounts/audit.ts'
import {
  recommendationReader,
  recommendationWriter,
  replyTemplateReader,
  replyTemplateWriter,
} from './review/recommendations.ts'
import { decisionReader, decisionWriter } from './review/decisions.ts'
import { editorReader, editorWriter } from './accounts/editors.ts'
import type { Engine, TransactionContext } from './engine/engine.ts'
import { libraryReader } from './search/library-reader.ts'
import { gapReader, gapWriter } from './editorial/gaps.ts'
import { paperWriter } from './papers/paper-writer.ts'
import { paperReader } from './papers/paper-reader.ts'
import { plotReader } from './facets/plots.ts'
import { passkeyReader, passkeyWriter } from './accounts/passkeys.ts'
import { sessionReader, sessionWriter } from './accounts/sessions.ts'
import { relatedReader } from './editorial/related-reader.ts'
import { queueReader, queueWriter } from './review/queue.ts'
import { statsReader } from './facets/stats.ts'
import { submissionReader } from './review/submissions.ts'
import { versionReader } from './papers/versions.ts'

const corpusRow = (db: Db) => db.selectFrom('corpus').where('id', '=', 1)

/** The read door over any connection of either engine. */
export const openReader = (db: Db, engine: Engine): Reader => ({
  revision: async () => (await corpusRow(db).select('revision').executeTakeFirstOrThrow()).revision,
  secret: async () => (await corpusRow(db).select('secret').executeTakeFirstOrThrow()).secret,
  papers: paperReader(db, engine),
  library: libraryReader(db, engine),
  submissions: submissionReader(db),
  chapters: chapterReader(db),
  versions: versionReader(db),
  queue: queueReader(db),
  decisions: decisionReader(db),
  recommendations: recommendationReader(db),
  replyTemplates: replyTemplateReader(db),
  concepts: conceptReader(db),
  gaps: gapReader(db),
  briefs: briefReader(db),
  related: relatedReader(db, engine),
  stats: statsReader(db),
  plots: plotReader(db),
  keys: keyReader(db),
  quota: quotaReader(db),
  idempotency: idempotencyReader(db),
  messages: messageReader(db),
  subscribers: subscriberReader(db),
  outbox: outboxReader(db),
  audit: auditReader(db),
  editors: editorReader(db),
  sessions: sessionReader(db),
  passkeys: passkeyReader(db),
})

/** The transaction door: everything that one transaction may do. */
export const openTransaction = (scope: TransactionContext): Transaction => {
  const { db, engine } = scope
  const reader = openReader(db, engine)
  return {
    ...reader,
    papers: { ...reader.papers, ...paperWriter(scope) },
    chapters: { ...reader.chapters, ...chapterWriter(scope) },
    queue: { ...reader.queue, ...queueWriter(db) },
    decisions: { ...reader.decisions, ...decisionWriter(scope) },
    recommendations: { ...reader.recommendations, ...recommendationWriter(db) },
    replyTemplates: { ...reader.replyTemplates, ...replyTemplateWriter(db) },
    concepts: { ...reader.concepts, ...conceptWriter(scope) },
    gaps: { ...reader.gaps, ...gapWriter(scope) },
    briefs: { ...reader.briefs, ...briefWriter(scope) },
    keys: { ...reader.keys, ...keyWriter(db) },
    quota: { ...reader.quota, ...quotaWriter(db) },
    idempotency: { ...reader.idempotency, ...idempotencyWriter(db) },
    messages: { ...reader.messages, ...messageWriter(db) },
    subscribers: { ...reader.subscribers, ...subscriberWriter(db) },
    outbox: { ...reader.outbox, ...outboxWriter(scope) },
    audit: { ...reader.audit, ...auditWriter(db) },
    editors: { ...reader.editors, ...editorWriter(scope) },
    sessions: { ...reader.sessions, ...sessionWriter(db) },
    passkeys: { ...reader.passkeys, ...passkeyWriter(scope) },
  }
}

/** Runs the work of a transaction on its connection and raises the revision if the public can see a difference. */
export const runTransaction = async <T>(db: Db, engine: Engine, work: (tx: Transaction) => Promise<T>): Promise<T> => {
  let touched = false
  const markPublicChange = (): void => {
    touched = true
  }
  const result = await work(openTransaction({ db, engine, markPublicChange }))
  if (touched) await engine.raiseRevision(db)
  return result
}
