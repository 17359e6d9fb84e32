import type { Context } from 'hono'
import { z } from 'zod'
import { editPaper, mergePaper, patchPaper, revertPaper } from '#actions/papers.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import { MAX_VERSION, type PaperVersion, type PaperWithText, type VersionInfo } from '#core/papers/paper.ts'
import { isInReview, type Submission, submissionStates } from '#core/review/submission.ts'
import { type UnsureField, unsureFields } from '#core/review/unsure-fields.ts'
import { pathId } from '#http/input/query.ts'
import { json } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { checkEdit } from '#queries/check-paper.ts'
import { contractName } from '#schemas/contract-names.ts'
import { mergeSchema } from '#schemas/fields.ts'
import { paperSchema, parsePaper, presentedPaper, presentFullPaper } from '#schemas/paper-schema.ts'
import { presentedFailingMarks } from '#schemas/present-evidence.ts'
import { requireValid } from '#schemas/validate.ts'
import {
  authenticateEditor,
  type EditingPorts,
  editorialRoute,
  readInput,
  readRoute,
  type VersionedEdit,
  versionedResource,
} from './versioned-resource.ts'

/** Throws `invalid` with every error, including an id that is not the one in the path. */
const readPaper = (body: unknown, id: string, now: Date): PaperWithText => {
  const { paper, ignored } = requireValid(parsePaper(body, now))
  if (ignored.length > 0) throw validationFailure(ignored.map((path) => ({ path, message: 'is not recognized' })))
  if (paper.id !== id) throw validationFailure([{ path: 'id', message: `must be ${id}, as in the URL` }])
  return paper
}

/** `readPaper` checks a whole paper, since it needs the id in the path and the current year. */
const replacementSchema = z.unknown()

/** A JSON merge patch (RFC 7396): the fields in it are replaced, null removes a field, all others stay. */
const patchSchema = z.record(z.string(), z.unknown())
type Patch = z.infer<typeof patchSchema>

const COMMENTARY = contractName('commentary')

const applyMergePatch = (paper: PaperWithText, patch: Readonly<Patch>): Record<string, unknown> =>
  Object.fromEntries(Object.entries({ ...presentFullPaper(paper), ...patch }).filter(([, value]) => value !== null))

const restoreSchema = z.strictObject({ version: z.int().min(1).max(MAX_VERSION) })

export const editedPaper = presentedPaper.meta({ id: 'EditedPaper' })

const version = z.int().meta({ description: 'Increases with each change; part of the ETag.' })

const paperResponse = z.strictObject({
  success: z.literal(true),
  status: z.enum(submissionStates),
  version,
  updatedAt: z.string(),
  paper: editedPaper,
  evidence: presentedFailingMarks.optional(),
})

const versionFields = {
  version,
  at: z.string(),
  actor: z.string().meta({ description: 'cli, key:ID, editor:ID, or a part of the program.' }),
}
const versionListResponse = z.strictObject({
  success: z.literal(true),
  versions: z.array(z.strictObject(versionFields)),
})
const versionResponse = z.strictObject({ success: z.literal(true), ...versionFields, paper: editedPaper })

const mergedPaperResponse = z.strictObject({ success: z.literal(true), id: z.string(), mergedInto: z.string() })

const presentPaper = (
  paper: PaperWithText,
  { state, version, updatedAt }: Submission,
): z.infer<typeof paperResponse> => ({
  success: true,
  status: state,
  version,
  updatedAt,
  paper: presentFullPaper(paper),
})

const presentVersions = (versions: readonly VersionInfo[]): z.infer<typeof versionListResponse> => ({
  success: true,
  versions: versions.map(({ version, at, actor }) => ({ version, at, actor })),
})

const presentVersion = ({ version, at, actor, paper }: PaperVersion): z.infer<typeof versionResponse> => ({
  success: true,
  version,
  at,
  actor,
  paper: presentFullPaper(paper),
})

