import { getCurrentEditor } from '#http/auth/current-session.ts'
import type { Context } from 'hono'
import { page, type Reply } from '#http/routing/reply.ts'
import { readQuery } from '#http/input/query.ts'
import { PAPER_ID } from '#core/papers/paper.ts'
import { everyPaper, papersFoundBy } from '#core/search/paper-filter.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'
import type { SubmissionState } from '#core/review/submission-state.ts'
import type { PapersPorts } from './present.ts'
import { paperListQuery } from './input.ts'
import { paperListPage, type PaperListItem } from './pages/list.ts'

export const showPapers =
  (ports: PapersPorts) =>
  async (context: Context): Promise<Reply> => {
    const asked = readQuery(context, paperListQuery)
    const found = await listPapers(ports, asked)
    return page(
      200,
      paperListPage(ports, { editor: getCurrentEditor(context), q: asked.q ?? '', state: asked.state ?? '', ...found }),
    )
  }

const PAGE_SIZE = 50

type ListQuery = { q?: string | undefined; state?: SubmissionState | undefined; after?: number | undefined }

type PaperList = { papers: PaperListItem[]; next: string | null }

const toListItem = ({ id, title }: { id: string; title: string }): PaperListItem => ({ id, title, state: 'accepted' })

const listUrl = (parameters: Record<string, string>): string =>
  `/console/papers?${new URLSearchParams(parameters).toString()}`

/** By id in any state, by words in public papers as the library finds them, and in the titles of all others. */
const searchPapers = async ({ store }: PapersPorts, q: string, after: number | null): Promise<PaperList> => {
  const { papers, submissions } = store.private
  const known = PAPER_ID.test(q) ? await submissions.findWithoutHistory(q) : null
  const page = await papers.list(papersFoundBy(parseSearchQuery(q)), after, PAGE_SIZE)
  const others = after === null ? await submissions.searchTitles(q, PAGE_SIZE) : []
  const first = known === null ? [] : [known]
  return {
    papers: [...first, ...page.papers.map(toListItem), ...others],
    next: page.next === null ? null : listUrl({ q, after: String(page.next) }),
  }
}

/** A page of papers of any state. */
export const listPapers = async (ports: PapersPorts, { q = '', state, after }: ListQuery): Promise<PaperList> => {
  const { papers, submissions } = ports.store.private
  if (q.trim() !== '') return searchPapers(ports, q.trim(), after ?? null)
  if (state === undefined || state === 'accepted') {
    const page = await papers.list(everyPaper, after ?? null, PAGE_SIZE)
    return {
      papers: page.papers.map(toListItem),
      next: page.next === null ? null : listUrl({ after: String(page.next) }),
    }
  }
  const page = await submissions.list({ submittedBy: null, states: [state] }, after ?? null, PAGE_SIZE)
  const next = page.next === null ? null : listUrl({ state, after: String(page.next) })
  return { papers: page.submissions.map(({ id, title, state: is }) => ({ id, title, state: is })), next }
}
