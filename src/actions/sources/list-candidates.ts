import type { ActionContext } from '#actions/run-action.ts'
import type { SourceRecord } from '#core/imports/source-record.ts'
import { identifiersOf, type Identifiers } from '#core/papers/identifiers.ts'

type ListedCandidate = { key: string; identifiers: Identifiers; source: SourceRecord }

const shares = (one: Identifiers, other: Identifiers): boolean =>
  (one.doi !== null && one.doi === other.doi) || (one.arxivId !== null && one.arxivId === other.arxivId)

/** The paper of any state that has an identifier. */
const findPaper = async ({ imports }: ActionContext, identifiers: Identifiers): Promise<string | null> => {
  const found = await imports.workCandidates({ title: '', authors: [], year: 0, ...identifiers })
  return found.find(({ paper }) => shares(identifiersOf(paper), identifiers))?.paper.id ?? null
}

/** Stores identifiers as candidates without title, each work once; which of them are new. */
export const listCandidates = async (tx: ActionContext, listed: readonly ListedCandidate[]): Promise<boolean[]> => {
  const at = tx.now.toISOString()
  const added: boolean[] = []
  for (const { key, identifiers, source } of listed) {
    const isKnown =
      (await tx.candidates.findRecord(null, key)) !== null ||
      (await tx.candidates.named(identifiers)).length > 0 ||
      (await findPaper(tx, identifiers)) !== null
    added.push(!isKnown)
    if (isKnown) continue
    const id = await tx.candidates.add({ paper: null, ...identifiers, at })
    await tx.candidates.addRecord(id, { sourceId: null, recordId: key, source })
  }
  return added
}

type SettledCandidate = { identifiers: Identifiers; paperId: string }

/** Takes candidates out of the inbox that have become papers by another way. */
export const settleCandidates = async (
  tx: ActionContext,
  { settled, actor }: { settled: readonly SettledCandidate[]; actor: string },
): Promise<void> => {
  const at = tx.now.toISOString()
  for (const { identifiers, paperId } of settled)
    for (const { id, state } of await tx.candidates.named(identifiers))
      if (state === 'open') await tx.candidates.decide(id, { state: 'kept', actor, at, paperId })
}
