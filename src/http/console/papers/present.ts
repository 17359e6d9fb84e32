import type { RunAction } from '#actions/run-action.ts'
import { actorNames, type Editor } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'
import { paperDiff, type FieldChange } from '#core/papers/paper-diff.ts'
import { PAPER_ID, type PaperWithText } from '#core/papers/paper.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'
import type { SubmissionState } from '#core/review/submission-state.ts'
import type { Submission } from '#core/review/submission.ts'
import type { Validated } from '#schemas/validate.ts'
import type { ParsedPaper } from '#schemas/paper-schema.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'
import { formVersion } from '#http/input/form-body.ts'
import { toPaperFormValues, type PaperFormValues } from './input.ts'
import type { Conflict } from './pages/conflict.ts'
import type { EditView } from './pages/edit.ts'
import type { PaperListItem } from './pages/list.ts'

export type PapersPorts = { store: Store; clock: Clock; run: RunAction; houseName: string }

export type StoredPaper = { paper: PaperWithText; submission: Submission }

export const getStoredPaper = async ({ store }: PapersPorts, id: string): Promise<StoredPaper> => {
  const paper = (await store.private.papers.findByIds([id])).get(id)
  const submission = await store.private.submissions.findWithoutHistory(id)
  if (paper === undefined || submission === null) throw new Failure('not_found', `There is no paper ${id}.`)
  return { paper, submission }
}

type EditInput = {
  editor: Editor
  stored: StoredPaper
  /** What was typed; the paper as it stands where nothing was. */
  values?: PaperFormValues
  validated?: Validated<ParsedPaper>
  failure?: Failure | undefined
  saved?: boolean
}

/** The form as it stands, or as it was typed. */
export const editView = ({ editor, stored, values, validated, failure, saved = false }: EditInput): EditView => {
  const { paper, submission } = stored
  const told = validated?.ok === false ? validated.errors : (failure?.details ?? [])
  return {
    editor,
    submission,
    version: values === undefined ? submission.version : formVersion(values),
    values: values ?? toPaperFormValues(paper),
    errors: told,
    preview: validated === undefined ? paper : validated.ok ? validated.value.paper : null,
    error: failure?.message ?? null,
    saved,
    isUnsaved: values !== undefined,
  }
}

/** What the form holds after two changes: theirs where only they changed a field, this editor's everywhere else. */
const mergeChanges = (typed: PaperWithText, present: PaperWithText, ours: readonly FieldChange[]): PaperWithText => {
  const own = new Set<string>(ours.map(({ field }) => field))
  return Object.fromEntries(
    Object.keys(typed).map((name) => {
      const key = name as keyof PaperWithText
      return [key, own.has(key) ? typed[key] : present[key]]
    }),
  ) as PaperWithText
}

/** Both changes since the version that the form began from, and a form that goes on from the present one. */
export const conflictView = async (
  ports: PapersPorts,
  { editor, id, fields, typed }: { editor: Editor; id: string; fields: PaperFormValues; typed: PaperWithText },
): Promise<{ view: EditView; conflict: Conflict }> => {
  const reader = ports.store.private
  const stored = await getStoredPaper(ports, id)
  const base = (await reader.versions.find(id, formVersion(fields)))?.paper ?? stored.paper
  const ours = paperDiff(base, typed)
  const [last] = await reader.versions.list(id)
  const nameOf = actorNames(await reader.editors.list())
  const merged = mergeChanges(typed, stored.paper, ours)
  const view = editView({
    editor,
    stored,
    values: { ...toPaperFormValues(merged), version: String(stored.submission.version) },
    validated: { ok: true, value: { paper: merged, ignored: [] } },
  })
  const changedBy = last === undefined ? 'Somebody' : nameOf(last.actor)
  const changedAt = last?.at ?? stored.submission.updatedAt
  return { view, conflict: { changedBy, changedAt, theirs: paperDiff(base, stored.paper), ours } }
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
  const page = await papers.list(
    { query: parseSearchQuery(q), chapter: null, type: null, minLongHorizon: null },
    after,
    PAGE_SIZE,
  )
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
    const open = { query: null, chapter: null, type: null, minLongHorizon: null }
    const page = await papers.list(open, after ?? null, PAGE_SIZE)
    return {
      papers: page.papers.map(toListItem),
      next: page.next === null ? null : listUrl({ after: String(page.next) }),
    }
  }
  const page = await submissions.list({ submittedBy: null, states: [state] }, after ?? null, PAGE_SIZE)
  const next = page.next === null ? null : listUrl({ state, after: String(page.next) })
  return { papers: page.submissions.map(({ id, title, state: is }) => ({ id, title, state: is })), next }
}
