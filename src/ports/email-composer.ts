import type { AlertGroup } from '#core/evidence/alerts.ts'
import type { AccountNotice } from '#core/access/editor.ts'
import type { AuditHead } from '#core/audit.ts'
import type { Brief } from '#core/editorial/brief.ts'
import type { IngestSession } from '#core/imports/ingest-session.ts'
import type { Message } from '#core/mail/message.ts'
import type { ComposedEmail } from '#core/mail/email.ts'
import type { RequestPurpose, SubscriberRequest } from '#core/mail/subscriber.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { MentionedPapers } from '#core/papers/paper-mentions.ts'
import type { EndpointKind } from '#core/webhooks.ts'
import type { MarkdownMarkup } from '#core/text/markdown.ts'
import type { SubmissionState } from '#core/review/submission.ts'

export type EmailContent = Pick<ComposedEmail, 'subject' | 'text' | 'html' | 'headers' | 'replyTo'>

/** A brief and the papers it features, as readers currently see them. */
export type BriefContent = {
  brief: Pick<Brief, 'id' | 'week' | 'title'>
  /** Featured papers that are public. */
  featured: readonly Paper[]
  /** Public papers that the texts mention by id. */
  mentioned: MentionedPapers
  summary: MarkdownMarkup
  take: MarkdownMarkup
}

/** A new paper or gap; `path` is on this site. */
export type DigestEntry = { path: string; title: string; authors: readonly string[]; note: string }

/** The new results of one followed search. `address` is a path on this site. */
export type DigestPart = {
  name: string
  address: string
  entries: readonly DigestEntry[]
  /** How many new results are not listed. */
  more: number
  /** Whether `more` is exact; otherwise it is a minimum. */
  isCounted: boolean
}

/** Writes the content and headers of every kind of email. */
export type EmailComposer = {
  /** Forwards a contact message to the research team; replies go to its sender. */
  contact(message: Message): EmailContent
  /** Subject of the confirmation request. Its body is composed when it is sent. */
  confirmationSubject(): string
  /** Asks a new subscriber to confirm their address. */
  confirmation(subscription: { subscriberId: string; token: string }): EmailContent
  /** Subject of the email that carries the link of a request. */
  requestSubject(purpose: RequestPurpose): string
  /** Sends the link that carries out a request. */
  request(request: Pick<SubscriberRequest, 'purpose' | 'subscriberId'> & { token: string }): EmailContent
  /** New results of the searches that a subscriber follows. */
  digest(digest: { subscriberId: string; parts: readonly DigestPart[] }): EmailContent
  /** Prepares a brief; the result composes the email for each subscriber. */
  brief(content: BriefContent): Promise<(subscriberId: string) => EmailContent>
  /** Notifies a submitter of a decision on one or more papers, with the note but without the editor's name. */
  decision(outcome: {
    papers: readonly { id: string; title: string }[]
    state: SubmissionState
    note: string | null
    keyLabel: string
  }): EmailContent
  /** Notifies an editor of a change in who may sign in or act. */
  accountChange(notice: AccountNotice): EmailContent
  /** Warns admins of an unusual number of confirmation emails, to one domain or (null) overall. */
  confirmationPace(reached: { domain: string | null }): EmailContent
  /** Reports to admins the result of an ingestion session that was closed. */
  ingestSummary(session: IngestSession): EmailContent
  /** Reports to admins the current end of the audit log. */
  auditHead(head: AuditHead): EmailContent
  /** Tells editors which of their sentences to look at again. */
  openAlerts(groups: readonly AlertGroup[]): EmailContent
  /** Address for bounces of an email to a subscriber; undefined if no mailbox is read for bounces. */
  returnPath(email: { subscriberId: string; messageId: string }): string | undefined
  /** Notifies admins that a webhook endpoint was paused, and why. */
  webhookPaused(paused: {
    id: number
    kind: EndpointKind
    address: string
    description: string
    because: string
  }): EmailContent
  /** Notifies admins that a backup, or a drill with the newest one, failed. */
  backupFailed(failed: { failed: 'backup' | 'drill'; because: string; at: string }): EmailContent
  /** The Message-ID (RFC 5322): the same for every attempt to send an email. */
  messageId(uuid: string): string
}
