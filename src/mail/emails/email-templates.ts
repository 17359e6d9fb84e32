import { unsubscribeToken } from '#core/mail/unsubscribe-token.ts'
import type { EmailComposer } from '#ports/email-composer.ts'
import { confirmationLetter, confirmationSubject } from './confirmation.ts'
import { contactLetter } from './contact.ts'
import { decisionLetter } from './decision.ts'

type Site = { houseName: string; publicUrl: () => string; secret: Buffer }

/** All letters of the house. `publicUrl` is asked when a letter is written: with PORT=0 it is known only then. */
export const writeLetters = ({ houseName, publicUrl, secret }: Site): EmailComposer => ({
  contact: contactLetter(houseName),
  confirmationSubject: () => confirmationSubject(houseName),
  confirmation: confirmationLetter({
    houseName,
    publicUrl,
    unsubscribeToken: (subscriberId) => unsubscribeToken(secret, subscriberId),
  }),
  decision: decisionLetter({ houseName, publicUrl }),
  messageId: (uuid) => `<${uuid}@${new URL(publicUrl()).hostname}>`,
})
