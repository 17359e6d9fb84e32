import type { Context } from 'hono'
import { sendTest } from '#actions/mailings/send-test.ts'
import { validationFailure, type Failure } from '#core/failure.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { redisplayForm } from '#http/console/redisplay-form.ts'
import { savedQuery } from '#http/console/saved-query.ts'
import { pathId } from '#http/input/path-id.ts'
import { readQuery } from '#http/input/query.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import { previewBriefEmail } from '#queries/compose-brief-email.ts'
import { emailThemeQuery } from './input.ts'
import { findBriefOrDraft, type BriefPorts } from './draft-page.ts'
import { emailPreviewPage } from './pages/email-preview.ts'

const emailOf = async (ports: BriefPorts, id: string) => {
  const { brief } = await findBriefOrDraft(ports, id)
  const { markdown, emails, store } = ports
  return { brief, email: await previewBriefEmail({ reader: store.private, markdown, emails }, brief) }
}

const render = async (
  ports: BriefPorts,
  context: Context,
  given: { failure: Failure | null; isSent: boolean },
): Promise<{ toString(): string }> => {
  const { brief, email } = await emailOf(ports, pathId(context))
  return emailPreviewPage(ports, { editor: getCurrentEditor(context), brief, email, ...given })
}

export const showEmail =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Reply> => {
    const { saved } = readQuery(context, savedQuery)
    const markup = await render(ports, context, { failure: null, isSent: saved !== undefined })
    return { ...page(200, markup), framing: 'shows frames' }
  }

const DARK_WINDOW = '@media (prefers-color-scheme: dark)'
/** A frame cannot be told apart from the window it is in, so the email is told what to take its window for. */
const windowOf = { light: '@media not all', dark: '@media all' }

export const showEmailPage =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Reply> => {
    const { theme } = readQuery(context, emailThemeQuery)
    const { email } = await emailOf(ports, pathId(context))
    const shown = theme === undefined ? email.html : email.html?.replaceAll(DARK_WINDOW, windowOf[theme])
    return { ...page(200, shown ?? ''), framing: 'email' }
  }

const noWay = (message: string) => validationFailure([{ path: 'email', message }])

export const sendTestEmail =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Reply> => {
    const id = pathId(context)
    const { email: to } = getCurrentEditor(context)
    const reply = await redisplayForm(
      async () => {
        if (!ports.canMail) throw noWay('cannot be sent: SMTP_URL is not set')
        if (to === null) throw noWay('cannot be sent: your account has no email address')
        const { email } = await emailOf(ports, id)
        await ports.run(sendTest, { email, to, briefId: id, actor: getCurrentActor(context) })
        return seeOther(`/console/briefs/${id}/email/preview?saved=1`)
      },
      (failure) => render(ports, context, { failure, isSent: false }),
    )
    return { ...reply, framing: 'shows frames' }
  }