const presentMerged = (id: string, mergedInto: string): z.infer<typeof mergedPaperResponse> => ({
  success: true,
  id,
  mergedInto,
})

/** A paper in any state. Throws `not_found`. */
const getPaper = async (
  { store }: EditingPorts,
  id: string,
): Promise<{ paper: PaperWithText; submission: Submission }> => {
  const paper = (await store.private.papers.findByIds([id])).get(id)
  const submission = await store.private.submissions.findWithoutHistory(id)
  if (paper === undefined || submission === null) throw new Failure('not_found', `There is no paper ${id}.`)
  return { paper, submission }
}

/** Throws `not_found` if there is no such paper. */
const listVersions = async ({ store }: EditingPorts, id: string) => {
  const versions = await store.private.versions.list(id)
  if (versions.length === 0) throw new Failure('not_found', `There is no paper ${id}.`)
  return presentVersions(versions)
}

/** Throws `not_found`, also if `number` is not a number. */
const getVersion = async ({ store }: EditingPorts, id: string, number: string) => {
  const found = /^[1-9]\d{0,8}$/u.test(number) ? await store.private.versions.find(id, Number(number)) : null
  if (found === null) throw new Failure('not_found', `There is no version ${number} of a paper ${id}.`)
  return presentVersion(found)
}

const edit = async (
  { store, clock, run }: EditingPorts,
  edited: { paper: PaperWithText; version: number | null; actor: string },
  confirmed: readonly UnsureField[] = [],
): Promise<void> => {
  const checked = await checkEdit(store.private, { paper: edited.paper, now: clock.now(), confirmed })
  await run(editPaper, { ...edited, ...checked })
}

/**
 * The checks need the new paper before the transaction, so a change made after it was read is refused even if the client accepts any
 * version. A patch that names an unsure field confirms it, also with the value that it has.
 */
const patchInReview = async (ports: EditingPorts, id: string, { input, version, actor }: VersionedEdit<Patch>) => {
  const { paper: before, submission } = await getPaper(ports, id)
  const paper = readPaper(applyMergePatch(before, input), id, ports.clock.now())
  const confirmed = unsureFields.filter((field) => Object.hasOwn(input, field))
  await edit(ports, { paper, version: version ?? submission.version, actor }, confirmed)
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

const markedTexts = ({ paper: { commentary } }: { paper: PaperWithText }): string[] =>
  commentary === null ? [] : [commentary]

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
      summary: 'A paper in any state with all its fields; the ETag is its version',
    }),
    paper.edit({
      method: 'put',
      path: '/api/editorial/papers/:id',
      summary: 'Replace a paper with a new version',
      input: replacementSchema,
      body: paperSchema,
      failures: wrongState,
      edit: (context, { input, version, actor }) =>
        edit(ports, { paper: readPaper(input, pathId(context), ports.clock.now()), version, actor }),
      markedTexts: (_input, stored) => markedTexts(stored),
    }),
    paper.edit({
      method: 'patch',
      path: '/api/editorial/papers/:id',
      summary: 'Change some fields of a paper; null removes one (RFC 7396, sent as application/json)',
      input: patchSchema,
      failures: wrongState,
      edit: (context, patched) => patch(ports, pathId(context), patched),
      markedTexts: (input, stored) => (Object.hasOwn(input, COMMENTARY) ? markedTexts(stored) : []),
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
      summary: 'A paper as it was in one version',
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
      markedTexts: (_input, stored) => markedTexts(stored),
    }),
    {
      ...editorialRoute,
      method: 'post',
      path: '/api/editorial/papers/:id/merge',
      summary: 'Merge a duplicate into another paper; its URL then redirects there',
      body: mergeSchema,
      isIdempotent: true,
      responses: {
        200: { description: 'Merged.', schema: mergedPaperResponse },
        ...notFound,
      },
      handle: merge(ports),
    },
  ]
}
