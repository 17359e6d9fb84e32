import { z } from 'zod'
import type { PaperVersion, VersionInfo } from '#core/papers/paper-version.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { submissionStates } from '#core/review/submission-state.ts'
import type { Submission } from '#core/review/submission.ts'
import { presentFullPaper } from '#schemas/paper-schema.ts'
import { presentedPaper } from '#schemas/presented-paper.ts'

export const editedPaper = presentedPaper.meta({ id: 'EditedPaper' })

const version = z.int().meta({ description: 'Rises with each change; the ETag holds it.' })

export const paperResponse = z.strictObject({
  success: z.literal(true),
  status: z.enum(submissionStates),
  version,
  updatedAt: z.string(),
  paper: editedPaper,
})

const versionFields = {
  version,
  at: z.string(),
  actor: z.string().meta({ description: 'cli, key:ID, editor:ID, or a part of the program.' }),
}
export const versionListResponse = z.strictObject({
  success: z.literal(true),
  versions: z.array(z.strictObject(versionFields)),
})
export const versionResponse = z.strictObject({ success: z.literal(true), ...versionFields, paper: editedPaper })

export const mergedPaperResponse = z.strictObject({ success: z.literal(true), id: z.string(), mergedInto: z.string() })

export const presentPaper = (
  paper: PaperWithText,
  { state, version, updatedAt }: Submission,
): z.infer<typeof paperResponse> => ({
  success: true,
  status: state,
  version,
  updatedAt,
  paper: presentFullPaper(paper),
})

export const presentVersions = (versions: readonly VersionInfo[]): z.infer<typeof versionListResponse> => ({
  success: true,
  versions: versions.map(({ version, at, actor }) => ({ version, at, actor })),
})

export const presentVersion = ({ version, at, actor, paper }: PaperVersion): z.infer<typeof versionResponse> => ({
  success: true,
  version,
  at,
  actor,
  paper: presentFullPaper(paper),
})

export const presentMerged = (id: string, mergedInto: string): z.infer<typeof mergedPaperResponse> => ({
  success: true,
  id,
  mergedInto,
})
