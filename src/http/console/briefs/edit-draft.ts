import { getCurrentActor } from '#http/auth/current-session.ts'
import { redisplayForm } from '#http/console/redisplay-form.ts'
import type { Context } from 'hono'
import { publishBriefDraft } from '#actions/editorial/publish-brief-draft.ts'
import { saveBriefDraft } from '#actions/editorial/save-brief-draft.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import { briefOfWeek, briefSchema } from '#schemas/editorial-schemas.ts'
import { requireValid, validate } from '#schemas/validate.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import { BRIEF_FORM_BYTES } from '#http/input/body-limits.ts'
import { formVersion, readFormBody } from '#http/input/form-body.ts'
import { readQuery } from '#http/input/query.ts'
import { pathId } from '#http/input/path-id.ts'
import { savedQuery } from '#http/console/saved-query.ts'
import { toBriefFormValues, toSendValues, type BriefFormValues } from './input.ts'
import { requestedSending } from './mailing.ts'
import { getDraft, draftFormValues, renderDraft, type BriefPorts } from './draft-page.ts'

export const showDraft =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Reply> => {
    const { saved } = readQuery(context, savedQuery)
    const draft = await getDraft(ports, pathId(context))
    return page(
      200,
      await renderDraft(ports, context, {
        draft,
        typed: draftFormValues(draft),
        saved: saved !== undefined,
        isUnsaved: false,
      }),
    )
  }

const validateText = ({ title, summary, houseTake, featuredPapers }: BriefFormValues) =>
  validate(briefSchema, { title, summary, houseTake, featuredPapers })

/** The form again with its preview and what its search found; nothing is stored. */
export const previewDraft =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Reply> => {
    const form = await readFormBody(context, BRIEF_FORM_BYTES)
    const typed = toBriefFormValues(form)
    const checked = validateText(typed)
    const failure = checked.ok ? null : validationFailure(checked.errors)
    const draft = await getDraft(ports, pathId(context))
    return page(200, await renderDraft(ports, context, { draft, typed, version: formVersion(form.fields), failure }))
  }

export const saveDraft =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Reply> => {
    const form = await readFormBody(context, BRIEF_FORM_BYTES)
    const typed = toBriefFormValues(form)
    const version = formVersion(form.fields)
    const id = pathId(context)
    const draft = await getDraft(ports, id)
    return redisplayForm(
      async () => {
        const brief = briefOfWeek(id, requireValid(validateText(typed)))
        if (brief === null) throw new Failure('not_found', `There is no week ${id}.`)
        const saved = await ports.run(saveBriefDraft, { brief, version, actor: getCurrentActor(context) })
        return seeOther(`/console/briefs/${id}?saved=${saved}`)
      },
      async (failure) => {
        if (failure.code !== 'stale') return renderDraft(ports, context, { draft, typed, version, failure })
        const present = await getDraft(ports, id)
        return renderDraft(ports, context, { draft: present, typed, current: draftFormValues(present), failure })
      },
    )
  }

export const publishBrief =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Reply> => {
    const form = await readFormBody(context)
    const sending = toSendValues(form)
    const id = pathId(context)
    const draft = await getDraft(ports, id)
    return redisplayForm(
      async () => {
        const send = requestedSending(sending, ports.canMail)
        const version = formVersion(form.fields)
        await ports.run(publishBriefDraft, { id, version, send, actor: getCurrentActor(context) })
        return seeOther(`/console/briefs?published=${id}`)
      },
      async (failure) =>
        renderDraft(ports, context, { draft, typed: draftFormValues(draft), failure, isUnsaved: false, sending }),
    )
  }
