import { examineForEditor, type ExaminedTexts } from '#http/console/evidence/present.ts'
import { withoutMarks } from '#core/text/evidence-marks.ts'
import type { AssessmentDraft } from '#core/assessment/assessment-draft.ts'
import { provenanceOfDecided, publicProvenance } from '#core/assessment/provenance.ts'
import type { AssessedFields } from '#core/assessment/suggestion.ts'
import type { ValidationError } from '#core/failure.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { type MarkupOf, renderCitingDrafts } from '#queries/rendered-texts.ts'
import { presentAgentPaper } from '#schemas/agent-paper.ts'
import type { Validated } from '#schemas/validate.ts'

/** The paper as readers and agents would get it if it were accepted with an assessment; `markupOf` covers the commentary. */
export type AssessmentPreview = {
  errors: readonly ValidationError[]
  commentary: string | null
  markupOf: MarkupOf
  /** What does not hold of the commentary. */
  examined: ExaminedTexts
  /** Null while there are errors. */
  json: ReturnType<typeof presentAgentPaper> | null
}

type Given = {
  paper: PaperWithText
  assessed: Validated<AssessedFields>
  /** What the form has as its commentary. */
  commentary: string
  drafts: readonly AssessmentDraft[]
  takenFrom: string
  actor: string
}

/** Costs a look-up by key, one of the papers that the commentary names, and one for each of its marks of evidence. */
export const previewAssessment = async (
  { store, clock, ...ports }: { store: Store; markdown: MarkdownRenderer; clock: Clock },
  { paper, assessed, commentary, drafts, takenFrom, actor }: Given,
): Promise<AssessmentPreview> => {
  const { related, assessments } = store.private
  const written = commentary.trim()
  const texts = written === '' ? [] : [written]
  const text = {
    commentary: written === '' ? null : written,
    markupOf: await renderCitingDrafts({ ...ports, related }, texts),
    examined: await examineForEditor({ store, clock }, texts, paper),
  }
  if (!assessed.ok) return { ...text, errors: assessed.errors, json: null }
  const provenance = provenanceOfDecided({
    stored: paper,
    known: await assessments.findProvenance(paper.id, null),
    decided: assessed.value,
    drafts,
    takenFrom,
    by: { actor, at: clock.now().toISOString() },
  })
  const accepted = { ...paper, ...assessed.value, commentary: written === '' ? null : withoutMarks(written) }
  return { ...text, errors: [], json: presentAgentPaper(accepted, false, publicProvenance(provenance)) }
}
