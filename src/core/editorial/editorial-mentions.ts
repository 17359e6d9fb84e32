import type { IsoWeek } from './week.ts'
import type { Severity } from './gap.ts'

/** Where the house speaks of a paper. */
export type EditorialMentions = {
  gaps: { id: string; title: string; severity: Severity }[]
  briefs: { id: string; week: IsoWeek; title: string }[]
}
