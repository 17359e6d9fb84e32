import type { Context } from 'hono'
import { z } from 'zod'
import { decidePaper } from '#actions/decisions.ts'
import { mergePaper, revertPaper } from '#actions/papers.ts'
import { actorNames } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'
import { paperDiff } from '#core/papers/paper-diff.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { editorRoute, pageResponse, redirectResponse, redisplayForm, savedQuery } from '#http/console/console-route.ts'
import { listViews } from '#http/console/views/list-views.ts'
import { paperListPage } from '#http/console/papers/pages/list.ts'
import { mergePapersPage } from '#http/console/papers/pages/merge.ts'
import { versionsPage } from '#http/console/papers/pages/versions.ts'
import { formVersion, readFormBody } from '#http/input/body.ts'
import { pathId, readQuery } from '#http/input/query.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import {
  editView,
  getStoredPaper,
  type PapersPorts,
  previewPaper,
  renderEditPage,
  savePaper,
  showPaperForm,
} from './edit-paper.ts'
import { findListed } from './find-listed.ts'
import { versionsQuery } from './input.ts'
import { paperListQuery } from './list-input.ts'

const showPapers =
  (ports: PapersPorts) =>
  async (context: Context): Promise<Reply> => {
    const query = readQuery(context, paperListQuery)
    const reader = ports.store.private
    const editor = getCurrentEditor(context)
    return page(
      200,
      paperListPage(ports, {
        editor,
        views: await listViews(reader, editor, 'papers'),
        words: ports.site.current(),
        chapters: await reader.chapters.names(),
        query,
        changed: query.changed === undefined ? null : await reader.bulkChanges.find(query.changed),
        unassessed: await reader.assessments.countUnassessed(),
        ...(await findListed(reader, query)),
      }),
    )
  }

const showVersions =
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
    const view = {
      editor: getCurrentEditor(context),
      id,
      versions: shown,
      nameOf,
      compared,
      canRestore,
      words: ports.site.current(),
    }
    return page(200, versionsPage(ports, view))
  }

const restoreVersion =
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

const mergeQuery = z.strictObject({
  into: z.string().trim().max(200).optional(),
  note: z.string().max(10_000).optional(),
})

const showMerge =
  (ports: PapersPorts) =>
  async (context: Context): Promise<Reply> => {
    const { into = '', note = '' } = readQuery(context, mergeQuery)
    const id = pathId(context)
    const { paper: duplicate } = await getStoredPaper(ports, id)
    if (into === '' || into === id) return seeOther(`/console/papers/${id}/edit`)
    const { paper: kept } = await getStoredPaper(ports, into)
    return page(200, mergePapersPage(ports, { editor: getCurrentEditor(context), duplicate, kept, note }))
  }

const mergeIntoPaper =
  (ports: PapersPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const id = pathId(context)
    const into = (fields.into ?? '').trim()
    const note = (fields.note ?? '').trim()
    const again = async (failure: Failure) =>
      renderEditPage(
        ports,
        editView({ editor: getCurrentEditor(context), stored: await getStoredPaper(ports, id), failure }),
      )
    return redisplayForm(async () => {
      await ports.run(mergePaper, { id, into, note: note === '' ? null : note, actor: getCurrentActor(context) })
      return seeOther(`/console/papers/${into}/edit`)
    }, again)
  }

const retractPaper =
  (ports: PapersPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const id = pathId(context)
    const again = async (failure: Failure) =>
      renderEditPage(
        ports,
        editView({ editor: getCurrentEditor(context), stored: await getStoredPaper(ports, id), failure }),
      )
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
    summary: 'Papers in any state, searched or listed',
    query: paperListQuery,
    responses: pageResponse,
    handle: showPapers(ports),
  },
  {
    ...editorRoute,
    method: 'get',
    path: '/console/papers/:id/edit',
    summary: 'The form of a paper',
    query: savedQuery,
    responses: pageResponse,
    handle: showPaperForm(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/papers/:id',
    summary: 'Stores the form as a new version',
    responses: redirectResponse,
    handle: savePaper(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/papers/:id/preview',
    summary: 'Previews a paper; stores nothing',
    responses: pageResponse,
    handle: previewPaper(ports),
  },
  {
    ...editorRoute,
    method: 'get',
    path: '/console/papers/:id/versions',
    summary: 'Who changed a paper and how',
    query: versionsQuery,
    responses: pageResponse,
    handle: showVersions(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/papers/:id/restore',
    summary: 'Restores an earlier version as a new one',
    responses: redirectResponse,
    handle: restoreVersion(ports),
  },
  {
    ...editorRoute,
    method: 'get',
    path: '/console/papers/:id/merge',
    summary: 'A duplicate beside the paper that it would be merged into',
    query: mergeQuery,
    responses: { ...pageResponse, ...redirectResponse },
    handle: showMerge(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/papers/:id/merge',
    summary: 'Merges a duplicate into another paper',
    responses: redirectResponse,
    handle: mergeIntoPaper(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/papers/:id/retract',
    summary: 'Retracts a public paper with a reason',
    responses: redirectResponse,
    handle: retractPaper(ports),
  },
]
