import type { Context } from 'hono'
import { addGap, editGap } from '#actions/save-gap.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import type { Gap } from '#core/editorial/gap.ts'
import { gapSchema, presentGapFields } from '#schemas/editorial-schemas.ts'
import { validate } from '#schemas/validate.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'
import { actorOf, editorOf } from '#http/auth/authorize.ts'
import { HTML_TYPE, page, type Answer } from '#http/routing/reply.ts'
import { orFormAgain, seeOther } from '#http/input/redisplay-form.ts'
import { formVersion, readForm } from '#http/input/form-body.ts'
import { foundPapers, namedPapers } from '#http/console/find-papers.ts'
import { readQuery } from '#http/input/query.ts'
import type { Route } from '#http/routing/route.ts'
import { savedQuery, toTyped, type TypedGap } from './input.ts'
import { gapPage, gapsPage, type GapView } from './pages/gaps.ts'

export type GapPorts = { store: Store; clock: Clock; houseName: string }
type VersionedGap = Gap & { version: number }

/** Null on the pages of a gap that is being made. */
const idOf = (context: Context): string | null => context.req.param('id') ?? null

const getGap = async ({ store }: GapPorts, id: string): Promise<VersionedGap> => {
  const found = await store.read.gaps.find(id)
  if (found === null) throw new Failure('not_found', `There is no gap ${id}.`)
  return found
}

const asTyped = (gap: VersionedGap): TypedGap => ({ ...presentGapFields(gap), find: '' })

const EMPTY: TypedGap = { title: '', severity: 'medium', explanation: '', papers: [], find: '' }

type Given = Pick<GapView, 'id' | 'version' | 'typed'> &
  Partial<Pick<GapView, 'present' | 'failure' | 'saved' | 'held'>>

const show = async (ports: GapPorts, context: Context, given: Given): Promise<{ toString(): string }> => {
  const { papers } = ports.store.read
  return gapPage(ports, {
    editor: editorOf(context),
    chosen: await namedPapers(papers, given.typed.papers),
    found: await foundPapers(papers, given.typed.find),
    present: null,
    failure: null,
    saved: false,
    held: true,
    ...given,
  })
}

const list =
  (ports: GapPorts) =>
  async (context: Context): Promise<Answer> =>
    page(200, gapsPage(ports, { editor: editorOf(context), gaps: await ports.store.read.gaps.list(null) }))

const showNew =
  (ports: GapPorts) =>
  async (context: Context): Promise<Answer> =>
    page(200, await show(ports, context, { id: null, version: 0, typed: EMPTY, held: false }))

const showForm =
  (ports: GapPorts) =>
  async (context: Context): Promise<Answer> => {
    const { saved } = readQuery(context, savedQuery)
    const gap = await getGap(ports, idOf(context) ?? '')
    const { id, version } = gap
    return page(
      200,
      await show(ports, context, { id, version, typed: asTyped(gap), saved: saved !== undefined, held: false }),
    )
  }

/** The form again with what its search found; nothing is stored. */
const preview =
  (ports: GapPorts) =>
  async (context: Context): Promise<Answer> => {
    const form = await readForm(context)
    return page(
      200,
      await show(ports, context, { id: idOf(context), version: formVersion(form.fields), typed: toTyped(form) }),
    )
  }

const wishIn = ({ title, severity, explanation, papers }: TypedGap) => {
  const checked = validate(gapSchema, { title, severity, explanation, papers })
  if (!checked.ok) throw validationFailure(checked.errors)
  return checked.value
}

const save =
  (ports: GapPorts) =>
  async (context: Context): Promise<Answer> => {
    const form = await readForm(context)
    const typed = toTyped(form)
    const id = idOf(context)
    const version = formVersion(form.fields)
    const actor = actorOf(context)
    return orFormAgain(
      async () => {
        const wish = wishIn(typed)
        const saved =
          id === null
            ? await addGap(ports, { gap: wish, actor })
            : await editGap(ports, { gap: { id, ...wish }, version, actor })
        return seeOther(`/console/gaps/${saved.id}?saved=${saved.version}`)
      },
      async (failure) => {
        if (failure.code !== 'stale' || id === null) return show(ports, context, { id, version, typed, failure })
        const present = await getGap(ports, id)
        return show(ports, context, { id, version: present.version, typed, present: asTyped(present), failure })
      },
    )
  }

const forEditors = { access: 'editor', caching: 'none', anyOrigin: false } as const
const shown = { 200: { description: 'The page.', type: HTML_TYPE } }
const stored = { 303: { description: 'Done; Location names the page to go on with.' } }

export const gapRoutes = (ports: GapPorts): Route[] => [
  {
    ...forEditors,
    method: 'get',
    path: '/console/gaps',
    summary: 'Every research gap',
    answers: shown,
    handle: list(ports),
  },
  {
    ...forEditors,
    method: 'post',
    path: '/console/gaps',
    summary: 'Makes a gap',
    answers: stored,
    handle: save(ports),
  },
  {
    ...forEditors,
    method: 'get',
    path: '/console/gaps/new',
    summary: 'The form of a new gap',
    answers: shown,
    handle: showNew(ports),
  },
  {
    ...forEditors,
    method: 'post',
    path: '/console/gaps/preview',
    summary: 'Finds papers for a new gap and stores nothing',
    answers: shown,
    handle: preview(ports),
  },
  {
    ...forEditors,
    method: 'get',
    path: '/console/gaps/:id',
    summary: 'The form of a gap',
    query: savedQuery,
    answers: shown,
    handle: showForm(ports),
  },
  {
    ...forEditors,
    method: 'post',
    path: '/console/gaps/:id',
    summary: 'Stores a gap as a new version',
    answers: stored,
    handle: save(ports),
  },
  {
    ...forEditors,
    method: 'post',
    path: '/console/gaps/:id/preview',
    summary: 'Finds papers for a gap and stores nothing',
    answers: shown,
    handle: preview(ports),
  },
]
