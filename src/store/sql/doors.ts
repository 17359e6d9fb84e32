import type { Reader, Transaction } from '#ports/store/store.ts'
import type { Db } from '#store/rows.ts'
import { keyReader, keyWriter, quotaReader, quotaWriter, receiptReader, receiptWriter } from './access.ts'
import { briefReader, briefWriter } from './briefs.ts'
import { chapterReader, chapterWriter } from './chapters.ts'
import { conceptWriter } from './concepts-write.ts'
import { conceptReader } from './concepts.ts'
import { messageReader, messageWriter } from './messages.ts'
import { outboxReader, outboxWriter } from './outbox.ts'
import { subscriberReader, subscriberWriter } from './subscribers.ts'
import { auditReader, auditWriter } from './audit.ts'
import { recommendationReader, recommendationWriter, templateReader, templateWriter } from './advice.ts'
import { decisionReader, decisionWriter } from './decisions.ts'
import { editorReader, editorWriter } from './editors.ts'
import type { Engine, Scope } from './engine.ts'
import { libraryReader } from './library.ts'
import { gapReader, gapWriter } from './gaps.ts'
import { paperWriter } from './papers-write.ts'
import { paperReader } from './papers.ts'
import { plotReader } from './plots.ts'
import { passkeyReader, passkeyWriter } from './passkeys.ts'
import { sessionReader, sessionWriter } from './sessions.ts'
import { readingRoom } from './reading.ts'
import { queueReader, queueWriter } from './queue.ts'
import { statsReader } from './stats.ts'
import { submissionReader } from './submissions.ts'
import { versionReader } from './versions.ts'

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
  templates: templateReader(db),
  concepts: conceptReader(db),
  gaps: gapReader(db),
  briefs: briefReader(db),
  reading: readingRoom(db, engine),
  stats: statsReader(db),
  plots: plotReader(db),
  keys: keyReader(db),
  quota: quotaReader(db),
  receipts: receiptReader(db),
  messages: messageReader(db),
  subscribers: subscriberReader(db),
  outbox: outboxReader(db),
  audit: auditReader(db),
  editors: editorReader(db),
  sessions: sessionReader(db),
  passkeys: passkeyReader(db),
})

/** The transaction door: everything that one transaction may do. */
export const openTransaction = (scope: Scope): Transaction => {
  const { db, engine } = scope
  const reader = openReader(db, engine)
  return {
    ...reader,
    papers: { ...reader.papers, ...paperWriter(scope) },
    chapters: { ...reader.chapters, ...chapterWriter(scope) },
    queue: { ...reader.queue, ...queueWriter(db) },
    decisions: { ...reader.decisions, ...decisionWriter(scope) },
    recommendations: { ...reader.recommendations, ...recommendationWriter(db) },
    templates: { ...reader.templates, ...templateWriter(db) },
    concepts: { ...reader.concepts, ...conceptWriter(scope) },
    gaps: { ...reader.gaps, ...gapWriter(scope) },
    briefs: { ...reader.briefs, ...briefWriter(scope) },
    keys: { ...reader.keys, ...keyWriter(db) },
    quota: { ...reader.quota, ...quotaWriter(db) },
    receipts: { ...reader.receipts, ...receiptWriter(db) },
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
export const runInScope = async <T>(db: Db, engine: Engine, work: (tx: Transaction) => Promise<T>): Promise<T> => {
  let touched = false
  const touchPublic = (): void => {
    touched = true
  }
  const result = await work(openTransaction({ db, engine, touchPublic }))
  if (touched) await engine.raiseRevision(db)
  return result
}
