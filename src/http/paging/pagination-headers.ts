import type { Context } from 'hono'

/** Headers of a page: all matches, if they are counted, and where the next page is (RFC 8288). */
export type PaginationHeaders = (
  context: Context,
  total: number | null,
  nextCursor: string | null,
) => Record<string, string>

/** The link is a whole address, since many clients follow it as it stands. */
export const paginationHeaders =
  (publicUrl: () => string): PaginationHeaders =>
  (context, total, nextCursor) => {
    const headers: Record<string, string> = total === null ? {} : { 'X-Total-Count': String(total) }
    if (nextCursor === null) return headers
    const { pathname } = new URL(context.req.url)
    // Written from what was read: the cursor belongs to that question, however its parameters were encoded.
    const next = new URLSearchParams({ ...context.req.query(), cursor: nextCursor })
    return { ...headers, Link: `<${publicUrl()}${pathname}?${next.toString()}>; rel="next"` }
  }
