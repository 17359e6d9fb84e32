import type { PublishedBrief } from './brief.ts'
import type { Gap } from './gap.ts'
import type { ChapterText, NamedChapter } from '#core/papers/chapter.ts'
import type { StoredSettings } from '#core/settings.ts'
import type { PaperWithText } from '#core/papers/paper.ts'

/** The corpus that a new library starts with. `acceptedAt` is an instant, ISO 8601. */
export type StarterCorpus = {
  papers: { paper: PaperWithText; acceptedAt: string }[]
  chapters: (NamedChapter & ChapterText)[]
  concepts: { name: string; definition: string }[]
  gaps: Gap[]
  briefs: PublishedBrief[]
  /** The words that it is described with. */
  settings: StoredSettings
}
