import { z } from 'zod'
import { evidenceSubjects, type EvidenceKind, supports } from '#core/evidence/evidence.ts'
import { validationFailure } from '#core/failure.ts'
import type { MarkPlace } from '#ports/store/evidence.ts'
import { parseInput } from '#schemas/validate.ts'

const judgementForm = z.object({
  subject: z.string().max(200),
  number: z
    .string()
    .regex(/^[1-9]\d{0,3}$/u, { error: 'must be the number of a mark' })
    .transform(Number),
  mark: z.string().max(3_000),
  support: z.enum(['', ...supports]).transform((support) => (support === '' ? null : support)),
})

/** What an editor says of one mark in the texts of a resource. Throws `invalid`, also for another resource. */
export const readJudgement = (
  of: { kind: EvidenceKind; id: string },
  fields: Readonly<Record<string, string | undefined>>,
): { place: MarkPlace; support: (typeof supports)[number] | null } => {
  const { subject: named, number, mark, support } = parseInput(judgementForm, fields)
  const subject = evidenceSubjects(of.kind, of.id).find((known) => known === named)
  if (subject === undefined) throw validationFailure([{ path: 'subject', message: 'must be a text of this page' }])
  return { place: { subject, number, mark }, support }
}
