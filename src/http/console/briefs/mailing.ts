import { plainMathematics } from '#core/text/mathematics.ts'
import type { Context } from 'hono'
import { z } from 'zod'
import { changeMailing, mailingChanges, sendBrief, sendTest } from '#actions/mailings.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { Brief } from '#core/editorial/brief.ts'
import { weekLabel } from '#core/editorial/week.ts'
import { pluralize } from '#core/numbers.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import { parseLocalSendTime } from '#core/mail/mailing.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import {
  emailPreviewPage,
  mailingPage,
  nothingToSend,
  sendChoices,
  type SendValues,
} from '#http/console/briefs/pages/mailing.ts'
import { askAgainPage, isSure } from '#http/console/pages/ask-again.ts'
import { redisplayForm, savedQuery } from '#http/console/console-route.ts'
import { briefDrafts } from '#edited/brief-drafts.ts'
import { BRIEF_FORM_BYTES, type FormBody, readFormBody } from '#http/input/body.ts'
import { pathId, readQuery } from '#http/input/query.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import type { EmailComposer } from '#ports/email-composer.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import type { OpensPage } from '#queries/brief-checks.ts'
import { previewBriefEmail } from '#queries/briefs.ts'
import type { LiveSite } from '#ports/site.ts'
import { readDraftValues, typedValues } from './blocks.ts'

/** Sending a brief by email: the preview, the test, and the mailing to all subscribers. */

export type BriefPorts = {
  store: Store
  markdown: MarkdownRenderer
  clock: Clock
  run: RunAction
  site: LiveSite
  canMail: boolean
  emails: EmailComposer
  publicUrl: () => string
  websubHub: string | null
  opensPage: OpensPage
}

/** A published brief, or a draft. Throws `not_found`. */
export const findBriefOrDraft = async (
  { store }: BriefPorts,
  id: string,
): Promise<{ brief: Brief; isPublished: boolean }> => {
  const { briefs } = store.private
  const published = await briefs.find(id)
  const brief = published ?? (await briefs.draft(id))
  if (brief === null) throw new Failure('not_found', `There is no brief ${id}.`)
  return { brief, isPublished: published !== null }
}

const composeEmail = async (ports: BriefPorts, id: string) => {
  const { brief } = await findBriefOrDraft(ports, id)
  const { markdown, emails, store } = ports
  return { brief, email: await previewBriefEmail({ reader: store.private, markdown, emails }, brief) }
}

const renderPreview = async (
  ports: BriefPorts,
  context: Context,
  given: { failure: Failure | null; isSent: boolean },
): Promise<{ toString(): string }> => {
  const { brief, email } = await composeEmail(ports, pathId(context))
  return emailPreviewPage(ports, { editor: getCurrentEditor(context), brief, email, ...given })
}

export const showEmailPreview =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Reply> => {
    const { saved } = readQuery(context, savedQuery)
    const markup = await renderPreview(ports, context, { failure: null, isSent: saved !== undefined })
    return { ...page(200, markup), framing: 'shows frames' }
  }

/** The colour scheme to show an email in; without it, that of the window. */
export const emailThemeQuery = z.strictObject({ theme: z.enum(['light', 'dark']).optional() })

const DARK_SCHEME = '@media (prefers-color-scheme: dark)'
/** A frame always has the colour scheme of its window, so the media query of the email is replaced instead. */
const forcedScheme = { light: '@media not all', dark: '@media all' }

export const showEmailPage =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Reply> => {
    const { theme } = readQuery(context, emailThemeQuery)
    const { email } = await composeEmail(ports, pathId(context))
    const shown = theme === undefined ? email.html : email.html?.replaceAll(DARK_SCHEME, forcedScheme[theme])
    return { ...page(200, shown ?? ''), framing: 'email' }
  }

/** The same of what is typed into the form of a draft. */
export const showTypedEmail =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Reply> => {
    const form = await readFormBody(context, BRIEF_FORM_BYTES)
    const stored = await briefDrafts.get(ports.store.private, pathId(context))
    const { title, summary, houseTake, featuredPapers } = readDraftValues(form, typedValues(form))
    const shown = { ...stored, title, summary, take: houseTake, featured: featuredPapers }
    const { markdown, emails, store } = ports
    const email = await previewBriefEmail({ reader: store.private, markdown, emails }, shown)
    return { ...page(200, email.html ?? ''), framing: 'email' }
  }

