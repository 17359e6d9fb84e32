import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import { PAPER_ID } from '#core/papers/paper.ts'

/** What stands at `:id` in the path of a request; empty where the path has none, which no record is called. */
export const pathId = (context: Context): string => context.req.param('id') ?? ''

/** The same for papers. Throws `not_found`: what cannot be an id was never one. */
export const pathPaperId = (context: Context): string => {
  const id = pathId(context)
  if (!PAPER_ID.test(id)) throw new Failure('not_found', 'There is no such paper.')
  return id
}
