import { erasePersonalData, type ErasedPersonalData } from '#actions/mail/erase-personal-data.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { getRequest } from './get-request.ts'

/** Who the audit log names where the owner of an address acted. */
const OWNER = 'subscriber'

/** Deletes what is stored about an address, by the link that was mailed to it. Throws `not_found` for a link that does not work. */
export const deleteOwnData = async (tx: ActionContext, { token }: { token: string }): Promise<ErasedPersonalData> => {
  const { email } = await getRequest(tx, { token, purpose: 'manage' })
  return erasePersonalData(tx, { email, actor: OWNER })
}
