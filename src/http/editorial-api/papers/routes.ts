import type { Context } from 'hono'
import { editPaper } from '#actions/papers/edit-paper.ts'
import { mergePaper } from '#actions/papers/merge-paper.ts'
import { patchPaper } from '#actions/papers/patch-paper.ts'
import { revertPaper } from '#actions/papers/revert-paper.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { isInReview } from '#core/review/submission-state.ts'
import { assessEdit } from '#queries/assess-edit.ts'
import { mergeSchema } from '#schemas/editorial-schemas.ts'
import { paperSchema } from '#schemas/paper-schema.ts'
import { json } from '#http/routing/reply.ts'
import { pathId } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import {
  bodyFailures,
  editorialRoute,
  authenticateEditor,
  readInput,
  idempotencyFailures,
  type EditingPorts,
} from '#http/editorial-api/versioned-edit.ts'
import { readRoute, versionedResource, type VersionedEdit } from '#http/editorial-api/versioned-resource.ts'
import { applyMergePatch, patchSchema, replacementSchema, restoreSchema, readPaper, type Patch } from './input.ts'
import {
  mergedPaperResponse,
  paperResponse,
  presentMerged,
  presentPaper,
  versionResponse,
  versionListResponse,
} from './present.ts'
import { getPaper, getVersion, listVersions } from './read.ts'

const edit = async (
  { store, clock, run }: EditingPorts,
  edited: { paper: PaperWithText; version: number | null; actor: string },
): Promise<void> => {
  const assessment = await assessEdit(store.private, { paper: edited.paper, now: clock.now() })
  await run(editPaper, { ...edited, assessment })
}

/** The checks need the new paper before the transaction: a change after the read is refused, whatever the client expected. */
const patchInReview = async (ports: EditingPorts, id: string, { input, version, actor }: VersionedEdit<Patch>) => {
  const { paper: before, submission } = await getPaper(ports, id)
  const paper = readPaper(applyMergePatch(before, input), id, ports.clock.now())
  await edit(ports, { paper, version: version ?? submission.version, actor })
}

const patch = async (ports: EditingPorts, id: string, edited: VersionedEdit<Patch>): Promise<void> => {
  const submission = await ports.store.private.submissions.findWithoutHistory(id)
  if (submission !== null && isInReview(submission.state)) return patchInReview(ports, id, edited)
  const { input, version, actor } = edited
  const now = ports.clock.now()
  const change = (before: PaperWithText) => readPaper(applyMergePatch(before, input), id, now)
  await ports.run(patchPaper, { id, change, version, actor })
}

const merge = (ports: EditingPorts) => async (context: Context) => {
  const actor = await authenticateEditor(ports, context, 'review:decide')
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

export const paperRoutes = (ports: EditingPorts): Route[] => {
  const paper = versionedResource(ports, {
    noun: 'paper',
    schema: paperResponse,
    notFound,
    get: (context) => getPaper(ports, pathId(context)),
    versionOf: ({ submission }) => submission.version,
    present: (stored) => presentPaper(stored.paper, stored.submission),
  })
  return [
    paper.show({
      path: '/api/editorial/papers/:id',
      summary: 'A paper of any state with all that is kept of it; the ETag is its version',
    }),
    paper.edit({
      method: 'put',
      path: '/api/editorial/papers/:id',
      summary: 'Put another version of a paper in place of the last',
      input: replacementSchema,
      body: paperSchema,
      failures: wrongState,
      edit: (context, { input, version, actor }) =>
        edit(ports, { paper: readPaper(input, pathId(context), ports.clock.now()), version, actor }),
    }),
    paper.edit({
      method: 'patch',
      path: '/api/editorial/papers/:id',
      summary: 'Change some fields of a paper; null removes one (RFC 7396, sent as application/json)',
      input: patchSchema,
      failures: wrongState,
      edit: (context, patched) => patch(ports, pathId(context), patched),
    }),
    readRoute(ports, {
      path: '/api/editorial/papers/:id/versions',
      summary: 'Who changed a paper, and when, newest first',
      description: 'All versions.',
      schema: versionListResponse,
      failures: notFound,
      read: (context) => listVersions(ports, pathId(context)),
    }),
    readRoute(ports, {
      path: '/api/editorial/papers/:id/versions/:version',
      summary: 'What a paper said in one version',
      description: 'The version.',
      schema: versionResponse,
      failures: notFound,
      read: (context) => getVersion(ports, pathId(context), context.req.param('version') ?? ''),
    }),
    paper.edit({
      method: 'post',
      path: '/api/editorial/papers/:id/restore',
      summary: 'Restore an earlier version of a paper as a new version',
      input: restoreSchema,
      failures: wrongState,
      edit: (context, { input, version, actor }) =>
        ports.run(revertPaper, { id: pathId(context), restored: input.version, version, actor }),
    }),
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
}
