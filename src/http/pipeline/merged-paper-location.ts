import type { Context } from 'hono'
import type { Failure } from '#core/failure.ts'

/** The requested address with the id of the paper that took the merged one in; null for any other failure. */
export const mergedPaperLocation = (failure: Failure, context: Context): string | null => {
  const { mergedInto } = failure.members
  if (failure.code !== 'merged' || typeof mergedInto !== 'string') return null
  const { pathname, search } = new URL(context.req.url)
  const asked = context.req.param('id') ?? ''
  // A format after the id, such as .bib, stays.
  const id = /^[^.]+/u.exec(asked)?.[0] ?? asked
  const address = decodeURI(pathname).replace(`/${id}`, `/${mergedInto}`)
  return `${encodeURI(address)}${search}`
}
