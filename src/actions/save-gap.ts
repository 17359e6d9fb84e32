import { Failure, validationFailure } from '#core/failure.ts'
import type { Gap } from '#core/editorial/gap.ts'
import { changedFields, assertVersion } from '#core/editorial/assert-version.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store, Transaction } from '#ports/store/store.ts'

export type GapWish = Omit<Gap, 'id'>
export type SavedGap = { id: string; version: number }

/** Papers to link: public ones, what a merged one became, and whatever was linked before. */
const linkable = async (tx: Transaction, wanted: readonly string[], linked: readonly string[]): Promise<string[]> => {
  const ids = new Set<string>()
  const missing: string[] = []
  for (const id of wanted) {
    const found = await tx.papers.find(id)
    if (found?.state === 'merged') ids.add(found.into)
    else if (found?.state === 'accepted' || linked.includes(id)) ids.add(id)
    else missing.push(id)
  }
  if (missing.length > 0)
    throw validationFailure([
      { path: 'papers', message: `must be public papers, and there is no public ${missing.join(', ')}` },
    ])
  return [...ids]
}

/** Makes a gap under the next free id. Throws `invalid` for papers that are not public. */
export const addGapWithin = async (
  tx: Transaction,
  { gap, actor, at }: { gap: GapWish; actor: string; at: string },
): Promise<SavedGap> => {
  const id = await tx.gaps.nextId()
  const stored = { ...gap, paperIds: await linkable(tx, gap.paperIds, []) }
  await tx.gaps.put({ id, ...stored }, at)
  await tx.audit.record({ at, actor, act: 'gap.add', subject: id, before: null, after: stored })
  return { id, version: 1 }
}

/** The same in a transaction of its own. */
export const addGap = (
  { store, clock }: { store: Store; clock: Clock },
  wish: { gap: GapWish; actor: string },
): Promise<SavedGap> => store.transact((tx) => addGapWithin(tx, { ...wish, at: clock.now().toISOString() }))

const fieldsOf = ({ title, severity, explanation, paperIds }: GapWish) => ({
  title,
  severity,
  explanation,
  paperIds: paperIds.toSorted(),
})

/** Edits a gap and its papers; its version then, which stays when nothing differs. Throws `not_found`, `stale`, `invalid`. */
export const editGap = (
  { store, clock }: { store: Store; clock: Clock },
  { gap, version, actor }: { gap: Gap; version: number | null; actor: string },
): Promise<SavedGap> =>
  store.transact(async (tx) => {
    const { id } = gap
    const found = await tx.gaps.find(id)
    if (found === null) throw new Failure('not_found', `There is no gap ${id}.`)
    assertVersion(`The gap ${id}`, version, found.version)
    const stored = { ...gap, paperIds: await linkable(tx, gap.paperIds, found.paperIds) }
    const changed = changedFields(fieldsOf(found), fieldsOf(stored))
    if (changed === null) return { id, version: found.version }
    const at = clock.now().toISOString()
    await tx.gaps.put(stored, at)
    await tx.audit.record({ at, actor, act: 'gap.edit', subject: id, ...changed })
    return { id, version: found.version + 1 }
  })
