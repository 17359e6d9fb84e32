import type { PrivateReader } from '#ports/store/store.ts'
import type { Db } from '#store/rows.ts'
import { auditReader } from './accounts/audit.ts'
import { corpusReader } from './corpus-reader.ts'
import { assessmentReader } from './assessment/assessment-reader.ts'
import { editorReader } from './accounts/editors.ts'
import { idempotencyReader, keyReader, quotaReader } from './accounts/keys.ts'
import { passkeyReader } from './accounts/passkeys.ts'
import { secondFactorReader } from './accounts/second-factors.ts'
import { sessionReader } from './accounts/sessions.ts'
import { briefDraftReader } from './editorial/briefs.ts'
import { privateConceptReader } from './editorial/concept-reader.ts'
import { privateGapReader } from './editorial/gaps.ts'
import type { Engine } from './engine/engine.ts'
import { privateFileReader } from './files/held-files.ts'
import { followingReader } from './following/following.ts'
import { importReader } from './imports/imports.ts'
import { ingestionReader } from './imports/ingestion.ts'
import { mailingReader } from './mail/mailings.ts'
import { messageReader } from './mail/messages.ts'
import { outboxReader } from './mail/outbox.ts'
import { subscriberReader } from './mail/subscribers.ts'
import { suppressionReader } from './mail/suppressions.ts'
import { openPublicReader } from './open-public-reader.ts'
import { privatePaperReader } from './papers/paper-reader.ts'
import { versionReader } from './papers/versions.ts'
import { decisionReader } from './review/decisions.ts'
import { queueReader } from './review/queue.ts'
import { recommendationReader, replyTemplateReader } from './review/recommendations.ts'
import { candidateReader } from './sources/candidates.ts'
import { sourceReader } from './sources/watched-sources.ts'
import { submissionReader } from './review/submissions.ts'
import { webhookReader } from './webhooks/endpoints.ts'

/** Everything that can be read, over a connection to the database that is written to. */
export const openPrivateReader = (db: Db, engine: Engine): PrivateReader => {
  const shared = openPublicReader(db, engine)
  return {
    ...shared,
    ...corpusReader(db),
    papers: { ...shared.papers, ...privatePaperReader(db) },
    concepts: { ...shared.concepts, ...privateConceptReader(db) },
    gaps: { ...shared.gaps, ...privateGapReader(db) },
    briefs: { ...shared.briefs, ...briefDraftReader(db) },
    submissions: submissionReader(db),
    versions: versionReader(db),
    assessments: assessmentReader(db),
    imports: importReader(db),
    files: { ...shared.files, ...privateFileReader(db) },
    sources: sourceReader(db),
    candidates: candidateReader(db),
    webhooks: webhookReader(db),
    ingestion: ingestionReader(db),
    queue: queueReader(db),
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
    sessions: sessionReader(db),
    passkeys: passkeyReader(db),
    secondFactors: secondFactorReader(db),
  }
}
