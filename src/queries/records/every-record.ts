import { openLicence } from '#core/papers/licences/open-licence.ts'
import { chapters } from '#core/papers/chapter.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { PublicRecord } from '#core/records/public-record.ts'
import { everyPaper } from '#core/search/paper-filter.ts'
import { findPublicRecord, type RecordSource } from './find-public-record.ts'

const PAGE = 200

async function* everyPaperRecord(reader: RecordSource): AsyncGenerator<PublicRecord> {
  for (let after: number | null = 0; after !== null;) {
    const page: { papers: Paper[]; next: number | null } = await reader.papers.list(everyPaper, after, PAGE)
    for (const paper of page.papers) {
      yield { kind: 'paper', id: paper.id, content: paper }
      // Texts are long: one is held at a time.
      const text = openLicence(paper.license) === null ? null : await findPublicRecord(reader, 'text', paper.id)
      if (text !== null) yield text
    }
    after = page.next
  }
}

/**
 * Every public record, in a walk of short reads. What changes on the way may come as it was before or after its change, twice or not at
 * all; its change says so.
 */
export async function* everyRecord(reader: RecordSource): AsyncGenerator<PublicRecord> {
  for (const number of chapters)
    yield { kind: 'chapter', id: String(number), content: await reader.chapters.get(number) }
  for (const concept of (await reader.concepts.list())?.concepts ?? [])
    yield { kind: 'concept', id: concept.id, content: concept }
  for (const gap of await reader.related.gaps(null)) yield { kind: 'gap', id: gap.id, content: gap }
  for (const brief of await reader.briefs.list()) yield { kind: 'brief', id: brief.id, content: brief }
  yield* everyPaperRecord(reader)
}
