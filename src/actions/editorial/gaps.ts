import type { ActionContext } from '#actions/run-action.ts'
import { entryBetween, type Gap, type GapState } from '#core/editorial/gap.ts'
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
): Promise<Gap & { state: GapState; version: number }> => {
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

/** A change of state with its reason and the papers that narrow or close the gap. */
export type GapStateWords = { state: GapState; reason: string; paperIds: readonly string[] }

/** Checks what a change says. Throws `wrong_state` and `invalid`. */
const entryOf = (id: string, from: GapState, { state, paperIds }: GapStateWords) => {
  const entry = entryBetween(from, state)
  if (entry === null)
    throw new Failure(
      'wrong_state',
      from === 'closed' && state === 'narrowing'
        ? `The gap ${id} is closed. Reopen it (state open) before you narrow it.`
        : `The gap ${id} is ${from} already.`,
    )
  if (entry !== 'reopened' && paperIds.length === 0)
    throw validationFailure([
      { path: 'papers', message: 'must name at least one paper that narrows or closes the gap' },
    ])
  return entry
}

/**
 * Narrows, closes or reopens a gap: an entry of its history, which is a new version. Returns its version afterwards. Throws
 * `not_found`, `stale`, `wrong_state` for a change that leads nowhere, and `invalid` without the papers that it needs.
 */
export const changeGapState = async (
  tx: ActionContext,
  { id, words, version, actor }: Edit<string, GapStateWords>,
): Promise<number> => {
  const found = await tx.gaps.find(id)
  if (found === null) throw new Failure('not_found', `There is no gap ${id}.`)
  assertVersion(`The gap ${id}`, version, found.version)
  const entry = entryOf(id, found.state, words)
  const paperIds = await resolveLinkedPapers(tx.papers, { wanted: words.paperIds, linked: [] })
  const { reason } = words
  const at = tx.now.toISOString()
  await tx.gaps.enter(id, { entry, reason, paperIds }, at)
  const after = { state: words.state, entry, reason, papers: paperIds }
  await tx.audit.record({ at, actor, act: 'gap.state', subject: id, before: { state: found.state }, after })
  return found.version + 1
}
