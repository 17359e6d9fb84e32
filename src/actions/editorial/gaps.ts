import type { ActionContext } from '#actions/run-action.ts'
import type { Gap } from '#core/editorial/gap.ts'
import { assertVersion } from '#core/editorial/version.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import type { PublicPaperReader } from '#ports/store/papers.ts'
import { saveEdit, type Edit } from './save-edit.ts'

export type GapWords = Omit<Gap, 'id'>

/**
 * The papers that a gap may link: public ones, the targets of merged ones, and any that it already links. Throws `invalid`
 * naming all others.
 */
const resolveLinkedPapers = async (
  papers: PublicPaperReader,
  { wanted, linked }: { wanted: readonly string[]; linked: readonly string[] },
): Promise<string[]> => {
  const ids = new Set<string>()
  const missing: string[] = []
  for (const id of wanted) {
    const found = await papers.find(id)
    if (found?.state === 'merged') ids.add(found.into)
    else if (found?.state === 'accepted' || linked.includes(id)) ids.add(id)
    else missing.push(id)
  }
  if (missing.length > 0)
    throw validationFailure([
      { path: 'papers', message: `must be public papers; these are not: ${missing.join(', ')}` },
    ])
  return [...ids]
}

/** Adds a gap under the next free id, in version 1. Throws `invalid` for papers that are not public. */
export const addGap = async (
  tx: ActionContext,
  { gap, actor }: { gap: GapWords; actor: string },
): Promise<Gap & { version: number }> => {
  const at = tx.now.toISOString()
  const id = await tx.gaps.nextId()
  const stored = { ...gap, paperIds: await resolveLinkedPapers(tx.papers, { wanted: gap.paperIds, linked: [] }) }
  await tx.gaps.put({ id, ...stored }, at)
  await tx.audit.record({ at, actor, act: 'gap.add', subject: id, before: null, after: stored })
  const added = await tx.gaps.find(id)
  if (added === null) throw new Error(`the gap ${id} was not stored`)
  return added
}

/** For comparison: the order of linked papers does not matter. */
const comparable = ({ title, severity, explanation, paperIds }: GapWords): GapWords => ({
  title,
  severity,
  explanation,
  paperIds: paperIds.toSorted(),
})

/** Edits a gap and its papers. Returns its version afterwards. Throws `not_found`, `stale`, `invalid`. */
export const editGap = async (tx: ActionContext, edit: Edit<string, GapWords>): Promise<number> => {
  const { id, words, version } = edit
  const found = await tx.gaps.find(id)
  if (found === null) throw new Failure('not_found', `There is no gap ${id}.`)
  const what = `The gap ${id}`
  // Checked first: linked papers are judged by the stored version, which must be the one that the edit is based on.
  assertVersion(what, version, found.version)
  const paperIds = await resolveLinkedPapers(tx.papers, { wanted: words.paperIds, linked: found.paperIds })
  const gap = { ...words, paperIds }
  return saveEdit(tx, edit, {
    what,
    act: 'gap.edit',
    subject: id,
    present: found.version,
    before: comparable(found),
    after: comparable(gap),
    store: async (at) => {
      await tx.gaps.put({ id, ...gap }, at)
      return { version: found.version + 1 }
    },
  })
}
