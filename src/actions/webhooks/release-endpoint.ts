import type { ActionContext } from '#actions/run-action.ts'
import type { EndpointLease } from '#ports/store/webhooks/webhooks.ts'

/** Lets others send, such as when this process stops. */
export const releaseEndpoint = (tx: ActionContext, lease: EndpointLease): Promise<void> => tx.webhooks.release(lease)
