import type { Context } from 'hono'
import { actorNames } from '#actions/editors.ts'
import { editPaper } from '#actions/edit-paper.ts'
import { mergePaper } from '#actions/merge-paper.ts'
import { restorePaper } from '#actions/restore-paper.ts'
import { reviewPaper } from '#actions/review-paper.ts'
import { Failure } from '#core/failure.ts'
import { paperDiff } from '#core/papers/paper-diff.ts'
import { parsePaper } from '#schemas/paper-schema.ts'
import { actorOf, editorOf } from '#http/auth/authorize.ts'
import { HTML_TYPE, page, type Answer } from '#http/routing/reply.ts'
import { orFormAgain, seeOther } from '#http/input/redisplay-form.ts'
import { formVersion, readForm } from '#http/input/form-body.ts'
import { readQuery } from '#http/input/query.ts'
import { idOf } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import { conflictView, editView, getStored, listed, type PapersPorts } from './present.ts'
import { listQuery, PAPER_FORM_BYTES, savedQuery, toForm, versionsQuery } from './input.ts'
import { conflictNote } from './pages/conflict.ts'
import { editPage } from './pages/edit.ts'
import { listPage } from './pages/list.ts'
import { versionsPage } from './pages/versions.ts'

const list =
  (ports: PapersPorts) =>
  async (context: Context): Promise<Answer> => {
    const asked = readQuery(context, listQuery)
    const found = await listed(ports, asked)
    return page(
      200,
      listPage(ports, { editor: editorOf(context), q: asked.q ?? '', state: asked.state ?? '', ...found }),
    )
  }

const showForm =
  (ports: PapersPorts) =>
  async (context: Context): Promise<Answer> => {
    const { saved } = readQuery(context, savedQuery)
    const stored = await getStored(ports, idOf(context))
    const view = editView({ editor: editorOf(context), stored, saved: saved !== undefined })
    return page(200, editPage(ports, view))
  }

/** Looks at what was typed and stores nothing: the form again, with every mistake and the preview. */
const preview =
  (ports: PapersPorts) =>
  async (context: Context): Promise<Answer> => {
    const { fields } = await readForm(context, PAPER_FORM_BYTES)
    const id = idOf(context)
    const stored = await getStored(ports, id)
    const checked = parsePaper(toForm(id, fields), ports.clock.now())
    return page(200, editPage(ports, editView({ editor: editorOf(context), stored, fields, checked })))
  }

const save =
  (ports: PapersPorts) =>
  async (context: Context): Promise<Answer> => {
    const { fields } = await readForm(context, PAPER_FORM_BYTES)
    const id = idOf(context)
    const editor = editorOf(context)
    const checked = parsePaper(toForm(id, fields), ports.clock.now())
    const stored = await getStored(ports, id)
    if (!checked.ok) return page(400, editPage(ports, editView({ editor, stored, fields, checked })))
    const { paper } = checked.value
    return orFormAgain(
      async () => {
        const version = await editPaper(ports, { paper, version: formVersion(fields), actor: actorOf(context) })
        return seeOther(`/console/papers/${id}/edit?saved=${version}`)
      },
      async (failure) => {
        if (failure.code !== 'stale') return editPage(ports, editView({ editor, stored, fields, checked, failure }))
        const { view, conflict } = await conflictView(ports, { editor, id, fields, typed: paper })
        return editPage(ports, { ...view, trouble: failure.message }, conflictNote(conflict))
      },
    )
  }

const versions =
  (ports: PapersPorts) =>
  async (context: Context): Promise<Answer> => {
    const { from, to } = readQuery(context, versionsQuery)
    const id = idOf(context)
    const { read } = ports.store
    const { submission } = await getStored(ports, id)
    const before = from === undefined ? null : await read.versions.find(id, from)
    const after = to === undefined ? null : await read.versions.find(id, to)
    if ((from !== undefined && before === null) || (to !== undefined && after === null))
      throw new Failure('not_found', `The paper ${id} has no such version.`)
    const compared =
      before === null || after === null
        ? null
        : { from: before.version, to: after.version, changes: paperDiff(before.paper, after.paper) }
    const shown = await read.versions.list(id)
    const nameOf = actorNames(await read.editors.list())
    const canRestore = submission.state !== 'merged'
    const view = { editor: editorOf(context), id, versions: shown, nameOf, compared, canRestore }
    return page(200, versionsPage(ports, view))
  }

