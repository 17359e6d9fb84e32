import type { PublishedBrief } from '#core/editorial/brief.ts'
import type { GapWithPapers } from '#core/editorial/gap.ts'
import { evidenceSubjects } from '#core/evidence/evidence.ts'
import { CITED_BOUNDS } from '#core/citations/cited-work.ts'
import { openLicence } from '#core/papers/open-licence.ts'
import { parseChapter } from '#core/papers/chapter.ts'
import type { PaperWithText, Paper } from '#core/papers/paper.ts'
import { openTextOf, type PublicRecord, type RecordKind } from '#core/public-record.ts'
import type { PublicReader } from '#ports/store/store.ts'
import { everyPaper } from '#core/search/paper-filter.ts'

export type RecordSource = Pick<PublicReader, 'papers' | 'citations' | 'concepts' | 'related' | 'briefs' | 'chapters'>
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

/** Null for a paper that is not public, and for one of which no references are known. */
const findReferences = async (reader: RecordSource, id: string): Found => {
  const { references } = await reader.citations.references(id, null, CITED_BOUNDS.references)
  if (references.length === 0 || (await acceptedPaper(reader, id)) === null) return null
  const content = references.map(({ work, sources, paper }) => ({ work, sources, paperId: paper?.id ?? null }))
  return { kind: 'references', id, content }
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
  if (brief === null) return null
  return { kind: 'brief', id, content: { ...brief, corrections: (await briefs.corrections([id])).get(id) ?? [] } }
}

const findChapter = async (reader: RecordSource, id: string): Found => {
  const number = parseChapter(id)
  const content = number === null ? null : await reader.chapters.find(number)
  return content === null ? null : { kind: 'chapter', id, content }
}

const finders: Record<RecordKind, (reader: RecordSource, id: string) => Found> = {
  paper: findPaper,
  text: findText,
  references: findReferences,
  concept: findConcept,
  gap: findGap,
  brief: findBrief,
  chapter: findChapter,
}

/** The same source, whose texts by the editors have the marks of evidence that they are stored with. */
export const withEvidenceMarks = (reader: RecordSource & Pick<PublicReader, 'evidence'>): RecordSource => {
  const { papers, related, briefs, evidence } = reader
  const inPapers = async <P extends Paper>(some: readonly P[]): Promise<P[]> => {
    const texts = await evidence.texts(some.map(({ id }) => `paper:${id}` as const))
    return some.map((paper) => ({ ...paper, commentary: texts.get(`paper:${paper.id}`) ?? paper.commentary }))
  }
  const inGaps = async (some: readonly GapWithPapers[]): Promise<GapWithPapers[]> => {
    const texts = await evidence.texts(some.map(({ id }) => `gap:${id}` as const))
    return some.map((gap) => ({ ...gap, explanation: texts.get(`gap:${gap.id}`) ?? gap.explanation }))
  }
  const inBriefs = async (some: readonly PublishedBrief[]): Promise<PublishedBrief[]> => {
    const texts = await evidence.texts(some.flatMap(({ id }) => evidenceSubjects('brief', id)))
    return some.map((brief) => ({
      ...brief,
      summary: texts.get(`brief:${brief.id}:summary`) ?? brief.summary,
      take: texts.get(`brief:${brief.id}:take`) ?? brief.take,
    }))
  }
  return {
    ...reader,
    papers: {
      ...papers,
      list: async (...asked) => {
        const page = await papers.list(...asked)
        return { ...page, papers: await inPapers(page.papers) }
      },
      find: async (id) => {
        const found = await papers.find(id)
        if (found?.state !== 'accepted') return found
        const [paper = found.paper] = await inPapers([found.paper])
        return { ...found, paper }
      },
    },
    related: {
      ...related,
      gaps: async (severity) => inGaps(await related.gaps(severity)),
      gap: async (id) => {
        const found = await related.gap(id)
        return found === null ? null : ((await inGaps([found]))[0] ?? found)
      },
    },
    briefs: {
      ...briefs,
      list: async () => inBriefs(await briefs.list()),
      find: async (id) => {
        const found = await briefs.find(id)
        return found === null ? null : ((await inBriefs([found]))[0] ?? found)
      },
    },
  }
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
      const references = await findReferences(reader, paper.id)
      if (references !== null) yield references
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
  const briefs = await reader.briefs.list()
  const corrections = await reader.briefs.corrections(briefs.map(({ id }) => id))
  for (const brief of briefs)
    yield { kind: 'brief', id: brief.id, content: { ...brief, corrections: corrections.get(brief.id) ?? [] } }
  yield* everyPaperRecord(reader)
}
