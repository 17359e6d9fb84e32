import type { Context } from 'hono'
import { editPaper } from '#actions/papers/edit-paper.ts'
import { mergePaper } from '#actions/papers/merge-paper.ts'
import { revertPaper } from '#actions/papers/revert-paper.ts'
import { Failure } from '#core/failure.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { Submission } from '#core/review/submission.ts'
import { mergeSchema } from '#schemas/editorial-schemas.ts'
import { paperSchema } from '#schemas/paper-schema.ts'
import { assessEdit } from '#queries/assess-edit.ts'
import { EDITING_BODY_BYTES } from '#http/input/body-limits.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import { readJsonBody } from '#http/input/json-body.ts'
import { pathId } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import { expectedVersion, versionedJson } from '#http/editorial-api/version-tag.ts'
import {
  bodyFailures,
  editorialRoute,
  authenticateEditor,
  readInput,
  commonFailures,
  notModified,
  idempotencyFailures,
  versionFailures,
  type EditingPorts,
} from '#http/editorial-api/versioned-edit.ts'
import { applyMergePatch, patchSchema, restoreSchema, readPaper } from './input.ts'
import {
  mergedPaperResponse,
  paperResponse,
  presentMerged,
  presentPaper,
  presentVersion,
  presentVersions,
  versionResponse,
  versionListResponse,
} from './present.ts'

const getPaper = async (
  { store }: EditingPorts,
  id: string,
): Promise<{ paper: PaperWithText; submission: Submission }> => {
  const paper = (await store.private.papers.findByIds([id])).get(id)
  const submission = await store.private.submissions.findWithoutHistory(id)
  if (paper === undefined || submission === null) throw new Failure('not_found', `There is no paper ${id}.`)
  return { paper, submission }
}

const paperReply = async (ports: EditingPorts, id: string): Promise<Reply> => {
  const { paper, submission } = await getPaper(ports, id)
  return versionedJson(200, presentPaper(paper, submission), submission.version)
}

const show = (ports: EditingPorts) => async (context: Context) => {
  await authenticateEditor(ports, context)
  return paperReply(ports, pathId(context))
}

const edit = async (
  { store, clock, run }: EditingPorts,
  edited: { paper: PaperWithText; version: number | null; actor: string },
): Promise<void> => {
  const assessment = await assessEdit(store.private, { paper: edited.paper, now: clock.now() })
  await run(editPaper, { ...edited, assessment })
}

const replace = (ports: EditingPorts) => async (context: Context) => {
  const actor = await authenticateEditor(ports, context)
  const version = expectedVersion(context)
  const { value } = await readJsonBody(context, EDITING_BODY_BYTES)
  const id = pathId(context)
  await edit(ports, { paper: readPaper(value, id, ports.clock.now()), version, actor })
  return paperReply(ports, id)
}

const patch = (ports: EditingPorts) => async (context: Context) => {
  const actor = await authenticateEditor(ports, context)
  const version = expectedVersion(context)
  const { form } = await readInput(context, patchSchema)
  const { paper: before, submission } = await getPaper(ports, pathId(context))
  const paper = readPaper(applyMergePatch(before, form), before.id, ports.clock.now())
  // What was patched is what was read: a change in between is refused, whatever the client expected.
  await edit(ports, { paper, version: version ?? submission.version, actor })
  return paperReply(ports, before.id)
}

const listVersions = (ports: EditingPorts) => async (context: Context) => {
  await authenticateEditor(ports, context)
  const versions = await ports.store.private.versions.list(pathId(context))
  if (versions.length === 0) throw new Failure('not_found', `There is no paper ${pathId(context)}.`)
  return json(200, presentVersions(versions))
}