const restore =
  (ports: PapersPorts) =>
  async (context: Context): Promise<Answer> => {
    const { fields } = await readForm(context)
    const id = idOf(context)
    const restored = Number(fields.restored ?? '')
    if (!Number.isSafeInteger(restored)) throw new Failure('not_found', `The paper ${id} has no such version.`)
    const version = await restorePaper(ports, {
      id,
      restored,
      version: formVersion(fields),
      actor: actorOf(context),
    })
    return seeOther(`/console/papers/${id}/edit?saved=${version}`)
  }

const merge =
  (ports: PapersPorts) =>
  async (context: Context): Promise<Answer> => {
    const { fields } = await readForm(context)
    const id = idOf(context)
    const into = (fields.into ?? '').trim()
    const note = (fields.note ?? '').trim()
    const stored = await getStored(ports, id)
    const again = (failure: Failure) => editPage(ports, editView({ editor: editorOf(context), stored, failure }))
    return orFormAgain(async () => {
      await mergePaper(ports, { id, into, note: note === '' ? null : note, actor: actorOf(context) })
      return seeOther(`/console/papers/${into}/edit`)
    }, again)
  }

const retract =
  (ports: PapersPorts) =>
  async (context: Context): Promise<Answer> => {
    const { fields } = await readForm(context)
    const id = idOf(context)
    const stored = await getStored(ports, id)
    const again = (failure: Failure) => editPage(ports, editView({ editor: editorOf(context), stored, failure }))
    return orFormAgain(async () => {
      await reviewPaper(ports, { id, event: 'retract', note: fields.reason ?? null, actor: actorOf(context) })
      return seeOther(`/console/papers/${id}/edit`)
    }, again)
  }

const forEditors = { access: 'editor', caching: 'none', anyOrigin: false } as const
const shown = { 200: { description: 'The page.', type: HTML_TYPE } }
const stored = { 303: { description: 'Done; Location names the page to go on with.' } }

export const paperRoutes = (ports: PapersPorts): Route[] => [
  {
    ...forEditors,
    method: 'get',
    path: '/console/papers',
    summary: 'Papers of any state, searched or listed',
    query: listQuery,
    answers: shown,
    handle: list(ports),
  },
  {
    ...forEditors,
    method: 'get',
    path: '/console/papers/:id/edit',
    summary: 'The form of a paper',
    query: savedQuery,
    answers: shown,
    handle: showForm(ports),
  },
  {
    ...forEditors,
    method: 'post',
    path: '/console/papers/:id',
    summary: 'Stores what was typed as a new version',
    answers: stored,
    handle: save(ports),
  },
  {
    ...forEditors,
    method: 'post',
    path: '/console/papers/:id/preview',
    summary: 'Looks at what was typed and stores nothing',
    answers: shown,
    handle: preview(ports),
  },
  {
    ...forEditors,
    method: 'get',
    path: '/console/papers/:id/versions',
    summary: 'Who changed a paper and how',
    query: versionsQuery,
    answers: shown,
    handle: versions(ports),
  },
  {
    ...forEditors,
    method: 'post',
    path: '/console/papers/:id/restore',
    summary: 'Lets a paper say again what it said in an earlier version',
    answers: stored,
    handle: restore(ports),
  },
  {
    ...forEditors,
    method: 'post',
    path: '/console/papers/:id/merge',
    summary: 'Merges a duplicate into another paper',
    answers: stored,
    handle: merge(ports),
  },
  {
    ...forEditors,
    method: 'post',
    path: '/console/papers/:id/retract',
    summary: 'Takes a public paper back, with the reason',
    answers: stored,
    handle: retract(ports),
  },
]
