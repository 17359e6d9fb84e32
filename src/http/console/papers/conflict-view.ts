import { actorNames, type Editor } from '#core/access/editor.ts'
import { paperDiff, type FieldChange } from '#core/papers/paper-diff.ts'
import { formVersion } from '#http/input/form-body.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { getStoredPaper, editView, type PapersPorts } from './present.ts'
import { toPaperFormValues, type PaperFormValues } from './input.ts'
import type { Conflict } from './pages/conflict.ts'
import type { EditView } from './pages/edit.ts'

/** The fields after two changes: theirs where only they changed a field, this editor's everywhere else. */
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
