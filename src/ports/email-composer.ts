import type { AccountNotice } from '#core/access/account-change.ts'
import type { AuditHead } from '#core/audit/audit-chain.ts'
import type { Brief } from '#core/editorial/brief.ts'
import type { IngestSession } from '#core/imports/ingest-session.ts'
import type { Message } from '#core/mail/message.ts'
import type { ComposedEmail } from '#core/mail/email.ts'
import type { RequestPurpose, SubscriberRequest } from '#core/mail/requests/subscriber-request.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { EndpointKind } from '#core/webhooks/endpoint.ts'
import type { MarkdownMarkup } from '#core/text/markdown-markup.ts'
import type { SubmissionState } from '#core/review/submission-state.ts'

export type EmailContent = Pick<ComposedEmail, 'subject' | 'text' | 'html' | 'headers' | 'replyTo'>

/** A brief with what readers see beside it, as of now. */
export type BriefContent = {
  brief: Pick<Brief, 'id' | 'week' | 'title'>
  /** The featured papers that are public. */
  featured: readonly Paper[]
  summary: MarkdownMarkup
  take: MarkdownMarkup
}

/** A paper or gap that is new; its path is on this site. */
export type DigestEntry = { path: string; title: string; authors: readonly string[]; note: string }

/** What is new in one search, called so, at this address of the site. */
export type DigestPart = {
  name: string
  address: string
  entries: readonly DigestEntry[]
  /** How much is not listed. */
  more: number
  /** Whether all that is new was counted; there may be more than `more` otherwise. */
  isCounted: boolean
}

/** What is said in emails, and with which headers. */
export type EmailComposer = {
  /** A contact message, forwarded to the research team; replies go to its sender. */
  contact(message: Message): EmailContent
  /** Subject of the email that asks a new subscriber to confirm; the rest is written when it leaves. */
  confirmationSubject(): string
  /** Asks a new subscriber to confirm. */
  confirmation(subscription: { subscriberId: string; token: string }): EmailContent
  /** Subject of the email with the link of a request. */
  requestSubject(purpose: RequestPurpose): string
  /** Gives an address the link by which what was asked for it happens. */
  request(request: Pick<SubscriberRequest, 'purpose' | 'subscriberId'> & { token: string }): EmailContent
  /** What is new in the searches that a subscriber follows. */
  digest(digest: { subscriberId: string; parts: readonly DigestPart[] }): EmailContent
  /** A brief; the result writes the email to one subscriber after another. */
  brief(content: BriefContent): Promise<(subscriberId: string) => EmailContent>
  /** Notifies a submitter of decisions on one or several papers, with the notes but without who decided. */
  decision(outcome: {
    papers: readonly { id: string; title: string }[]
    state: SubmissionState
    note: string | null
    keyLabel: string
  }): EmailContent
  /** Tells an editor of a change of who may sign in or act. */
  accountChange(notice: AccountNotice): EmailContent
  /** Tells admins that many confirmation emails leave, to one domain or (null) in all. */
  confirmationPace(reached: { domain: string | null }): EmailContent
  /** Tells admins what came of an ingestion session that was closed. */
  ingestSummary(session: IngestSession): EmailContent
  /** Tells admins where the audit log ends. */
  auditHead(head: AuditHead): EmailContent
  /** Where an email to a subscriber comes back to; undefined where nobody reads what comes back. */
  returnPath(email: { subscriberId: string; messageId: string }): string | undefined
  /** Tells admins that Longview sends nothing more to a server, and why. */
  webhookPaused(paused: {
    id: number
    kind: EndpointKind
    address: string
    description: string
    because: string
  }): EmailContent
  /** An id that stays the same however often an email is tried (RFC 5322, Message-ID). */
  messageId(uuid: string): string
}
