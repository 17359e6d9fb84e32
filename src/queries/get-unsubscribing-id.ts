import { Failure } from '#core/failure.ts'
import { verifyUnsubscribeToken } from '#core/mail/unsubscribe-token.ts'
import type { PrivateReader } from '#ports/store/store.ts'

/** The id of the subscriber whose unsubscribe link this is. Throws `not_found` for a forged token. */
export const getUnsubscribingId = async (
  reader: Pick<PrivateReader, 'secret'>,
  { token }: { token: string },
): Promise<string> => {
  const id = verifyUnsubscribeToken(await reader.secret(), token)
  if (id === null)
    throw new Failure('not_found', 'This unsubscribe link is not complete; copy it whole from the email.')
  return id
}
