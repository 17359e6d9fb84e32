import { wordsOf } from '#core/papers/library-words.ts'
import type { Context } from 'hono'
import type { z } from 'zod'
import { decidePaper } from '#actions/decisions.ts'
import { mergePaper, revertPaper } from '#actions/papers.ts'
import { actorNames } from '#core/access/editor.ts'
import { lackingFields } from '#core/assessment/lacking.ts'
import { Failure } from '#core/failure.ts'
import { paperDiff } from '#core/papers/paper-diff.ts'
import { type Paper, PAPER_ID } from '#core/papers/paper.ts'
import { everyPaper, papersFoundBy } from '#core/search/paper-filter.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { editorRoute, pageResponse, redirectResponse, redisplayForm, savedQuery } from '#http/console/console-route.ts'
import { type PaperListItem, paperListPage } from '#http/console/papers/pages/list.ts'
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
import { paperListQuery, versionsQuery } from './input.ts'

const showPapers =
  (ports: PapersPorts) =>
  async (context: Context): Promise<Reply> => {
    const query = readQuery(context, paperListQuery)
    const found = await listPapers(ports, query)
    return page(
      200,
      paperListPage(ports, {
        editor: getCurrentEditor(context),
        q: query.q ?? '',
        state: query.state ?? '',
        isUnassessed: query.assessed !== undefined,
        unassessed: await ports.store.private.assessments.countUnassessed(),
        ...found,
      }),
    )
  }

const PAGE_SIZE = 50

type ListQuery = z.infer<typeof paperListQuery>

type PaperList = { papers: PaperListItem[]; next: string | null }

const toListItems = async ({ store }: PapersPorts, papers: readonly Paper[]): Promise<PaperListItem[]> => {
  const chapters = await store.private.chapters.names()
  const words = wordsOf((await store.private.settings.get()).stored)
  return papers.map((paper) => ({
    id: paper.id,
    title: paper.title,
    state: 'accepted',
    lacking: lackingFields(paper, { chapters, words }),
  }))
}

const listUrl = (parameters: Record<string, string>): string =>
  `/console/papers?${new URLSearchParams(parameters).toString()}`

/** Finds a paper in any state by its id, public papers by words as in the library, and all others by words in the title. */
const searchPapers = async (ports: PapersPorts, q: string, after: number | null): Promise<PaperList> => {
  const { papers, submissions } = ports.store.private
  const known = PAPER_ID.test(q) ? await submissions.findWithoutHistory(q) : null
  const page = await papers.list(papersFoundBy(parseSearchQuery(q)), after, PAGE_SIZE)
  const others = after === null ? await submissions.searchTitles(q, PAGE_SIZE) : []
  const first = known === null ? [] : [known]
  return {
    papers: [...first, ...(await toListItems(ports, page.papers)), ...others],
    next: page.next === null ? null : listUrl({ q, after: String(page.next) }),
  }
}

/** A page of papers in any state. */
const listPapers = async (ports: PapersPorts, { q = '', state, assessed, after }: ListQuery): Promise<PaperList> => {
  const { papers, submissions, assessments } = ports.store.private
  if (q.trim() !== '') return searchPapers(ports, q.trim(), after ?? null)
  if (state === undefined || state === 'accepted') {
    const page = await (assessed === undefined
      ? papers.list(everyPaper, after ?? null, PAGE_SIZE)
      : assessments.listUnassessed(after ?? null, PAGE_SIZE))
    return {
      papers: await toListItems(ports, page.papers),
      next:
        page.next === null ? null : listUrl({ ...(assessed !== undefined && { assessed }), after: String(page.next) }),
    }
  }
  const page = await submissions.list({ submittedBy: null, states: [state] }, after ?? null, PAGE_SIZE)
  const next = page.next === null ? null : listUrl({ state, after: String(page.next) })
  return { papers: page.submissions.map(({ id, title, state: is }) => ({ id, title, state: is })), next }
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
