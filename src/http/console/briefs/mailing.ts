import type { Context } from 'hono'
import { changeMailing, mailingChanges } from '#actions/mailings/change-mailing.ts'
import { sendBrief } from '#actions/mailings/send-brief.ts'
import { type Failure, validationFailure } from '#core/failure.ts'
import { parseSendTime } from '#core/mail/parse-send-time.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { redisplayForm } from '#http/console/redisplay-form.ts'
import { readFormBody } from '#http/input/form-body.ts'
import { pathId } from '#http/input/path-id.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import { findBriefOrDraft, type BriefPorts } from './draft-page.ts'
import { toSendValues, type SendValues } from './input.ts'
import { mailingPage } from './pages/mailing.ts'

const pathOf = (id: string): string => `/console/briefs/${id}/email`

/**
 * When a brief is to be sent by what was chosen: null for never, `at` null for now. Throws `invalid` for a time that is none,
 * and when there is no way to send mail.
 */
export const requestedSending = ({ email, at }: SendValues, canMail: boolean): { at: Date | null } | null => {
  if (email === 'none') return null
  if (!canMail) throw validationFailure([{ path: 'email', message: 'is not possible: SMTP_URL is not set' }])
  if (email === 'now') return { at: null }
  const time = parseSendTime(at.trim())
  if (time === null)
    throw validationFailure([{ path: 'at', message: 'must read like 2026-11-23T09:00+01:00, with its time zone' }])
  return { at: time }
}

const render = async (
  ports: BriefPorts,
  context: Context,
  { values, failure }: { values: SendValues; failure: Failure | null },
): Promise<{ toString(): string }> => {
  const id = pathId(context)
  const { mailings } = ports.store.private
  const { brief, isPublished } = await findBriefOrDraft(ports, id)
  const [mailing = null] = await mailings.progress([id], ports.clock.now())
  return mailingPage(ports, {
    editor: getCurrentEditor(context),
    brief,
    isPublished,
    mailing,
    subscribers: await mailings.countRecipients(),
    values,
    failure,
  })
}

const nothingChosen: SendValues = { email: 'now', at: '' }

export const showMailing =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Reply> =>
    page(200, await render(ports, context, { values: nothingChosen, failure: null }))

export const sendPublished =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Reply> => {
    const values = toSendValues(await readFormBody(context))
    const id = pathId(context)
    return redisplayForm(
      async () => {
        const sending = requestedSending(values, ports.canMail)
        if (sending !== null) await ports.run(sendBrief, { id, at: sending.at, actor: getCurrentActor(context) })
        return seeOther(pathOf(id))
      },
      (failure) => render(ports, context, { values, failure }),
    )
  }

export const changeSending =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const id = pathId(context)
    return redisplayForm(
      async () => {
        const change = mailingChanges.find((known) => known === fields.change)
        if (change === undefined)
          throw validationFailure([{ path: 'change', message: `must be one of ${mailingChanges.join(', ')}` }])
        await ports.run(changeMailing, { id, change, actor: getCurrentActor(context) })
        return seeOther(pathOf(id))
      },
      (failure) => render(ports, context, { values: nothingChosen, failure }),
    )
  }
