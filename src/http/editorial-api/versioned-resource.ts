import type { Context } from 'hono'
import type { z } from 'zod'
import { json, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { expectedVersion, versionedJson } from './version-tag.ts'
import {
  authenticateEditor,
  bodyFailures,
  commonFailures,
  editorialRoute,
  notModified,
  readInput,
  versionFailures,
  type EditingPorts,
} from './versioned-edit.ts'

type RouteText = Pick<Route, 'path' | 'summary'>
type Failures = Route['responses']

/** Something that editors change by its version, such as a concept. */
export type VersionedResource<Stored> = {
  /** What one is called in the descriptions, such as `concept`. */
  noun: string
  /** The schema of the reply that shows one. */
  schema: z.ZodType
  notFound: Failures
  /** The one that the path names. Throws `not_found`. */
  get(context: Context): Promise<Stored>
  versionOf(stored: Stored): number
  present(stored: Stored): object
}

/** What an edit begins with. `version`: the one that it expects; null for any. */
export type VersionedEdit<Input> = { input: Input; version: number | null; actor: string }

type EditRoute<Input> = RouteText & {
  method: 'put' | 'patch' | 'post'
  /** What the body is checked by. */
  input: z.ZodType<Input>
  /** What the body is described by, where the edit itself checks it. */
  body?: z.ZodType
  failures?: Failures
  edit: (context: Context, edit: VersionedEdit<Input>) => Promise<unknown>
}

/** The routes that show and change one of `resource`: the ETag is its version, and a change names the version it expects. */
export const versionedResource = <Stored>(ports: EditingPorts, resource: VersionedResource<Stored>) => {
  const { noun, schema, notFound } = resource
  const reply = (stored: Stored): Reply => versionedJson(200, resource.present(stored), resource.versionOf(stored))

  return {
    show: (text: RouteText): Route => ({
      ...editorialRoute,
      ...text,
      method: 'get',
      responses: { 200: { description: `The ${noun}.`, schema }, ...notModified, ...commonFailures, ...notFound },
      handle: async (context) => {
        await authenticateEditor(ports, context, 'review:read')
        return reply(await resource.get(context))
      },
    }),

    edit: <Input>({ method, path, summary, input, body = input, failures, edit }: EditRoute<Input>): Route => ({
      ...editorialRoute,
      method,
      path,
      summary,
      body,
      responses: {
        200: { description: `The ${noun} as it stands now.`, schema, headers: ['ETag'] },
        ...bodyFailures,
        ...notFound,
        ...failures,
        ...versionFailures,
      },
      handle: async (context) => {
        const actor = await authenticateEditor(ports, context, 'review:decide')
        const version = expectedVersion(context)
        const { form } = await readInput(context, input)
        await edit(context, { input: form, version, actor })
        return reply(await resource.get(context))
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

/** A route that reads without a version, such as a list. */
export const readRoute = (
  ports: EditingPorts,
  { path, summary, description, schema, failures, read }: ReadRoute,
): Route => ({
  ...editorialRoute,
  method: 'get',
  path,
  summary,
  responses: { 200: { description, schema }, ...commonFailures, ...failures },
  handle: async (context) => {
    await authenticateEditor(ports, context, 'review:read')
    return json(200, await read(context))
  },
})
