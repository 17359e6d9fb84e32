import type { Context } from 'hono'
import { countCredentialAttempt } from '#actions/sessions/count-credential-attempt.ts'
import { finishSignIn } from '#actions/sessions/finish-sign-in.ts'
import { hashSecret } from '#core/access/key-format.ts'
import { verifyCode } from '#queries/verify-code.ts'
import { readFormBody } from '#http/input/form-body.ts'
import { parseInput } from '#schemas/validate.ts'
import type { Reply } from '#http/routing/reply.ts'
import { clientBrowser } from '#http/console/client-browser.ts'
import { redisplayForm } from '#http/console/redisplay-form.ts'
import { safeRedirectPath } from '#http/console/safe-redirect-path.ts'
import { codeFormSchema } from './input.ts'
import { codePage } from './pages/code.ts'
import { sessionStarted, type SessionPorts } from './sign-in.ts'

/** The code that was typed, if it is right; the editor is the one whose passphrase was given with the token. */
const codeOf = async ({ store, clock, secretBox, run }: SessionPorts, given: { token: string; typed: string }) => {
  const now = clock.now()
  const { secondFactors } = store.private
  const pending = await secondFactors.findPending(hashSecret(given.token), now.toISOString())
  if (pending === null) return null
  const { editorId } = pending
  await run(countCredentialAttempt, { credential: 'code', editorId })
  return verifyCode({ secondFactors, secretBox }, { editorId, typed: given.typed, now })
}

export const submitCode =
  (ports: SessionPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const form = { token: fields.token ?? '', next: safeRedirectPath(fields.next) }
    return redisplayForm(
      async () => {
        const { token, code: typed } = parseInput(codeFormSchema, fields)
        const code = await codeOf(ports, { token, typed })
        const browser = await clientBrowser(ports, context)
        const session = await ports.run(finishSignIn, { token, code, browser })
        return sessionStarted(ports, context, { session, next: form.next })
      },
      ({ message }) => codePage(ports, { ...form, error: message }),
    )
  }
