import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'

/**
 * Lets an address get emails again whose owner has just confirmed by an email: emails arrive, whatever came back before. A complaint
 * stays until an admin lifts it: throws `not_found`, as for a link that does not work.
 */
export const liftByConfirming = async (tx: ActionContext, email: string): Promise<void> => {
  const suppression = await tx.suppressions.find(email)
  if (suppression?.reason === 'complaint')
    throw new Failure('not_found', 'This link is not valid any more; write to us to get our emails again.')
  if (suppression !== null) await tx.suppressions.lift(email)
}
