import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import { PAPER_ID } from '#core/papers/paper.ts'
import { textError } from '#core/text/normalize-text.ts'

/** The same id. Throws `not_found` for a text that nothing can be called: PostgreSQL refuses to compare with some of them. */
export const checkedId = (id: string): string => {
  if (textError(id, 'line') !== null) throw new Failure('not_found', 'Nothing has this id.')
  return id
}

/**
 * What stands at `:id` in the path of a request; empty where the path has none, which no record is called. Throws
 * `not_found` for a text that nothing can be called.
 */
export const pathId = (context: Context): string => checkedId(context.req.param('id') ?? '')

/** The same for papers. Throws `not_found`: what cannot be an id was never one. */
export const pathPaperId = (context: Context): string => {
  const id = pathId(context)
  if (!PAPER_ID.test(id)) throw new Failure('not_found', 'There is no such paper.')
  return id
}
