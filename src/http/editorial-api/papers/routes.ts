import type { Context } from 'hono'
import { editPaper } from '#actions/edit-paper.ts'
import { mergePaperWithin } from '#actions/merge-paper.ts'
import { restorePaper } from '#actions/restore-paper.ts'
import { Failure } from '#core/failure.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { Submission } from '#core/review/submission.ts'
import { mergeSchema } from '#schemas/editorial-schemas.ts'
import { paperSchema } from '#schemas/paper-schema.ts'
import { json, type Answer } from '#http/routing/reply.ts'
import { readJsonBody } from '#http/input/json-body.ts'
import { idOf } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import { expectedVersion, versioned } from '#http/editorial-api/version-tag.ts'
import {
  bodyRefusals,
  editing,
  EDITING_BODY_BYTES,
  editorBy,
  postOnce,
  readForm,
  refusals,
  unchanged,
  retryRefusals,
  versionRefusals,
  type EditingPorts,
} from '#http/editorial-api/versioned-edit.ts'
import { patched, patchInput, restoreInput, toPaper } from './input.ts'
import {
  mergedAnswer,
  paperAnswer,
  presentMerged,
  presentPaper,
  presentVersion,
  presentVersions,
  versionAnswer,
  versionsAnswer,
} from './present.ts'

const getPaper = async (
  { store }: EditingPorts,
  id: string,
): Promise<{ paper: PaperWithText; submission: Submission }> => {
  const paper = (await store.read.papers.findByIds([id])).get(id)
  const submission = await store.read.submissions.findWithoutHistory(id)
  if (paper === undefined || submission === null) throw new Failure('not_found', `There is no paper ${id}.`)
  return { paper, submission }
}

const answerWith = async (ports: EditingPorts, id: string): Promise<Answer> => {
  const { paper, submission } = await getPaper(ports, id)
  return versioned(200, presentPaper(paper, submission), submission.version)
}

const show = (ports: EditingPorts) => async (context: Context) => {
  await editorBy(ports, context)
  return answerWith(ports, idOf(context))
}

const replace = (ports: EditingPorts) => async (context: Context) => {
  const actor = await editorBy(ports, context)
  const version = expectedVersion(context)
  const { value } = await readJsonBody(context, EDITING_BODY_BYTES)
  const id = idOf(context)
  await editPaper(ports, { paper: toPaper(value, id, ports.clock.now()), version, actor })
  return answerWith(ports, id)
}

const patch = (ports: EditingPorts) => async (context: Context) => {
  const actor = await editorBy(ports, context)
  const version = expectedVersion(context)
  const { form } = await readForm(context, patchInput)
  const { paper: before, submission } = await getPaper(ports, idOf(context))
  const paper = toPaper(patched(before, form), before.id, ports.clock.now())
  // What was patched is what was read: a change in between is refused, whatever the client expected.
  await editPaper(ports, { paper, version: version ?? submission.version, actor })
  return answerWith(ports, before.id)
}

const listVersions = (ports: EditingPorts) => async (context: Context) => {
  await editorBy(ports, context)
  const versions = await ports.store.read.versions.list(idOf(context))
  if (versions.length === 0) throw new Failure('not_found', `There is no paper ${idOf(context)}.`)
  return json(200, presentVersions(versions))
}

const showVersion = (ports: EditingPorts) => async (context: Context) => {
  await editorBy(ports, context)
  const number = context.req.param('version') ?? ''
  const found = /^[1-9]\d{0,8}$/u.test(number)
    ? await ports.store.read.versions.find(idOf(context), Number(number))
    : null
  if (found === null) throw new Failure('not_found', `There is no version ${number} of a paper ${idOf(context)}.`)
  return json(200, presentVersion(found))
}

const restore = (ports: EditingPorts) => async (context: Context) => {
  const actor = await editorBy(ports, context)
  const version = expectedVersion(context)
  const { form } = await readForm(context, restoreInput)
  const id = idOf(context)
  await restorePaper(ports, { id, restored: form.version, version, actor })
  return answerWith(ports, id)
}

const merge = (ports: EditingPorts) => async (context: Context) => {
  const actor = await editorBy(ports, context)
  const { form, text } = await readForm(context, mergeSchema)
  const id = idOf(context)
  return postOnce(
    ports,
    { context, actor, text },
    (tx, at) => mergePaperWithin(tx, { id, ...form, actor, at }),
    () => json(200, presentMerged(id, form.into)),
  )
}

const unknown = { 404: { description: 'No such paper, or no such version of it.' } }
const wrongState = { 409: { description: 'The paper was merged into another one.' } }

export const paperRoutes = (ports: EditingPorts): Route[] => [
  {
    ...editing,
    method: 'get',
    path: '/api/editorial/papers/:id',
    summary: 'A paper of any state with all that is kept of it; the ETag is its version',
    answers: { 200: { description: 'The paper.', schema: paperAnswer }, ...unchanged, ...refusals, ...unknown },
    handle: show(ports),
  },
  {
    ...editing,
    method: 'put',
    path: '/api/editorial/papers/:id',
    summary: 'Put another version of a paper in place of the last',
    body: paperSchema,
    answers: {
      200: { description: 'The paper as it stands now.', schema: paperAnswer },
      ...bodyRefusals,
      ...unknown,
      ...wrongState,
      ...versionRefusals,
    },
    handle: replace(ports),
  },
  {
    ...editing,
    method: 'patch',
    path: '/api/editorial/papers/:id',
    summary: 'Change some fields of a paper; null takes one away (RFC 7396, sent as application/json)',
    body: patchInput,
    answers: {
      200: { description: 'The paper as it stands now.', schema: paperAnswer },
      ...bodyRefusals,
      ...unknown,
      ...wrongState,
      ...versionRefusals,
    },
    handle: patch(ports),
  },
  {
    ...editing,
    method: 'get',
    path: '/api/editorial/papers/:id/versions',
    summary: 'Who changed a paper, and when, newest first',
    answers: { 200: { description: 'All versions.', schema: versionsAnswer }, ...refusals, ...unknown },
    handle: listVersions(ports),
  },
  {
    ...editing,
    method: 'get',
    path: '/api/editorial/papers/:id/versions/:version',
    summary: 'What a paper said in one version',
    answers: { 200: { description: 'The version.', schema: versionAnswer }, ...refusals, ...unknown },
    handle: showVersion(ports),
  },
  {
    ...editing,
    method: 'post',
    path: '/api/editorial/papers/:id/restore',
    summary: 'Let a paper say again what it said in an earlier version, as a new one',
    body: restoreInput,
    answers: {
      200: { description: 'The paper as it stands now.', schema: paperAnswer },
      ...bodyRefusals,
      ...unknown,
      ...wrongState,
      ...versionRefusals,
    },
    handle: restore(ports),
  },
  {
    ...editing,
    method: 'post',
    path: '/api/editorial/papers/:id/merge',
    summary: 'Merge a duplicate into another paper; its address leads there from now on',
    body: mergeSchema,
    answers: {
      200: { description: 'Merged.', schema: mergedAnswer },
      ...bodyRefusals,
      ...unknown,
      ...retryRefusals,
    },
    handle: merge(ports),
  },
]
