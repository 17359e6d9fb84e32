import { openLicence } from '#core/papers/licences/open-licence.ts'
import { parseChapter } from '#core/papers/chapter.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { PublicRecord, RecordKind } from '#core/records/public-record.ts'
import type { PublicReader } from '#ports/store/store.ts'

/** Where public records are read. */
export type RecordSource = Pick<PublicReader, 'papers' | 'concepts' | 'related' | 'briefs' | 'chapters'>
type Found = Promise<PublicRecord | null>

const acceptedPaper = async ({ papers }: RecordSource, id: string): Promise<PaperWithText | null> => {
  const found = await papers.find(id)
  return found?.state === 'accepted' ? found.paper : null
}

const findPaper = async (reader: RecordSource, id: string): Found => {
  const paper = await acceptedPaper(reader, id)
  return paper === null ? null : { kind: 'paper', id, content: paper }
}

const findText = async (reader: RecordSource, id: string): Found => {
  const paper = await acceptedPaper(reader, id)
  const licence = openLicence(paper?.license ?? null)
  const fullText = paper?.fullText ?? null
  return licence === null || fullText === null ? null : { kind: 'text', id, content: { licence, fullText } }
}

const findConcept = async ({ related }: RecordSource, id: string): Found => {
  const timeline = await related.conceptTimeline(id)
  return timeline === null ? null : { kind: 'concept', id, content: timeline.counts }
}

const findGap = async ({ related }: RecordSource, id: string): Found => {
  const gap = await related.gap(id)
  return gap === null ? null : { kind: 'gap', id, content: gap }
}

const findBrief = async ({ briefs }: RecordSource, id: string): Found => {
  const brief = await briefs.find(id)
  return brief === null ? null : { kind: 'brief', id, content: brief }
}

const findChapter = async (reader: RecordSource, id: string): Found => {
  const number = parseChapter(id)
  return number === null ? null : { kind: 'chapter', id, content: await reader.chapters.get(number) }
}

const finders: Record<RecordKind, (reader: RecordSource, id: string) => Found> = {
  paper: findPaper,
  text: findText,
  concept: findConcept,
  gap: findGap,
  brief: findBrief,
  chapter: findChapter,
}

/** One public record; null for what is not, or not any more, and for a text that may not be passed on. */
export const findPublicRecord = (reader: RecordSource, kind: RecordKind, id: string): Found => finders[kind](reader, id)
