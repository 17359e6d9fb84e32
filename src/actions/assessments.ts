import { type ConfidentFields, fillEmptyFields } from '#core/assessment/confident-fields.ts'
import { provenanceOfSuggested } from '#core/assessment/provenance.ts'
import { Failure } from '#core/failure.ts'
import { savePaperVersion } from './papers.ts'
import type { ActionContext } from './run-action.ts'

/** Values that a person confirmed for the empty fields of one version of a paper. */
export type ConfirmedAssessment = { id: string; version: number; fields: ConfidentFields }

type AssessPapersInput = { papers: readonly ConfirmedAssessment[]; actor: string }

const isOvertaken = (error: unknown): boolean =>
  error instanceof Failure && ['stale', 'wrong_state', 'not_found'].includes(error.code)

/**
 * Fills empty fields of many papers with suggestions, each as a new version. Papers that changed since, or on which somebody has just decided, are
 * skipped. Few at a time, since other writers wait.
 */
export const assessPapers = async (
  tx: ActionContext,
  { papers, actor }: AssessPapersInput,
): Promise<{ assessed: number; skipped: string[] }> => {
  let assessed = 0
  const skipped: string[] = []
  for (const { id, version, fields } of papers) {
    if ((await tx.decisions.find(id)) !== null) {
      skipped.push(id)
      continue
    }
    try {
      const given = provenanceOfSuggested(fields, { actor, at: tx.now.toISOString() })
      const change = { id, version, actor, act: 'paper.assess', given }
      const saved = await savePaperVersion(tx, { ...change, change: (paper) => fillEmptyFields(paper, fields) })
      if (saved > version) assessed += 1
    } catch (error) {
      if (!isOvertaken(error)) throw error
      skipped.push(id)
    }
  }
  return { assessed, skipped }
}
