import type { EmailComposer } from '#ports/email-composer.ts'

/** A header can hold other signs before the @ only in mail that goes out with SMTPUTF8 (RFC 6532). */
const canBeAnswered = (email: string): boolean => /^[!-~]+@/u.test(email)

/** A contact message as the research team reads it. */
export const contactEmail =
  (houseName: string): EmailComposer['contact'] =>
  ({ id, name, email, organisation, subject, message, receivedAt }) => ({
    subject: `[${houseName}] ${subject ?? `Message from ${name}`}`,
    replyTo: canBeAnswered(email) ? { name, address: email } : null,
    headers: {},
    text: [
      `${name} <${email}> wrote on ${receivedAt}:`,
      ...(organisation === null ? [] : [`Organisation: ${organisation}`]),
      '',
      message,
      '',
      '-- ',
      canBeAnswered(email) ? `Message ${id}. Reply to this email to answer the sender.` : `Message ${id}.`,
      '',
    ].join('\n'),
  })
