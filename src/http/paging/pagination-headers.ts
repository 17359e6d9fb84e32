import type { Context } from 'hono'

/** A page of a list: the known parameters as they were given, the limit in force, all matches if they are counted. */
type Page = { asked: Readonly<Record<string, string>>; limit: number; total: number | null; next: string | null }

/** As the routes of lists describe them. */
export const PAGE_HEADERS = ['Link', 'X-Total-Count'] as const

/** Headers of a page: all matches, if they are counted, and where the next page is (RFC 8288). */
export type PaginationHeaders = (context: Context, page: Page) => Record<string, string>

/** The link is a whole address, since many clients follow it as it stands. */
export const paginationHeaders =
  (publicUrl: () => string): PaginationHeaders =>
  (context, { asked, limit, total, next }) => {
    const headers: Record<string, string> = total === null ? {} : { 'X-Total-Count': String(total) }
    if (next === null) return headers
    const { pathname } = new URL(context.req.url)
    // Written from what was read: the cursor belongs to that question, however its parameters were encoded.
    const limited = 'limit' in asked ? { ...asked, limit: String(limit) } : asked
    const query = new URLSearchParams({ ...limited, cursor: next })
    return { ...headers, Link: `<${publicUrl()}${pathname}?${query.toString()}>; rel="next"` }
  }
