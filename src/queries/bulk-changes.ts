import { type AssessmentRule, assertMayPublish } from '#core/assessment/assessment-rule.ts'
import { type BulkChange, reasonToLeave } from '#core/review/bulk-change.ts'
import type { LibraryWords } from '#core/papers/library-words.ts'
import type { PaperSummary } from '#ports/store/papers.ts'
import type { PrivateReader } from '#ports/store/store.ts'

/** What a bulk change would do: the papers that would change, and those that stay as they are, each with the reason. */
export type BulkPreview = {
  changing: PaperSummary[]
  left: { id: string; title: string | null; because: string }[]
}

type Previewed = {
  change: BulkChange
  ids: readonly string[]
  by: { rule: AssessmentRule; actor: string; words: LibraryWords }
}

export const previewBulkChange = async (
  read: Pick<PrivateReader, 'papers' | 'decisions' | 'chapters'>,
  { change, ids, by }: Previewed,
): Promise<BulkPreview> => {
  const found = await read.papers.listed(ids)
  const decided = await read.decisions.among(ids)
  const chapters = await read.chapters.names()
  const changing: BulkPreview['changing'] = []
  const left: BulkPreview['left'] = []
  for (const id of ids) {
    const stored = found.get(id)
    if (stored === undefined) {
      left.push({ id, title: null, because: 'There is no such paper.' })
      continue
    }
    const situation = { ...stored, isDecided: decided.has(id) }
    const because = reasonToLeave(change, situation, (paper) => assertMayPublish({ ...by, chapters }, paper))
    if (because === null) changing.push(stored)
    else left.push({ id, title: stored.paper.title, because })
  }
  return { changing, left }
}
