import { actorNames } from '#actions/editors.ts'
import type { ReviewPorts } from '#actions/review-paper.ts'
import type { Editor } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'
import { paperDiff, type FieldChange } from '#core/papers/paper-diff.ts'
import { PAPER_ID, type PaperWithText } from '#core/papers/paper.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'
import type { SubmissionState } from '#core/review/submission-state.ts'
import type { Submission } from '#core/review/submission.ts'
import type { Validated } from '#schemas/validate.ts'
import type { ParsedPaper } from '#schemas/paper-schema.ts'
import { formVersion } from '#http/input/form-body.ts'
import { toFields, type PaperFields } from './input.ts'
import type { Conflict } from './pages/conflict.ts'
import type { EditView } from './pages/edit.ts'
import type { ListedPaper } from './pages/list.ts'

export type PapersPorts = ReviewPorts & { houseName: string }

export type StoredPaper = { paper: PaperWithText; submission: Submission }

export const getStored = async ({ store }: PapersPorts, id: string): Promise<StoredPaper> => {
  const paper = (await store.read.papers.findByIds([id])).get(id)
  const submission = await store.read.submissions.findWithoutHistory(id)
  if (paper === undefined || submission === null) throw new Failure('not_found', `There is no paper ${id}.`)
  return { paper, submission }
}

type Given = {
  editor: Editor
  stored: StoredPaper
  /** What was typed; the paper as it stands where nothing was. */
  fields?: PaperFields
  checked?: Validated<ParsedPaper>
  failure?: Failure
  saved?: boolean
}

/** The form as it stands, or as it was typed. */
export const editView = ({ editor, stored, fields, checked, failure, saved = false }: Given): EditView => {
  const { paper, submission } = stored
  const told = checked?.ok === false ? checked.errors : (failure?.details ?? [])
  return {
    editor,
    submission,
    version: fields === undefined ? submission.version : formVersion(fields),
    fields: fields ?? toFields(paper),
    mistakes: told,
    preview: checked === undefined ? paper : checked.ok ? checked.value.paper : null,
    trouble: failure?.message ?? null,
    saved,
    held: fields !== undefined,
  }
}

/** What the form holds after two changes: theirs where only they changed a field, this editor's everywhere else. */
const together = (typed: PaperWithText, present: PaperWithText, ours: readonly FieldChange[]): PaperWithText => {
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
  { editor, id, fields, typed }: { editor: Editor; id: string; fields: PaperFields; typed: PaperWithText },
): Promise<{ view: EditView; conflict: Conflict }> => {
  const { read } = ports.store
  const stored = await getStored(ports, id)
  const base = (await read.versions.find(id, formVersion(fields)))?.paper ?? stored.paper
  const ours = paperDiff(base, typed)
  const [last] = await read.versions.list(id)
  const nameOf = actorNames(await read.editors.list())
  const merged = together(typed, stored.paper, ours)
  const view = editView({
    editor,
    stored,
    fields: { ...toFields(merged), version: String(stored.submission.version) },
    checked: { ok: true, value: { paper: merged, ignored: [] } },
  })
  const by = last === undefined ? 'Somebody' : nameOf(last.actor)
  const at = last?.at ?? stored.submission.updatedAt
  return { view, conflict: { by, at, theirs: paperDiff(base, stored.paper), ours } }
}

const PAGE = 50

type Asked = { q?: string | undefined; state?: SubmissionState | undefined; after?: number | undefined }
type Listed = { papers: ListedPaper[]; next: string | null }

const public_ = ({ id, title }: { id: string; title: string }): ListedPaper => ({ id, title, state: 'accepted' })

const address = (parameters: Record<string, string>): string =>
  `/console/papers?${new URLSearchParams(parameters).toString()}`

/** By id in any state, by words in public papers as the library finds them, and in the titles of all others. */
const searched = async ({ store }: PapersPorts, q: string, after: number | null): Promise<Listed> => {
  const { papers, submissions } = store.read
  const known = PAPER_ID.test(q) ? await submissions.findWithoutHistory(q) : null
  const page = await papers.list(
    { query: parseSearchQuery(q), chapter: null, type: null, minLongHorizon: null },
    after,
    PAGE,
  )
  const others = after === null ? await submissions.searchTitles(q, PAGE) : []
  const first = known === null ? [] : [known]
  return {
    papers: [...first, ...page.papers.map(public_), ...others],
    next: page.next === null ? null : address({ q, after: String(page.next) }),
  }
}

/** A page of papers of any state. */
export const listed = async (ports: PapersPorts, { q = '', state, after }: Asked): Promise<Listed> => {
  const { papers, submissions } = ports.store.read
  if (q.trim() !== '') return searched(ports, q.trim(), after ?? null)
  if (state === undefined || state === 'accepted') {
    const open = { query: null, chapter: null, type: null, minLongHorizon: null }
    const page = await papers.list(open, after ?? null, PAGE)
    return { papers: page.papers.map(public_), next: page.next === null ? null : address({ after: String(page.next) }) }
  }
  const page = await submissions.list({ submittedBy: null, states: [state] }, after ?? null, PAGE)
  const next = page.next === null ? null : address({ state, after: String(page.next) })
  return { papers: page.submissions.map(({ id, title, state: is }) => ({ id, title, state: is })), next }
}
