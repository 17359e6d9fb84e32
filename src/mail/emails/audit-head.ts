import type { EmailComposer } from '#ports/email-composer.ts'

/** The head of the audit log, to be kept where whoever owns the database cannot change it. */
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
      'Keep this email. The owner of the database can rewrite the log from any row on. This command detects that:',
      '',
      `longview audit verify --noted ${count}:${hash}`,
      '',
      '-- ',
      `You get this email as an admin of ${houseName}, on each day on which something was recorded.`,
      '',
    ].join('\n'),
  })
