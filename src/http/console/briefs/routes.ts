import type { Context } from 'hono'
import { draftBrief } from '#actions/draft-brief.ts'
import { publishDraft } from '#actions/publish-draft.ts'
import { saveBriefDraft } from '#actions/save-brief-draft.ts'
import type { BriefDraft } from '#core/editorial/brief.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import { parseWeek, weekId, weekOf } from '#core/editorial/week.ts'
import { briefOfWeek, briefSchema } from '#schemas/editorial-schemas.ts'
import { validate } from '#schemas/validate.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'
import { actorOf, editorOf } from '#http/auth/authorize.ts'
import { HTML_TYPE, page, type Answer } from '#http/routing/reply.ts'
import { orFormAgain, seeOther } from '#http/input/redisplay-form.ts'
import { formVersion, readForm } from '#http/input/form-body.ts'
import { foundPapers, namedPapers } from '#http/console/find-papers.ts'
import { readQuery } from '#http/input/query.ts'
import { idOf } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import { BRIEF_FORM_BYTES, listQuery, savedQuery, toTyped, type TypedBrief } from './input.ts'
import { briefPage, type BriefView } from './pages/brief.ts'
import { briefsPage } from './pages/briefs.ts'

export type BriefPorts = { store: Store; clock: Clock; houseName: string }

const getDraft = async ({ store }: BriefPorts, id: string): Promise<BriefDraft> => {
  const found = await store.read.briefs.draft(id)
  if (found === null) throw new Failure('not_found', `There is no draft ${id}; what is published never changes.`)
  return found
}

const asTyped = ({ title, summary, take, featured }: BriefDraft): TypedBrief => ({
  title,
  summary,
  houseTake: take,
  featuredPapers: featured,
  find: '',
})

const list = async (
  ports: BriefPorts,
  context: Context,
  { typed = null, failure = null }: { typed?: string | null; failure?: Failure | null } = {},
): Promise<{ toString(): string }> => {
  const { published: justPublished = null } = readQuery(context, listQuery)
  const { briefs } = ports.store.read
  return briefsPage(ports, {
    editor: editorOf(context),
    drafts: await briefs.drafts(),
    published: await briefs.list(),
    thisWeek: weekOf(ports.clock.now()),
    justPublished,
    typed,
    failure,
  })
}

const makeDraft =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Answer> => {
    const { fields } = await readForm(context)
    const typed = (fields.week ?? '').trim()
    return orFormAgain(
      async () => {
        const week = parseWeek(typed)
        if (week === null) throw validationFailure([{ path: 'week', message: 'must read like 2026-w47' }])
        const id = weekId(week)
        // Whoever asks for a draft that somebody else began goes on with that one.
        if ((await ports.store.read.briefs.draft(id)) === null)
          await saveBriefDraft(ports, { brief: await draftBrief(ports, week), version: 0, actor: actorOf(context) })
        return seeOther(`/console/briefs/${id}`)
      },
      (failure) => list(ports, context, { typed, failure }),
    )
  }

type Given = { draft: BriefDraft; typed: TypedBrief } & Partial<
  Pick<BriefView, 'version' | 'present' | 'failure' | 'saved' | 'held'>
>

const show = async (
  ports: BriefPorts,
  context: Context,
  { draft, typed, ...given }: Given,
): Promise<{ toString(): string }> => {
  const { papers } = ports.store.read
  return briefPage(ports, {
    editor: editorOf(context),
    id: draft.id,
    week: draft.week,
    version: draft.version,
    typed,
    chosen: await namedPapers(papers, typed.featuredPapers),
    found: await foundPapers(papers, typed.find),
    present: null,
    failure: null,
    saved: false,
    held: true,
    ...given,
  })
}

const showForm =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Answer> => {
    const { saved } = readQuery(context, savedQuery)
    const draft = await getDraft(ports, idOf(context))
    return page(
      200,
      await show(ports, context, { draft, typed: asTyped(draft), saved: saved !== undefined, held: false }),
    )
  }

const wordsIn = ({ title, summary, houseTake, featuredPapers }: TypedBrief) =>
  validate(briefSchema, { title, summary, houseTake, featuredPapers })

/** The form again with its preview and what its search found; nothing is stored. */
const preview =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Answer> => {
    const form = await readForm(context, BRIEF_FORM_BYTES)
    const typed = toTyped(form)
    const checked = wordsIn(typed)
    const failure = checked.ok ? null : validationFailure(checked.errors)
    const draft = await getDraft(ports, idOf(context))
    return page(200, await show(ports, context, { draft, typed, version: formVersion(form.fields), failure }))
  }

const save =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Answer> => {
    const form = await readForm(context, BRIEF_FORM_BYTES)
    const typed = toTyped(form)
    const version = formVersion(form.fields)
    const id = idOf(context)
    const draft = await getDraft(ports, id)
    return orFormAgain(
      async () => {
        const checked = wordsIn(typed)
        if (!checked.ok) throw validationFailure(checked.errors)
        const brief = briefOfWeek(id, checked.value)
        if (brief === null) throw new Failure('not_found', `There is no week ${id}.`)
        const saved = await saveBriefDraft(ports, { brief, version, actor: actorOf(context) })
        return seeOther(`/console/briefs/${id}?saved=${saved}`)
      },
      async (failure) => {
        if (failure.code !== 'stale') return show(ports, context, { draft, typed, version, failure })
        const present = await getDraft(ports, id)
        return show(ports, context, { draft: present, typed, present: asTyped(present), failure })
      },
    )
  }

const publish =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Answer> => {
    const { fields } = await readForm(context)
    const id = idOf(context)
    const draft = await getDraft(ports, id)
    return orFormAgain(
      async () => {
        await publishDraft(ports, { id, version: formVersion(fields), actor: actorOf(context) })
        return seeOther(`/console/briefs?published=${id}`)
      },
      async (failure) => show(ports, context, { draft, typed: asTyped(draft), failure, held: false }),
    )
  }

const forEditors = { access: 'editor', caching: 'none', anyOrigin: false } as const
const shown = { 200: { description: 'The page.', type: HTML_TYPE } }
const stored = { 303: { description: 'Done; Location names the page to go on with.' } }

export const briefRoutes = (ports: BriefPorts): Route[] => [
  {
    ...forEditors,
    method: 'get',
    path: '/console/briefs',
    summary: 'Drafts and published briefs',
    query: listQuery,
    answers: shown,
    handle: async (context) => page(200, await list(ports, context)),
  },
  {
    ...forEditors,
    method: 'post',
    path: '/console/briefs',
    summary: 'Makes a draft from a week’s papers',
    answers: stored,
    handle: makeDraft(ports),
  },
  {
    ...forEditors,
    method: 'get',
    path: '/console/briefs/:id',
    summary: 'The form of a draft',
    query: savedQuery,
    answers: shown,
    handle: showForm(ports),
  },
  {
    ...forEditors,
    method: 'post',
    path: '/console/briefs/:id',
    summary: 'Keeps a draft as a new version',
    answers: stored,
    handle: save(ports),
  },
  {
    ...forEditors,
    method: 'post',
    path: '/console/briefs/:id/preview',
    summary: 'Looks at what was typed and stores nothing',
    answers: shown,
    handle: preview(ports),
  },
  {
    ...forEditors,
    method: 'post',
    path: '/console/briefs/:id/publish',
    summary: 'Publishes a draft for good',
    answers: stored,
    handle: publish(ports),
  },
]