const showVersion = (ports: EditingPorts) => async (context: Context) => {
  await authenticateEditor(ports, context)
  const number = context.req.param('version') ?? ''
  const found = /^[1-9]\d{0,8}$/u.test(number)
    ? await ports.store.private.versions.find(pathId(context), Number(number))
    : null
  if (found === null) throw new Failure('not_found', `There is no version ${number} of a paper ${pathId(context)}.`)
  return json(200, presentVersion(found))
}

const restore = (ports: EditingPorts) => async (context: Context) => {
  const actor = await authenticateEditor(ports, context)
  const version = expectedVersion(context)
  const { form } = await readInput(context, restoreSchema)
  const id = pathId(context)
  await ports.run(revertPaper, { id, restored: form.version, version, actor })
  return paperReply(ports, id)
}

const merge = (ports: EditingPorts) => async (context: Context) => {
  const actor = await authenticateEditor(ports, context)
  const { form, text } = await readInput(context, mergeSchema)
  const id = pathId(context)
  return ports.runIdempotent(context, {
    client: actor,
    body: text,
    action: mergePaper,
    input: { id, ...form, actor },
    toAnswer: () => json(200, presentMerged(id, form.into)),
  })
}

const notFound = { 404: { description: 'No such paper, or no such version of it.' } }
const wrongState = { 409: { description: 'The paper was merged into another one.' } }

export const paperRoutes = (ports: EditingPorts): Route[] => [
  {
    ...editorialRoute,
    method: 'get',
    path: '/api/editorial/papers/:id',
    summary: 'A paper of any state with all that is kept of it; the ETag is its version',
    responses: {
      200: { description: 'The paper.', schema: paperResponse },
      ...notModified,
      ...commonFailures,
      ...notFound,
    },
    handle: show(ports),
  },
  {
    ...editorialRoute,
    method: 'put',
    path: '/api/editorial/papers/:id',
    summary: 'Put another version of a paper in place of the last',
    body: paperSchema,
    responses: {
      200: { description: 'The paper as it stands now.', schema: paperResponse },
      ...bodyFailures,
      ...notFound,
      ...wrongState,
      ...versionFailures,
    },
    handle: replace(ports),
  },
  {
    ...editorialRoute,
    method: 'patch',
    path: '/api/editorial/papers/:id',
    summary: 'Change some fields of a paper; null takes one away (RFC 7396, sent as application/json)',
    body: patchSchema,
    responses: {
      200: { description: 'The paper as it stands now.', schema: paperResponse },
      ...bodyFailures,
      ...notFound,
      ...wrongState,
      ...versionFailures,
    },
    handle: patch(ports),
  },
  {
    ...editorialRoute,
    method: 'get',
    path: '/api/editorial/papers/:id/versions',
    summary: 'Who changed a paper, and when, newest first',
    responses: { 200: { description: 'All versions.', schema: versionListResponse }, ...commonFailures, ...notFound },
    handle: listVersions(ports),
  },
  {
    ...editorialRoute,
    method: 'get',
    path: '/api/editorial/papers/:id/versions/:version',
    summary: 'What a paper said in one version',
    responses: { 200: { description: 'The version.', schema: versionResponse }, ...commonFailures, ...notFound },
    handle: showVersion(ports),
  },
  {
    ...editorialRoute,
    method: 'post',
    path: '/api/editorial/papers/:id/restore',
    summary: 'Let a paper say again what it said in an earlier version, as a new one',
    body: restoreSchema,
    responses: {
      200: { description: 'The paper as it stands now.', schema: paperResponse },
      ...bodyFailures,
      ...notFound,
      ...wrongState,
      ...versionFailures,
    },
    handle: restore(ports),
  },
  {
    ...editorialRoute,
    method: 'post',
    path: '/api/editorial/papers/:id/merge',
    summary: 'Merge a duplicate into another paper; its address leads there from now on',
    body: mergeSchema,
    responses: {
      200: { description: 'Merged.', schema: mergedPaperResponse },
      ...bodyFailures,
      ...notFound,
      ...idempotencyFailures,
    },
    handle: merge(ports),
  },
]
