import type { ActionContext } from '#actions/run-action.ts'
import { hashSecret } from '#core/access/key-format.ts'
import { Failure } from '#core/failure.ts'
import { isExpired, type RequestPurpose, type SubscriberRequest } from '#core/mail/requests/subscriber-request.ts'

/** The request whose link this is. Throws `not_found` for unknown, used and expired links, and for those of another purpose. */
export const getRequest = async (
  { following, now }: { following: Pick<ActionContext['following'], 'findRequest'>; now: Date },
  { token, purpose }: { token: string; purpose: RequestPurpose },
): Promise<SubscriberRequest> => {
  const request = await following.findRequest(hashSecret(token))
  if (request === null || request.purpose !== purpose || isExpired(request, now))
    throw new Failure('not_found', 'This link is not valid any more; ask for a new one.')
  return request
}
