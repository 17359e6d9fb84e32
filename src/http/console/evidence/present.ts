import { findUnsupported } from '#core/evidence/statements.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { doInTurns } from '#http/routing/turns.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { type EvidencePorts, examineText, type ExaminedMark, readAsIfPublic } from '#queries/evidence.ts'
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

/** @param waiting the paper that the texts are about, if it waits for a decision: they may cite it */
export const examineForEditor = async (
  ports: Ports,
  texts: readonly string[],
  waiting: PaperWithText | null = null,
): Promise<ExaminedTexts> => {
  const editing = evidencePortsOf(ports)
  const reader = waiting === null ? editing.reader : readAsIfPublic(editing.reader, { paper: waiting, version: null })
  const marks: ExaminedMark[] = []
  for (const text of texts) marks.push(...(await examineText({ ...editing, reader }, text)))
  return { marks, unsupported: texts.flatMap(findUnsupported) }
}
