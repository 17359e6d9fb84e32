import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { z } from 'zod'
import type { RunAction } from '#actions/run-action.ts'
import type { ReviewScope } from '#core/access/api-key.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import type { EditedFields, EditedResource } from '#edited/edited-resource.ts'
import type { RequireKey } from '#http/auth/authorize.ts'
import { EDITING_BODY_BYTES, readJsonBody } from '#http/input/body.ts'
import type { RunIdempotent } from '#http/input/idempotent-request.ts'
import { checkedId, noParameters, readQuery } from '#http/input/query.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { parseInput } from '#schemas/validate.ts'
import { failingMarksOf } from './failing-marks.ts'

/** Versions as entity tags, so that two editors cannot overwrite each other's changes (RFC 9110, section 13.1.1). */

const VERSION_TAG = /^"(?<version>\d{1,15})(?:-[\w-]{1,20})?"$/u

/**
 * The ETag names the version and a digest of the body, since other values in it, such as counts, change without a new version.
 * What stands `beside` is said of a change once, and has no part in the digest.
 */
export const versionedJson = (
  status: number,
  value: object,
  { version, beside = {} }: { version: number; beside?: object | undefined },
): Reply => {
  const { body } = json(status, value)
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 8)
  return { ...json(status, { ...value, ...beside }), headers: { ETag: `"${version}-${digest}"` } }
}

/**
 * The version that a change is based on, from If-Match; null for `*`, which is any version; 0 for `If-None-Match: *`,
 * which means that it must not exist yet. Throws `version_missing` without either, `invalid` for anything else.
 */
export const expectedVersion = (context: Context): number | null => {
  const match = context.req.header('if-match')?.trim()
  if (match === undefined) {
    if (context.req.header('if-none-match')?.trim() === '*') return 0
    throw new Failure(
      'version_missing',
      'This request needs an If-Match header with the ETag of the version you started from, so that no other change is lost.',
    )
  }
  if (match === '*') return null
  const version = VERSION_TAG.exec(match)?.groups?.version
  if (version === undefined)
    throw validationFailure([
      { path: 'If-Match', message: 'must be one ETag as it was returned, such as "3-Xk2f9aQz"' },
    ])
  return Number(version)
}

export type EditingPorts = {
  store: Store
  clock: Clock
  run: RunAction
  runIdempotent: RunIdempotent
  requireKey: RequireKey
}

/** The caller, as named in the audit log. Every route of this API calls this first. */
export const authenticateEditor = async (
  { requireKey }: EditingPorts,
  context: Context,
  scope: ReviewScope | 'review',
): Promise<string> => {
  const key = await requireKey(context, scope)
  readQuery(context, noParameters)
  return `key:${key.id}`
}

/** Throws `invalid` with every error of the body. */
export const readInput = async <T>(context: Context, schema: z.ZodType<T>): Promise<{ form: T; text: string }> => {
  const { value, text } = await readJsonBody(context, EDITING_BODY_BYTES)
  return { form: parseInput(schema, value), text }
}

/** Common to all routes of this API. */
export const editorialRoute = {
  access: 'review',
  query: noParameters,
  bodyBytes: EDITING_BODY_BYTES,
  caching: 'none',
  allowCors: false,
} as const

const notModified = { 304: { description: 'The version in If-None-Match is still current.' } }

type RouteText = Pick<Route, 'path' | 'summary'>
type Failures = Route['responses']

/** A resource whose edits name the version they are based on, such as a concept. */
export type VersionedResource<Stored> = {
  /** The singular for descriptions, such as `concept`. */
  noun: string
  /** The schema of the response that shows one. */
  schema: z.ZodType
  /** For what is an admin’s: parts of this scope do not do. */
  scope?: 'review'
  notFound: Failures
  /** The one in the path. Throws `not_found`. */
  get(context: Context): Promise<Stored>
  versionOf(stored: Stored): number
  present(stored: Stored): object
}

/** `version` is the expected version; null for any. */
export type VersionedEdit<Input> = { input: Input; version: number | null; actor: string }

