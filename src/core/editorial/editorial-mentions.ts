import type { IsoWeek } from './week.ts'
import type { Severity } from './gap.ts'

/** Where the editors mention a paper. */
export type EditorialMentions = {
  gaps: { id: string; title: string; severity: Severity }[]
  briefs: { id: string; week: IsoWeek; title: string }[]
}
