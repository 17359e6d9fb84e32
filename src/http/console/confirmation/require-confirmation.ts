import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import { isConfirmed } from '#core/access/session.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'
import { getCurrentSession } from '#http/auth/current-session.ts'
import { readFormBody } from '#http/input/form-body.ts'
import { page, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { relyingPartyId } from '#http/console/relying-party-id.ts'
import { confirmationPage, type ConfirmationView } from './pages/confirm.ts'

export type ConfirmationPorts = { store: Store; clock: Clock; houseName: string; publicUrl: () => string }

type InterruptedRequest = Pick<ConfirmationView, 'path' | 'sent' | 'error'>

/** The page that asks whoever is signed in to confirm. */
export const renderConfirmation = async (ports: ConfirmationPorts, context: Context, asked: InterruptedRequest) => {
  const { editor } = getCurrentSession(context)
  const { editors, passkeys } = ports.store.private
  const hasPassphrase = (await editors.findPassphraseHash(editor.id)) !== null
  const canUsePasskeys = relyingPartyId(ports.publicUrl()) !== null
  const hasPasskeys = canUsePasskeys && (await passkeys.listByEditor(editor.id)).length > 0
  return confirmationPage(ports, { editor, hasPassphrase, hasPasskeys, ...asked })
}

const isForm = (context: Context): boolean =>
  (context.req.header('accept') ?? '').split(',')[0]?.trim().startsWith('application/json') !== true

/** A route that asks for a confirmation as its row says; what was asked follows once it is given. */
export const requireConfirmation =
  (ports: ConfirmationPorts) =>
  (route: Route): Route => {
    if (route.needsConfirmation !== true) return route
    const handle = async (context: Context): Promise<Reply> => {
      if (isConfirmed(getCurrentSession(context).session, ports.clock.now())) return route.handle(context)
      if (!isForm(context))
        throw new Failure(
          'confirmation_missing',
          'Confirm that it is you first, at /console/confirm; nothing was done.',
        )
      const { pairs } = await readFormBody(context)
      return page(403, await renderConfirmation(ports, context, { path: context.req.path, sent: pairs }))
    }
    return { ...route, handle }
  }
