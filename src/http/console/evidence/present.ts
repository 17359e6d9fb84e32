import { findUnsupported } from '#core/evidence/statements.ts'
import { doInTurns } from '#http/routing/turns.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { type EvidencePorts, examineText, type ExaminedMark } from '#queries/evidence.ts'
import { parseEvidenceSearch } from '#schemas/evidence-search.ts'

/** What was found of texts as an editor has stored them. */
export type ExaminedTexts = {
  marks: readonly ExaminedMark[]
  /** Sentences with a number or a comparison that rest on nothing. */
  unsupported: readonly string[]
}

type Ports = { store: Store; clock: Clock }

/** What looking up marks needs, for editors. */
export const evidencePortsOf = ({ store, clock }: Ports): EvidencePorts => ({
  reader: store.private,
  clock,
  doInTurns,
  parseSearch: parseEvidenceSearch,
})

export const examineForEditor = async (ports: Ports, texts: readonly string[]): Promise<ExaminedTexts> => {
  const marks: ExaminedMark[] = []
  for (const text of texts) marks.push(...(await examineText(evidencePortsOf(ports), text)))
  return { marks, unsupported: texts.flatMap(findUnsupported) }
}
