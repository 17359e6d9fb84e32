import type { ActionContext } from '#actions/run-action.ts'
import type { SourceRecord } from '#core/imports/source-record.ts'
import type { Identifiers } from '#core/papers/identifiers.ts'
import { findIdentifier, type KnownIdentifier } from './find-identifier.ts'

type ListedCandidate = { key: string; identifiers: Identifiers; source: SourceRecord }

/** Stores identifiers as candidates without title, each work once; what there was of each before. */
export const listCandidates = async (
  tx: ActionContext,
  { listed, onlyOf }: { listed: readonly ListedCandidate[]; onlyOf: string | null },
): Promise<KnownIdentifier[]> => {
  const at = tx.now.toISOString()
  const known: KnownIdentifier[] = []
  for (const { key, identifiers, source } of listed) {
    const before = await findIdentifier(tx, { key, identifiers }, onlyOf)
    known.push(before)
    if (before === 'known') await tx.candidates.shareRecord(key, source.ingestSession ?? null)
    if (before !== 'new') continue
    const id = await tx.candidates.add({ paper: null, ...identifiers, at })
    await tx.candidates.addRecord(id, { sourceId: null, recordId: key, source })
  }
  return known
}
