import type { Letters } from '#ports/letters.ts'

/** A contact message as the research team reads it. */
export const contactLetter =
  (houseName: string): Letters['contact'] =>
  ({ id, name, email, organisation, subject, message, receivedAt }) => ({
    subject: `[${houseName}] ${subject ?? `Message from ${name}`}`,
    replyTo: { name, address: email },
    headers: {},
    text: [
      `${name} <${email}> wrote on ${receivedAt}:`,
      ...(organisation === null ? [] : [`Organisation: ${organisation}`]),
      '',
      message,
      '',
      '-- ',
      `Message ${id}. Answering this mail answers the sender.`,
      '',
    ].join('\n'),
  })
