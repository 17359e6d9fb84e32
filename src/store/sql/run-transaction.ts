import type { PublicChange } from '#core/changes/public-change.ts'
import type { Clock } from '#ports/clock.ts'
import { recordChanges } from './changes/record-changes.ts'
import type { Transaction } from '#ports/store/store.ts'
import type { Db } from '#store/rows.ts'
import { auditWriter } from './accounts/audit.ts'
import { assessmentWriter } from './assessment/assessment-drafts.ts'
import { editorWriter } from './accounts/editors.ts'
import { idempotencyWriter, keyWriter, quotaWriter } from './accounts/keys.ts'
import { passkeyWriter } from './accounts/passkeys.ts'
import { secondFactorWriter } from './accounts/second-factors.ts'
import { sessionWriter } from './accounts/sessions.ts'
import { briefWriter } from './editorial/briefs.ts'
import { chapterWriter } from './editorial/chapters.ts'
import { conceptWriter } from './editorial/concept-writer.ts'
import { gapWriter } from './editorial/gaps.ts'
import { renderedTextWriter } from './renderings/kept-parts.ts'
import { renderingWriter } from './renderings/kept-renderings.ts'
import type { Engine, TransactionContext } from './engine/engine.ts'
import { fileWriter } from './files/file-writer.ts'
import { followingWriter } from './following/following.ts'
import { importWriter } from './imports/imports.ts'
import { ingestionWriter } from './imports/ingestion.ts'
import { mailingWriter } from './mail/mailings.ts'
import { messageWriter } from './mail/messages.ts'
import { outboxWriter } from './mail/outbox.ts'
import { subscriberWriter } from './mail/subscribers.ts'
import { suppressionWriter } from './mail/suppressions.ts'
import { openPrivateReader } from './open-private-reader.ts'
import { paperWriter } from './papers/paper-writer.ts'
import { rankingWriter } from './postings/merge-segments.ts'
import { decisionWriter } from './review/decisions.ts'
import { queueWriter } from './review/queue.ts'
import { recommendationWriter, replyTemplateWriter } from './review/recommendations.ts'
import { candidateWriter } from './sources/candidates.ts'
import { sourceWriter } from './sources/watched-sources.ts'
import { webhookWriter } from './webhooks/endpoints.ts'

/** Everything that one transaction may do. */
const openTransaction = (context: TransactionContext): Transaction => {
  const { db, engine } = context
  const reader = openPrivateReader(db, engine)
  return {
    ...reader,
    papers: { ...reader.papers, ...paperWriter(context) },
    ranking: { ...reader.ranking, ...rankingWriter(context) },
    assessments: { ...reader.assessments, ...assessmentWriter(db) },
    chapters: { ...reader.chapters, ...chapterWriter(context) },
    imports: { ...reader.imports, ...importWriter(db) },
    files: { ...reader.files, ...fileWriter(context) },
    sources: { ...reader.sources, ...sourceWriter(db) },
    candidates: { ...reader.candidates, ...candidateWriter(db) },
    webhooks: { ...reader.webhooks, ...webhookWriter(context) },
    ingestion: { ...reader.ingestion, ...ingestionWriter(context) },
    queue: { ...reader.queue, ...queueWriter(db) },
    decisions: { ...reader.decisions, ...decisionWriter(context) },
    recommendations: { ...reader.recommendations, ...recommendationWriter(db) },
    replyTemplates: { ...reader.replyTemplates, ...replyTemplateWriter(db) },
    concepts: { ...reader.concepts, ...conceptWriter(context) },
    gaps: { ...reader.gaps, ...gapWriter(context) },
    briefs: { ...reader.briefs, ...briefWriter(context) },
    renderings: { ...reader.renderings, ...renderingWriter(context) },
    renderedTexts: { ...reader.renderedTexts, ...renderedTextWriter(db) },
    keys: { ...reader.keys, ...keyWriter(db) },
    quota: { ...reader.quota, ...quotaWriter(db) },
    idempotency: { ...reader.idempotency, ...idempotencyWriter(db) },
    messages: { ...reader.messages, ...messageWriter(db) },
    subscribers: { ...reader.subscribers, ...subscriberWriter(db) },
    suppressions: { ...reader.suppressions, ...suppressionWriter(db) },
    outbox: { ...reader.outbox, ...outboxWriter(context) },
    mailings: { ...reader.mailings, ...mailingWriter(context) },
    following: { ...reader.following, ...followingWriter(context) },
    audit: { ...reader.audit, ...auditWriter(db) },
    editors: { ...reader.editors, ...editorWriter(context) },
    sessions: { ...reader.sessions, ...sessionWriter(db) },
    passkeys: { ...reader.passkeys, ...passkeyWriter(context) },
    secondFactors: { ...reader.secondFactors, ...secondFactorWriter(db) },
  }
}

/** Runs the work of a transaction on its connection and raises the revision if the public can see a difference. */
export const runTransaction = async <T>(
  { db, engine, clock }: { db: Db; engine: Engine; clock: Clock },
  work: (tx: Transaction) => Promise<T>,
): Promise<T> => {
  let touched = false
  const changed: PublicChange[] = []
  const markPublicChange = (changes: readonly PublicChange[] = []): void => {
    touched = true
    changed.push(...changes)
  }
  const result = await work(openTransaction({ db, engine, markPublicChange }))
  if (!touched) return result
  await recordChanges({ db, engine }, changed, clock.now().toISOString())
  await engine.raiseRevision(db)
  return result
}
