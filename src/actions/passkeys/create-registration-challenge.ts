import type { ActionContext } from '#actions/run-action.ts'
import { createChallenge } from './create-challenge.ts'

/** A challenge for a new passkey of an editor's. */
export const createRegistrationChallenge = (tx: ActionContext, { editorId }: { editorId: string }): Promise<string> =>
  createChallenge(tx, editorId)