const emailInvalid = (message: string) => validationFailure([{ path: 'email', message }])

export const sendTestEmail =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Reply> => {
    const id = pathId(context)
    const { email: to } = getCurrentEditor(context)
    const reply = await redisplayForm(
      async () => {
        if (!ports.canMail) throw emailInvalid('cannot be sent: SMTP_URL is not set')
        if (to === null) throw emailInvalid('cannot be sent: your account has no email address')
        const { email } = await composeEmail(ports, id)
        await ports.run(sendTest, { email, to, briefId: id, actor: getCurrentActor(context) })
        return seeOther(`/console/briefs/${id}/email/preview?saved=1`)
      },
      (failure) => renderPreview(ports, context, { failure, isSent: false }),
    )
    return { ...reply, framing: 'shows frames' }
  }

const mailingPath = (id: string): string => `/console/briefs/${id}/email`

export const readSendValues = ({ fields }: FormBody): SendValues => ({
  email: sendChoices.find((choice) => choice === fields.email) ?? 'none',
  at: (fields.at ?? '').trim(),
  zone: (fields.zone ?? '').trim(),
})

/**
 * When the form asks to send a brief: null for never, `at` null for now. Throws `invalid` if `at` is not a time, or if
 * there is no way to send mail.
 */
export const parseSendValues = ({ email, at, zone }: SendValues, canMail: boolean): { at: Date | null } | null => {
  if (email === 'none') return null
  if (!canMail) throw emailInvalid('is not possible: SMTP_URL is not set')
  if (email === 'now') return { at: null }
  const time = parseLocalSendTime({ at, zone })
  if (time === null) throw validationFailure([{ path: 'at', message: 'must be a date and a time' }])
  return { at: time }
}

const renderMailing = async (
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

type AskToSendInput = { brief: Brief; send: { at: Date | null }; form: FormBody }

/** Whether to ask first. A time in the past is refused instead. */
const mustAsk = ({ clock }: BriefPorts, { at }: { at: Date | null }, form: FormBody): boolean =>
  !isSure(form) && (at === null || at >= clock.now())

/** Asks before emails leave, which nobody can call back. */
const askToSend = async (
  ports: BriefPorts,
  context: Context,
  { brief, send, form }: AskToSendInput,
): Promise<Reply> => {
  const subscribers = await ports.store.private.mailings.countRecipients()
  const when = send.at === null ? 'now' : `at ${send.at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return page(
    200,
    askAgainPage(ports, {
      editor: getCurrentEditor(context),
      title: `Send the brief of ${weekLabel(brief.week)}`,
      consequence: `“${plainMathematics(brief.title)}” goes to ${pluralize(subscribers, 'subscriber', 'subscribers')} ${when}. An email that has left cannot be called back.`,
      path: mailingPath(brief.id),
      label: 'Send',
      sent: form.pairs,
      back: mailingPath(brief.id),
    }),
  )
}

const defaultSendValues: SendValues = { ...nothingToSend, email: 'now' }

export const showMailing =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Reply> =>
    page(200, await renderMailing(ports, context, { values: defaultSendValues, failure: null }))

export const sendPublished =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Reply> => {
    const form = await readFormBody(context)
    const values = readSendValues(form)
    const id = pathId(context)
    return redisplayForm(
      async () => {
        const sending = parseSendValues(values, ports.canMail)
        const { brief, isPublished } = await findBriefOrDraft(ports, id)
        if (sending !== null && isPublished && mustAsk(ports, sending, form))
          return askToSend(ports, context, { brief, send: sending, form })
        if (sending !== null) await ports.run(sendBrief, { id, at: sending.at, actor: getCurrentActor(context) })
        return seeOther(mailingPath(id))
      },
      (failure) => renderMailing(ports, context, { values, failure }),
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
        return seeOther(mailingPath(id))
      },
      (failure) => renderMailing(ports, context, { values: defaultSendValues, failure }),
    )
  }
