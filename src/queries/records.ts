import { openLicence } from '#core/papers/open-licence.ts'
import { parseChapter } from '#core/papers/chapter.ts'
import type { PaperWithText, Paper } from '#core/papers/paper.ts'
import { openTextOf, type PublicRecord, type RecordKind } from '#core/public-record.ts'
import type { PublicReader } from '#ports/store/store.ts'
import { everyPaper } from '#core/search/paper-filter.ts'

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
  const content = paper === null ? null : openTextOf(paper)
  return content === null ? null : { kind: 'text', id, content }
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
  const content = number === null ? null : await reader.chapters.find(number)
  return content === null ? null : { kind: 'chapter', id, content }
}

const finders: Record<RecordKind, (reader: RecordSource, id: string) => Found> = {
  paper: findPaper,
  text: findText,
  concept: findConcept,
  gap: findGap,
  brief: findBrief,
  chapter: findChapter,
}

/** One public record; null for what is not public, or no longer, and for a text that may not be redistributed. */
export const findPublicRecord = (reader: RecordSource, kind: RecordKind, id: string): Found => finders[kind](reader, id)

const PAGE = 200

async function* everyPaperRecord(reader: RecordSource): AsyncGenerator<PublicRecord> {
  for (let after: number | null = 0; after !== null;) {
    const page: { papers: Paper[]; next: number | null } = await reader.papers.list(everyPaper, after, PAGE)
    for (const paper of page.papers) {
      yield { kind: 'paper', id: paper.id, content: paper }
      // Texts are long, so only one is in memory at a time.
      const text = openLicence(paper.license) === null ? null : await findPublicRecord(reader, 'text', paper.id)
      if (text !== null) yield text
    }
    after = page.next
  }
}

/**
 * Every public record, read in short steps. A record that changes in the meantime may come in its old or new form, twice, or
 * not at all; the list of changes does.
 */
export async function* everyRecord(reader: RecordSource): AsyncGenerator<PublicRecord> {
  for (const chapter of await reader.chapters.list())
    yield { kind: 'chapter', id: String(chapter.number), content: chapter }
  for (const concept of (await reader.concepts.list())?.concepts ?? [])
    yield { kind: 'concept', id: concept.id, content: concept }
  for (const gap of await reader.related.gaps(null)) yield { kind: 'gap', id: gap.id, content: gap }
  for (const brief of await reader.briefs.list()) yield { kind: 'brief', id: brief.id, content: brief }
  yield* everyPaperRecord(reader)
}
