import { Failure } from '#core/failure.ts'

/** How long the link works by which an editor sets a passphrase. */
export const INVITATION_VALID_HOURS = 48

/** When a link that is made now stops working. */
export const invitationExpiry = (now: Date): string =>
  new Date(now.getTime() + INVITATION_VALID_HOURS * 3_600_000).toISOString()

export const invitationEnded = (): Failure =>
  new Failure(
    'not_found',
    `This link was used already, or is older than ${INVITATION_VALID_HOURS} hours; an admin can make you a new one.`,
  )
