import { changeSentence } from '#core/evidence/alerts.ts'
import type { EmailComposer } from '#ports/email-composer.ts'
import { pluralize } from '#core/numbers.ts'
import { candidateCount } from '#core/imports/ingest-session.ts'
import { confirmationDayPolicy, confirmationDomainPolicy } from '#core/mail/subscriber.ts'

/** A header can contain other characters before the @ only with SMTPUTF8 (RFC 6532). */
const canBeReplyTo = (email: string): boolean => /^[!-~]+@/u.test(email)

/** A contact message for the research team. */
export const contactEmail =
  (houseName: string): EmailComposer['contact'] =>
  ({ id, name, email, organisation, subject, message, receivedAt }) => ({
    subject: `[${houseName}] ${subject ?? `Message from ${name}`}`,
    replyTo: canBeReplyTo(email) ? { name, address: email } : null,
    headers: {},
    text: [
      `${name} <${email}> wrote on ${receivedAt}:`,
      ...(organisation === null ? [] : [`Organisation: ${organisation}`]),
      '',
      message,
      '',
      '-- ',
      canBeReplyTo(email) ? `Message ${id}. Reply to this email to answer the sender.` : `Message ${id}.`,
      '',
    ].join('\n'),
  })

/** The totals of a closed ingestion session, for admins. */
export const ingestSummaryEmail =
  ({ houseName, publicUrl }: { houseName: string; publicUrl: () => string }): EmailComposer['ingestSummary'] =>
  ({ id, label, counts }) => ({
    subject: `[${houseName}] The ingestion session “${label}” is closed: ${pluralize(counts.stored, 'paper', 'papers')}`,
    replyTo: null,
    headers: {},
    text: [
      'Hello,',
      '',
      `the ingestion session “${label}” (${id}) of ${houseName} is closed. Of ${counts.read} records`,
      '',
      `${counts.stored} are papers waiting for review,`,
      `${counts.unchanged} were already known,`,
      `${counts.enriched} added to papers in review,`,
      `${counts.proposed} propose changes to a public paper,`,
      ...(candidateCount(counts) > 0 ? [`${candidateCount(counts)} are identifiers stored as candidates,`] : []),
      `${counts.refused} were refused.`,
      '',
      `See the reasons, or undo the session: ${publicUrl()}/console/ingestion/${id}`,
      '',
      '-- ',
      `You get this email as an admin of ${houseName}.`,
      '',
    ].join('\n'),
  })

/** The head of the audit log, kept where the owner of the database cannot change it. */
export const auditHeadEmail =
  (houseName: string): EmailComposer['auditHead'] =>
  ({ count, hash }) => ({
    subject: `[${houseName}] The audit log has ${count} rows`,
    replyTo: null,
    headers: {},
    text: [
      'Hello,',
      '',
      `the audit log of ${houseName} ends with`,
      '',
      `${count}:${hash}`,
      '',
      'Keep this email. The owner of the database can rewrite the log from any row onwards. This command detects that:',
      '',
      `longview audit verify --noted ${count}:${hash}`,
      '',
      '-- ',
      `You get this email as an admin of ${houseName}, on each day on which something is recorded.`,
      '',
    ].join('\n'),
  })

/** How many groups, and sentences of each, an email names. */
const NAMED_GROUPS = 20
const NAMED_SENTENCES = 3

