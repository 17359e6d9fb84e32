import type { Context } from 'hono'
import { publishBriefDraft } from '#actions/editorial/publish-brief-draft.ts'
import { saveBriefDraft } from '#actions/editorial/save-brief-draft.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { BriefDraft } from '#core/editorial/brief.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import { parseWeek, weekId, weekOf } from '#core/editorial/week.ts'
import { briefOfWeek, briefSchema } from '#schemas/editorial-schemas.ts'
import { validate } from '#schemas/validate.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'
import { draftBrief } from '#queries/draft-brief.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/authorize.ts'
import { page, type Reply } from '#http/routing/reply.ts'
import { redisplayForm, seeOther } from '#http/input/redisplay-form.ts'
import { formVersion, readFormBody } from '#http/input/form-body.ts'
import { findPapers, findPapersById } from '#http/console/find-papers.ts'
import { readQuery } from '#http/input/query.ts'
import { pathId } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import { editorRoute, pageResponse, redirectResponse } from '#http/console/console-route.ts'
import { savedQuery } from '#http/console/saved-query.ts'
import { BRIEF_FORM_BYTES, briefListQuery, toBriefFormValues, type BriefFormValues } from './input.ts'
import { briefPage, type BriefView } from './pages/brief.ts'
import { briefsPage } from './pages/briefs.ts'

export type BriefPorts = { store: Store; clock: Clock; run: RunAction; houseName: string }

const getDraft = async ({ store }: BriefPorts, id: string): Promise<BriefDraft> => {
  const found = await store.private.briefs.draft(id)
  if (found === null) throw new Failure('not_found', `There is no draft ${id}; what is published never changes.`)
  return found
}

const toFormValues = ({ title, summary, take, featured }: BriefDraft): BriefFormValues => ({
  title,
  summary,
  houseTake: take,
  featuredPapers: featured,
  find: '',
})

const list = async (
  ports: BriefPorts,
  context: Context,
  { typed: weekInput = null, failure = null }: { typed?: string | null; failure?: Failure | null } = {},
): Promise<{ toString(): string }> => {
  const { published: justPublished = null } = readQuery(context, briefListQuery)
  const { briefs } = ports.store.private
  return briefsPage(ports, {
    editor: getCurrentEditor(context),
    drafts: await briefs.drafts(),
    published: await briefs.list(),
    thisWeek: weekOf(ports.clock.now()),
    justPublished,
    weekInput,
    failure,
  })
}

const makeDraft =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const typed = (fields.week ?? '').trim()
    return redisplayForm(
      async () => {
        const week = parseWeek(typed)
        if (week === null) throw validationFailure([{ path: 'week', message: 'must read like 2026-w47' }])
        const id = weekId(week)
        // Whoever asks for a draft that somebody else began goes on with that one.
        const { private: read } = ports.store
        if ((await read.briefs.draft(id)) === null) {
          const brief = await draftBrief(read, { week, now: ports.clock.now() })
          await ports.run(saveBriefDraft, { brief, version: 0, actor: getCurrentActor(context) })
        }
        return seeOther(`/console/briefs/${id}`)
      },
      (failure) => list(ports, context, { typed, failure }),
    )
  }

type FormView = { draft: BriefDraft; typed: BriefFormValues } & Partial<
  Pick<BriefView, 'version' | 'current' | 'failure' | 'saved' | 'isUnsaved'>
>

const show = async (
  ports: BriefPorts,
  context: Context,
  { draft, typed: values, ...given }: FormView,
): Promise<{ toString(): string }> => {
  const { papers } = ports.store.private
  return briefPage(ports, {
    editor: getCurrentEditor(context),
    id: draft.id,
    week: draft.week,
    version: draft.version,
    values,
    selected: await findPapersById(papers, values.featuredPapers),
    results: await findPapers(papers, values.find),
    current: null,
    failure: null,
    saved: false,
    isUnsaved: true,
    ...given,
  })
}

const showForm =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Reply> => {
    const { saved } = readQuery(context, savedQuery)
    const draft = await getDraft(ports, pathId(context))
    return page(
      200,
      await show(ports, context, { draft, typed: toFormValues(draft), saved: saved !== undefined, isUnsaved: false }),
    )
  }

const validateText = ({ title, summary, houseTake, featuredPapers }: BriefFormValues) =>
  validate(briefSchema, { title, summary, houseTake, featuredPapers })

/** The form again with its preview and what its search found; nothing is stored. */
const preview =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Reply> => {
    const form = await readFormBody(context, BRIEF_FORM_BYTES)
    const typed = toBriefFormValues(form)
    const checked = validateText(typed)
    const failure = checked.ok ? null : validationFailure(checked.errors)
    const draft = await getDraft(ports, pathId(context))
    return page(200, await show(ports, context, { draft, typed, version: formVersion(form.fields), failure }))
  }

const save =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Reply> => {
    const form = await readFormBody(context, BRIEF_FORM_BYTES)
    const typed = toBriefFormValues(form)
    const version = formVersion(form.fields)
    const id = pathId(context)
    const draft = await getDraft(ports, id)
    return redisplayForm(
      async () => {
        const checked = validateText(typed)
        if (!checked.ok) throw validationFailure(checked.errors)
        const brief = briefOfWeek(id, checked.value)
        if (brief === null) throw new Failure('not_found', `There is no week ${id}.`)
        const saved = await ports.run(saveBriefDraft, { brief, version, actor: getCurrentActor(context) })
        return seeOther(`/console/briefs/${id}?saved=${saved}`)
      },
      async (failure) => {
        if (failure.code !== 'stale') return show(ports, context, { draft, typed, version, failure })
        const present = await getDraft(ports, id)
        return show(ports, context, { draft: present, typed, current: toFormValues(present), failure })
      },
    )
  }

const publish =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const id = pathId(context)
    const draft = await getDraft(ports, id)
    return redisplayForm(
      async () => {
        await ports.run(publishBriefDraft, { id, version: formVersion(fields), actor: getCurrentActor(context) })
        return seeOther(`/console/briefs?published=${id}`)
      },
      async (failure) => show(ports, context, { draft, typed: toFormValues(draft), failure, isUnsaved: false }),
    )
  }

export const briefRoutes = (ports: BriefPorts): Route[] => [
  {
    ...editorRoute,
    method: 'get',
    path: '/console/briefs',
    summary: 'Drafts and published briefs',
    query: briefListQuery,
    responses: pageResponse,
    handle: async (context) => page(200, await list(ports, context)),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/briefs',
    summary: 'Makes a draft from a week’s papers',
    responses: redirectResponse,
    handle: makeDraft(ports),
  },
  {
    ...editorRoute,
    method: 'get',
    path: '/console/briefs/:id',
    summary: 'The form of a draft',
    query: savedQuery,
    responses: pageResponse,
    handle: showForm(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/briefs/:id',
    summary: 'Keeps a draft as a new version',
    responses: redirectResponse,
    handle: save(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/briefs/:id/preview',
    summary: 'Looks at what was typed and stores nothing',
    responses: pageResponse,
    handle: preview(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/briefs/:id/publish',
    summary: 'Publishes a draft for good',
    responses: redirectResponse,
    handle: publish(ports),
  },
]
