import type { Context } from 'hono'
import { addGap } from '#actions/editorial/add-gap.ts'
import { editGap } from '#actions/editorial/edit-gap.ts'
import type { RunAction } from '#actions/run-action.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import type { Gap } from '#core/editorial/gap.ts'
import { gapSchema, presentGapFields } from '#schemas/editorial-schemas.ts'
import { validate } from '#schemas/validate.ts'
import type { Store } from '#ports/store/store.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/authorize.ts'
import { page, type Reply } from '#http/routing/reply.ts'
import { pathId } from '#http/input/path-id.ts'
import { redisplayForm, seeOther } from '#http/input/redisplay-form.ts'
import { formVersion, readFormBody } from '#http/input/form-body.ts'
import { findPapers, findPapersById } from '#http/console/find-papers.ts'
import { readQuery } from '#http/input/query.ts'
import type { Route } from '#http/routing/route.ts'
import { editorRoute, pageResponse, redirectResponse } from '#http/console/console-route.ts'
import { savedQuery } from '#http/console/saved-query.ts'
import { toGapFormValues, type GapFormValues } from './input.ts'
import { gapPage, gapsPage, type GapView } from './pages/gaps.ts'

export type GapPorts = { store: Store; run: RunAction; houseName: string }
type VersionedGap = Gap & { version: number }

/** Null on the pages of a gap that is being made. */
const findPathId = (context: Context): string | null => (pathId(context) === '' ? null : pathId(context))

const getGap = async ({ store }: GapPorts, id: string): Promise<VersionedGap> => {
  const found = await store.private.gaps.find(id)
  if (found === null) throw new Failure('not_found', `There is no gap ${id}.`)
  return found
}

const toFormValues = (gap: VersionedGap): GapFormValues => ({ ...presentGapFields(gap), find: '' })

const EMPTY_GAP: GapFormValues = { title: '', severity: 'medium', explanation: '', papers: [], find: '' }

type FormView = Pick<GapView, 'id' | 'version' | 'values'> &
  Partial<Pick<GapView, 'current' | 'failure' | 'saved' | 'isUnsaved'>>

const show = async (ports: GapPorts, context: Context, given: FormView): Promise<{ toString(): string }> => {
  const { papers } = ports.store.private
  return gapPage(ports, {
    editor: getCurrentEditor(context),
    selected: await findPapersById(papers, given.values.papers),
    results: await findPapers(papers, given.values.find),
    current: null,
    failure: null,
    saved: false,
    isUnsaved: true,
    ...given,
  })
}

const list =
  (ports: GapPorts) =>
  async (context: Context): Promise<Reply> =>
    page(200, gapsPage(ports, { editor: getCurrentEditor(context), gaps: await ports.store.private.gaps.list(null) }))

const showNew =
  (ports: GapPorts) =>
  async (context: Context): Promise<Reply> =>
    page(200, await show(ports, context, { id: null, version: 0, values: EMPTY_GAP, isUnsaved: false }))

const showForm =
  (ports: GapPorts) =>
  async (context: Context): Promise<Reply> => {
    const { saved } = readQuery(context, savedQuery)
    const gap = await getGap(ports, pathId(context))
    const { id, version } = gap
    return page(
      200,
      await show(ports, context, {
        id,
        version,
        values: toFormValues(gap),
        saved: saved !== undefined,
        isUnsaved: false,
      }),
    )
  }

/** The form again with what its search found; nothing is stored. */
const preview =
  (ports: GapPorts) =>
  async (context: Context): Promise<Reply> => {
    const form = await readFormBody(context)
    return page(
      200,
      await show(ports, context, {
        id: findPathId(context),
        version: formVersion(form.fields),
        values: toGapFormValues(form),
      }),
    )
  }

const gapIn = ({ title, severity, explanation, papers }: GapFormValues) => {
  const checked = validate(gapSchema, { title, severity, explanation, papers })
  if (!checked.ok) throw validationFailure(checked.errors)
  return checked.value
}

const save =
  (ports: GapPorts) =>
  async (context: Context): Promise<Reply> => {
    const form = await readFormBody(context)
    const values = toGapFormValues(form)
    const id = findPathId(context)
    const version = formVersion(form.fields)
    const actor = getCurrentActor(context)
    return redisplayForm(
      async () => {
        const gap = gapIn(values)
        if (id === null) {
          const added = await ports.run(addGap, { gap, actor })
          return seeOther(`/console/gaps/${added.id}?saved=${added.version}`)
        }
        const saved = await ports.run(editGap, { gap: { id, ...gap }, version, actor })
        return seeOther(`/console/gaps/${id}?saved=${saved}`)
      },
      async (failure) => {
        if (failure.code !== 'stale' || id === null) return show(ports, context, { id, version, values, failure })
        const present = await getGap(ports, id)
        return show(ports, context, { id, version: present.version, values, current: toFormValues(present), failure })
      },
    )
  }

export const gapRoutes = (ports: GapPorts): Route[] => [
  {
    ...editorRoute,
    method: 'get',
    path: '/console/gaps',
    summary: 'Every research gap',
    responses: pageResponse,
    handle: list(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/gaps',
    summary: 'Makes a gap',
    responses: redirectResponse,
    handle: save(ports),
  },
  {
    ...editorRoute,
    method: 'get',
    path: '/console/gaps/new',
    summary: 'The form of a new gap',
    responses: pageResponse,
    handle: showNew(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/gaps/preview',
    summary: 'Finds papers for a new gap and stores nothing',
    responses: pageResponse,
    handle: preview(ports),
  },
  {
    ...editorRoute,
    method: 'get',
    path: '/console/gaps/:id',
    summary: 'The form of a gap',
    query: savedQuery,
    responses: pageResponse,
    handle: showForm(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/gaps/:id',
    summary: 'Stores a gap as a new version',
    responses: redirectResponse,
    handle: save(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/gaps/:id/preview',
    summary: 'Finds papers for a gap and stores nothing',
    responses: pageResponse,
    handle: preview(ports),
  },
]