/** The sentences to look at again, by what changed. */
export const openAlertsEmail =
  ({ houseName, publicUrl }: { houseName: string; publicUrl: () => string }): EmailComposer['openAlerts'] =>
  (groups) => {
    const count = groups.reduce((sum, { alerts }) => sum + alerts.length, 0)
    const lines = groups.slice(0, NAMED_GROUPS).flatMap(({ alerts }) => {
      const [first] = alerts
      if (first === undefined) return []
      const shown = alerts.slice(0, NAMED_SENTENCES)
      const more = alerts.length - shown.length
      return [
        changeSentence(first),
        ...shown.map(({ sentence }) => `  - ${sentence}`),
        ...(more > 0 ? [`  and ${more} more`] : []),
        '',
      ]
    })
    return {
      subject: `[${houseName}] ${pluralize(count, 'sentence', 'sentences')} to look at again`,
      replyTo: null,
      headers: {},
      text: [
        'Hello,',
        '',
        'what these sentences rest on has changed. Edit them, confirm that they are still true, or correct them under their brief:',
        '',
        ...lines,
        `${publicUrl()}/console/alerts`,
        '',
        '-- ',
        `You get this email as an editor of ${houseName}, at most once a week.`,
        '',
      ].join('\n'),
    }
  }

/** Notifies admins that a webhook is paused, and what to do about it. */
export const webhookPausedEmail =
  ({ houseName, publicUrl }: { houseName: string; publicUrl: () => string }): EmailComposer['webhookPaused'] =>
  ({ id, kind, address, description, because }) => ({
    subject: `[${houseName}] ${kind === 'hub' ? 'The hub' : `Webhook ${id}`} at ${new URL(address).host} is paused`,
    replyTo: null,
    headers: {},
    text: [
      'Hello,',
      '',
      `${houseName} has stopped sending events to ${address}${description === '' ? '' : ` (${description})`}:`,
      '',
      because,
      '',
      'Nothing is lost: events wait until an admin resumes it, here or with "longview webhooks resume".',
      '',
      `${publicUrl()}/console/webhooks`,
      '',
      '-- ',
      `You get this email as an admin of ${houseName}.`,
      '',
    ].join('\n'),
  })

/** Notifies admins that a backup, or the trial of the newest one, failed, and what to do. */
export const backupFailedEmail =
  ({ houseName, publicUrl }: { houseName: string; publicUrl: () => string }): EmailComposer['backupFailed'] =>
  ({ failed, because, at }) => ({
    subject: `[${houseName}] ${failed === 'backup' ? 'A backup could not be made' : 'The newest backup could not be restored'}`,
    replyTo: null,
    headers: {},
    text: [
      'Hello,',
      '',
      failed === 'backup'
        ? `the backup of ${houseName} at ${at} failed:`
        : `restoring the newest backup of ${houseName} on trial, at ${at}, failed:`,
      '',
      because,
      '',
      ...(failed === 'backup'
        ? ['It is tried again every hour. Once the cause is removed, "longview backups now" makes one at once.']
        : ['Make another backup with "longview backups now", and see with "longview backups verify" which are good.']),
      '',
      `${publicUrl()}/console`,
      '',
      '-- ',
      `You get this email as an admin of ${houseName}, at most once a day.`,
      '',
    ].join('\n'),
  })

type Site = { houseName: string; publicUrl: () => string }

/** Warns admins that somebody may be using the subscription form to flood others. */
export const confirmationPaceEmail =
  ({ houseName, publicUrl }: Site): EmailComposer['confirmationPace'] =>
  ({ domain }) => {
    const reached =
      domain === null
        ? `${confirmationDayPolicy.limit} confirmation emails were sent within a day.`
        : `${confirmationDomainPolicy.limit} confirmation emails to addresses of ${domain} were sent within an hour.`
    return {
      subject: `[${houseName}] Many requests for the weekly brief${domain === null ? '' : ` at ${domain}`}`,
      replyTo: null,
      headers: {},
      text: [
        'Hello,',
        '',
        `${reached} Further ones will be sent later, an hour at a time; none is dropped.`,
        'If the brief was not announced there, somebody may be entering other people’s addresses.',
        '',
        `${publicUrl()}/console/outbox?state=waiting`,
        `${publicUrl()}/console/subscribers`,
        '',
        '-- ',
        `You get this email as an admin of ${houseName}, at most once a day for each domain.`,
        '',
      ].join('\n'),
    }
  }
