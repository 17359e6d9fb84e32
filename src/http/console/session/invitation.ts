import { redisplayForm } from '#http/console/redisplay-form.ts'
import type { Context } from 'hono'
import { acceptInvitation } from '#actions/sessions/accept-invitation.ts'
import { hashSecret } from '#core/access/key-format.ts'
import type { Failure } from '#core/failure.ts'
import { invitationEnded } from '#core/access/invitation.ts'
import { checkNewPassphrase } from '#queries/check-new-passphrase.ts'
import { page, type Reply } from '#http/routing/reply.ts'
import { clientBrowser } from '#http/console/client-browser.ts'
import { readFormBody } from '#http/input/form-body.ts'
import { parseInput } from '#schemas/validate.ts'
import { readQuery } from '#http/input/query.ts'
import { invitationFormSchema, invitationQuery, firstAdminFormSchema } from './input.ts'
import { invitationPage } from './pages/sign-in.ts'
import { sessionStarted, type SessionPorts } from './sign-in.ts'

const getInvitation = async ({ store, clock }: SessionPorts, token: string) => {
  const editor = await store.private.editors.findBySignInLink(hashSecret(token), clock.now().toISOString())
  if (editor === null) throw invitationEnded()
  return { isFirstAdmin: editor.email === null, name: editor.name, email: editor.email ?? '' }
}

export const showInvitation =
  (ports: SessionPorts) =>
  async (context: Context): Promise<Reply> => {
    const { token } = readQuery(context, invitationQuery)
    const invited = await getInvitation(ports, token)
    return page(200, invitationPage(ports, { token, ...invited, name: invited.isFirstAdmin ? '' : invited.name }))
  }

export const redeemInvitation =
  (ports: SessionPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const { token, passphrase } = parseInput(invitationFormSchema, fields)
    const invited = await getInvitation(ports, token)
    const typed = invited.isFirstAdmin ? { name: fields.name ?? '', email: fields.email ?? '' } : {}
    const again = ({ message, details }: Failure) =>
      invitationPage(ports, { token, ...invited, ...typed, error: message, errors: details })
    return redisplayForm(async () => {
      const person = invited.isFirstAdmin ? parseInput(firstAdminFormSchema, fields) : null
      await checkNewPassphrase(ports.commonPassphrases, passphrase)
      const passphraseHash = await ports.passphrases.hash(passphrase)
      const browser = await clientBrowser(ports, context)
      const session = await ports.run(acceptInvitation, { token, passphraseHash, person, browser })
      return sessionStarted(ports, context, { session, next: undefined })
    }, again)
  }