type EditRoute<Input, Stored> = RouteText & {
  method: 'put' | 'patch' | 'post'
  /** The schema that checks the body. */
  input: z.ZodType<Input>
  /** The schema that describes the body, if the edit itself checks it. */
  body?: z.ZodType
  failures?: Failures
  edit: (context: Context, edit: VersionedEdit<Input>) => Promise<unknown>
  /** The texts that a change wrote and that may have marks of evidence: the answer says which marks do not hold. */
  markedTexts?: (input: Input, stored: Stored) => readonly string[]
}

/** The routes that show and change one of `resource`: the ETag is its version, and a change names the version it expects. */
export const versionedResource = <Stored>(ports: EditingPorts, resource: VersionedResource<Stored>) => {
  const { noun, schema, scope, notFound } = resource
  const reply = (stored: Stored, beside?: object): Reply =>
    versionedJson(200, resource.present(stored), { version: resource.versionOf(stored), beside })

  return {
    show: (text: RouteText): Route => ({
      ...editorialRoute,
      ...text,
      method: 'get',
      responses: { 200: { description: `The ${noun}.`, schema }, ...notModified, ...notFound },
      handle: async (context) => {
        await authenticateEditor(ports, context, scope ?? 'review:read')
        return reply(await resource.get(context))
      },
    }),

    edit: <Input>({
      method,
      path,
      summary,
      input,
      body = input,
      failures,
      edit,
      markedTexts,
    }: EditRoute<Input, Stored>): Route => ({
      ...editorialRoute,
      method,
      path,
      summary,
      body,
      needsVersion: true,
      responses: {
        200: { description: `The ${noun} as it is now.`, schema, headers: ['ETag'] },
        ...notFound,
        ...failures,
      },
      handle: async (context) => {
        const actor = await authenticateEditor(ports, context, scope ?? 'review:decide')
        const version = expectedVersion(context)
        const { form } = await readInput(context, input)
        await edit(context, { input: form, version, actor })
        const stored = await resource.get(context)
        return reply(stored, await failingMarksOf(ports, markedTexts?.(form, stored) ?? []))
      },
    }),
  }
}

type ReadRoute = RouteText & {
  description: string
  schema: z.ZodType
  failures?: Failures
  read: (context: Context) => Promise<object>
}

/** A route that reads something without a version, such as a list. */
export const readRoute = (
  ports: EditingPorts,
  { path, summary, description, schema, failures, read }: ReadRoute,
): Route => ({
  ...editorialRoute,
  method: 'get',
  path,
  summary,
  responses: { 200: { description, schema }, ...failures },
  handle: async (context) => {
    await authenticateEditor(ports, context, 'review:read')
    return json(200, await read(context))
  },
})

type EditedAnswer<Stored> = {
  /** The schema of the response that shows one. */
  schema: z.ZodType
  present: (stored: Stored) => object
  notFound: Route['responses']
  /** The name of the id in the path. */
  parameter?: 'id' | 'number'
  /** The texts that may have marks of evidence. */
  markedTexts?: (stored: Stored) => readonly string[]
}

/** The routes that show and replace one of `resource`, with the fields and rules of `src/edited/`. */
export const editedResource = <Id, Stored extends { version: number }, Words, Fields extends EditedFields>(
  ports: EditingPorts,
  resource: EditedResource<Id, Stored, Words, Fields>,
  { schema, present, notFound, parameter = 'id', markedTexts }: EditedAnswer<Stored>,
) => {
  const { noun } = resource
  const idOf = (context: Context): Id => resource.parseId(checkedId(context.req.param(parameter) ?? ''))
  const routes = versionedResource<Stored>(ports, {
    noun,
    schema,
    notFound,
    get: (context) => resource.get(ports.store.private, idOf(context)),
    versionOf: ({ version }) => version,
    present: (stored) => ({ success: true, [noun]: present(stored) }),
  })
  return {
    show: routes.show,
    replace: (text: RouteText & { failures?: Route['responses'] }): Route =>
      routes.edit({
        ...text,
        method: 'put',
        input: resource.input,
        edit: (context, { input, version, actor }) =>
          ports.run(resource.edit, { id: idOf(context), words: input, version, actor }),
        ...(markedTexts !== undefined && { markedTexts: (_input: Words, stored: Stored) => markedTexts(stored) }),
      }),
  }
}
