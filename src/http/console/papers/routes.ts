import type { Context } from 'hono'
import { editPaper } from '#actions/papers/edit-paper.ts'
import { mergePaper } from '#actions/papers/merge-paper.ts'
import { revertPaper } from '#actions/papers/revert-paper.ts'
import { decidePaper } from '#actions/review/decide-paper.ts'
import { actorNames } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'
import { paperDiff } from '#core/papers/paper-diff.ts'
import { parsePaper } from '#schemas/paper-schema.ts'
import { assessEdit } from '#queries/assess-edit.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/authorize.ts'
import { page, type Reply } from '#http/routing/reply.ts'
import { redisplayForm, seeOther } from '#http/input/redisplay-form.ts'
import { formVersion, readFormBody } from '#http/input/form-body.ts'
import { readQuery } from '#http/input/query.ts'
import { pathId } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import { editorRoute, pageResponse, redirectResponse } from '#http/console/console-route.ts'
import { savedQuery } from '#http/console/saved-query.ts'
import { conflictView, editView, getStoredPaper, listPapers, type PapersPorts } from './present.ts'
import { paperListQuery, PAPER_FORM_BYTES, toPaperInput, versionsQuery } from './input.ts'
import { conflictNote } from './pages/conflict.ts'
import { editPage } from './pages/edit.ts'
import { paperListPage } from './pages/list.ts'
import { versionsPage } from './pages/versions.ts'

const list =
  (ports: PapersPorts) =>
  async (context: Context): Promise<Reply> => {
    const asked = readQuery(context, paperListQuery)
    const found = await listPapers(ports, asked)
    return page(
      200,
      paperListPage(ports, { editor: getCurrentEditor(context), q: asked.q ?? '', state: asked.state ?? '', ...found }),
    )
  }

const showForm =
  (ports: PapersPorts) =>
  async (context: Context): Promise<Reply> => {
    const { saved } = readQuery(context, savedQuery)
    const stored = await getStoredPaper(ports, pathId(context))
    const view = editView({ editor: getCurrentEditor(context), stored, saved: saved !== undefined })
    return page(200, editPage(ports, view))
  }

/** Looks at what was typed and stores nothing: the form again, with every mistake and the preview. */
const preview =
  (ports: PapersPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields: values } = await readFormBody(context, PAPER_FORM_BYTES)
    const id = pathId(context)
    const stored = await getStoredPaper(ports, id)
    const validated = parsePaper(toPaperInput(id, values), ports.clock.now())
    return page(200, editPage(ports, editView({ editor: getCurrentEditor(context), stored, values, validated })))
  }

const save =
  (ports: PapersPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields: values } = await readFormBody(context, PAPER_FORM_BYTES)
    const id = pathId(context)
    const editor = getCurrentEditor(context)
    const now = ports.clock.now()
    const validated = parsePaper(toPaperInput(id, values), now)
    const again = async (failure?: Failure) =>
      editPage(ports, editView({ editor, stored: await getStoredPaper(ports, id), values, validated, failure }))
    if (!validated.ok) return page(400, await again())
    const { paper } = validated.value
    return redisplayForm(
      async () => {
        const assessment = await assessEdit(ports.store.private, { paper, now })
        const edit = { paper, version: formVersion(values), actor: getCurrentActor(context), assessment }
        const version = await ports.run(editPaper, edit)
        return seeOther(`/console/papers/${id}/edit?saved=${version}`)
      },
      async (failure) => {
        if (failure.code !== 'stale') return again(failure)
        const { view, conflict } = await conflictView(ports, { editor, id, fields: values, typed: paper })
        return editPage(ports, { ...view, error: failure.message }, conflictNote(conflict))
      },
    )
  }

const versions =
  (ports: PapersPorts) =>
  async (context: Context): Promise<Reply> => {
    const { from, to } = readQuery(context, versionsQuery)
    const id = pathId(context)
    const reader = ports.store.private
    const { submission } = await getStoredPaper(ports, id)
    const before = from === undefined ? null : await reader.versions.find(id, from)
    const after = to === undefined ? null : await reader.versions.find(id, to)
    if ((from !== undefined && before === null) || (to !== undefined && after === null))
      throw new Failure('not_found', `The paper ${id} has no such version.`)
    const compared =
      before === null || after === null
        ? null
        : { from: before.version, to: after.version, changes: paperDiff(before.paper, after.paper) }
    const shown = await reader.versions.list(id)
    const nameOf = actorNames(await reader.editors.list())
    const canRestore = submission.state !== 'merged'
    const view = { editor: getCurrentEditor(context), id, versions: shown, nameOf, compared, canRestore }
    return page(200, versionsPage(ports, view))
  }

const restore =
  (ports: PapersPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const id = pathId(context)
    const restored = Number(fields.restored ?? '')
    if (!Number.isSafeInteger(restored)) throw new Failure('not_found', `The paper ${id} has no such version.`)
    const version = await ports.run(revertPaper, {
      id,
      restored,
      version: formVersion(fields),
      actor: getCurrentActor(context),
    })
    return seeOther(`/console/papers/${id}/edit?saved=${version}`)
  }

const merge =
  (ports: PapersPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const id = pathId(context)
    const into = (fields.into ?? '').trim()
    const note = (fields.note ?? '').trim()
    const again = async (failure: Failure) =>
      editPage(ports, editView({ editor: getCurrentEditor(context), stored: await getStoredPaper(ports, id), failure }))
    return redisplayForm(async () => {
      await ports.run(mergePaper, { id, into, note: note === '' ? null : note, actor: getCurrentActor(context) })
      return seeOther(`/console/papers/${into}/edit`)
    }, again)
  }

const retract =
  (ports: PapersPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const id = pathId(context)
    const again = async (failure: Failure) =>
      editPage(ports, editView({ editor: getCurrentEditor(context), stored: await getStoredPaper(ports, id), failure }))
    return redisplayForm(async () => {
      await ports.run(decidePaper, {
        id,
        event: 'retract',
        note: fields.reason ?? null,
        actor: getCurrentActor(context),
      })
      return seeOther(`/console/papers/${id}/edit`)
    }, again)
  }

export const paperRoutes = (ports: PapersPorts): Route[] => [
  {
    ...editorRoute,
    method: 'get',
    path: '/console/papers',
    summary: 'Papers of any state, searched or listed',
    query: paperListQuery,
    responses: pageResponse,
    handle: list(ports),
  },
  {
    ...editorRoute,
    method: 'get',
    path: '/console/papers/:id/edit',
    summary: 'The form of a paper',
    query: savedQuery,
    responses: pageResponse,
    handle: showForm(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/papers/:id',
    summary: 'Stores what was typed as a new version',
    responses: redirectResponse,
    handle: save(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/papers/:id/preview',
    summary: 'Looks at what was typed and stores nothing',
    responses: pageResponse,
    handle: preview(ports),
  },
  {
    ...editorRoute,
    method: 'get',
    path: '/console/papers/:id/versions',
    summary: 'Who changed a paper and how',
    query: versionsQuery,
    responses: pageResponse,
    handle: versions(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/papers/:id/restore',
    summary: 'Lets a paper say again what it said in an earlier version',
    responses: redirectResponse,
    handle: restore(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/papers/:id/merge',
    summary: 'Merges a duplicate into another paper',
    responses: redirectResponse,
    handle: merge(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/papers/:id/retract',
    summary: 'Takes a public paper back, with the reason',
    responses: redirectResponse,
    handle: retract(ports),
  },
]
