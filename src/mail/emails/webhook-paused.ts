import type { EmailComposer } from '#ports/email-composer.ts'

/** Tells admins that a server gets no more events, and what to do about it. */
export const webhookPausedEmail =
  ({ houseName, publicUrl }: { houseName: string; publicUrl: () => string }): EmailComposer['webhookPaused'] =>
  ({ id, kind, address, description, because }) => ({
    subject: `[${houseName}] ${kind === 'hub' ? 'The hub' : `Webhook ${id}`} at ${new URL(address).host} is paused`,
    replyTo: null,
    headers: {},
    text: [
      'Hello,',
      '',
      `${houseName} sends nothing more to ${address}${description === '' ? '' : ` (${description})`}:`,
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
