import type { Evidence, EvidenceCheck, EvidenceSubject, SupportJudgement } from '#core/evidence/evidence.ts'

/** A mark as it stands in a text now: a changed text has other ones. */
export type MarkPlace = { subject: EvidenceSubject; number: number; mark: string }

/** What public texts of the editors rest on. */
export type PublicEvidenceReader = {
  /** The marks of these texts in order; none of a text that is not public. */
  list(subjects: readonly EvidenceSubject[]): Promise<Evidence[]>
  /** Texts as the editors wrote them, with their marks: those of these texts that are public and have some. */
  texts(subjects: readonly EvidenceSubject[]): Promise<Map<EvidenceSubject, string>>
}

export type PrivateEvidenceReader = {
  /** Marks that are to be looked up, of texts in any state. */
  due(limit: number): Promise<Evidence[]>
  /** The marks that name a paper or lead to it, of texts in any state. */
  restingOn(paperIds: readonly string[]): Promise<Evidence[]>
}

export type EvidenceWriter = {
  /** Keeps what was found, unless the text has changed in the meantime. */
  saveCheck(place: MarkPlace, check: EvidenceCheck): Promise<void>
  /** Whether there still is such a mark. Null takes a judgement back. */
  judge(place: MarkPlace, judgement: SupportJudgement | null): Promise<boolean>
}
