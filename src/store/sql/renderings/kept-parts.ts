import type { MarkdownMarkup } from '#core/text/markdown-markup.ts'
import type { RenderedTextReader, RenderedTextWriter } from '#ports/store/renderings.ts'
import type { Db } from '#store/rows.ts'
import { findFullText, findKeptText } from '#store/sql/texts/full-texts.ts'
import { textVersionOf } from './text-version.ts'

/** Saved versions hold their texts; a paper that never changed has only the present one. */
const findText = async (db: Db, seq: number, version: number): Promise<string | null> => {
  const saved = await db
    .selectFrom('paper_versions')
    .select('full_text')
    .where('paper_seq', '=', seq)
    .where('version', '=', version)
    .executeTakeFirst()
  return saved === undefined ? findFullText(db, seq) : findKeptText(db, { seq, version }, saved.full_text)
}

export const renderedTextReader = (db: Db): RenderedTextReader => ({
  findParts: async ({ paperId, version }, parts, renderer) => {
    if (parts.length === 0) return new Map()
    const rows = await db
      .selectFrom('papers')
      .innerJoin('rendered_parts', 'rendered_parts.paper_seq', 'papers.seq')
      .select(['part', 'markups'])
      .where('papers.id', '=', paperId)
      .where('rendered_parts.version', '=', textVersionOf(version))
      .where('part', 'in', parts)
      .where('renderer', '=', renderer)
      .execute()
    return new Map(rows.map(({ part, markups }) => [part, JSON.parse(markups) as MarkdownMarkup[]]))
  },
  outdatedText: async (renderer) => {
    const row = await db
      .selectFrom('rendered_texts')
      .select(['paper_seq', 'version'])
      .where('renderer', '<', renderer)
      .orderBy('renderer')
      .limit(1)
      .executeTakeFirst()
    if (row === undefined) return null
    const text = (await findText(db, row.paper_seq, row.version)) ?? ''
    return { paperSeq: row.paper_seq, version: row.version, text }
  },
})

export const renderedTextWriter = (db: Db): RenderedTextWriter => ({
  keepPart: async ({ paperSeq, version }, { part, markups }, renderer) => {
    const made = { renderer, markups: JSON.stringify(markups) }
    await db
      .insertInto('rendered_parts')
      .values({ paper_seq: paperSeq, version, part, ...made })
      .onConflict((conflict) => conflict.columns(['paper_seq', 'version', 'part']).doUpdateSet(made))
      .execute()
  },
  finishText: async ({ paperSeq, version }, renderer) => {
    await db
      .deleteFrom('rendered_parts')
      .where('paper_seq', '=', paperSeq)
      .where('version', '=', version)
      .where('renderer', '<>', renderer)
      .execute()
    await db
      .updateTable('rendered_texts')
      .set({ renderer })
      .where('paper_seq', '=', paperSeq)
      .where('version', '=', version)
      .execute()
  },
})
