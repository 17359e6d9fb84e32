import { Failure } from '#core/failure.ts'
import { identifiersOf } from '#core/papers/identifiers.ts'
import type { Paper } from '#core/papers/paper.ts'
import { rankKey } from '#core/papers/rank-key.ts'
import { paperKeys } from '#core/papers/same-work/work-keys.ts'
import { bibliographyColumn } from '#store/sql/engine/bibliography-column.ts'
import type { Db, PaperRow } from '#store/rows.ts'

/** The fields of a paper as columns of its row. */
export const paperColumns = (paper: Paper, seq: number, keys = paperKeys(paper)) => {
  const { doi, arxivId } = identifiersOf(paper)
  const [workKey, subtitleKey] = keys.work
  return {
    id: paper.id,
    rank_key: rankKey(paper.longHorizon, seq),
    title: paper.title,
    title_key: keys.title,
    authors: JSON.stringify(paper.authors),
    year: paper.year,
    institution: paper.institution,
    url: paper.url,
    doi,
    arxiv_id: arxivId,
    abstract: paper.abstract,
    chapter: paper.chapter,
    type: paper.type,
    long_horizon: paper.longHorizon,
    enterprise: paper.enterprise,
    topics: JSON.stringify(paper.topics),
    concepts: JSON.stringify(paper.concepts),
    frameworks: JSON.stringify(paper.frameworks),
    commentary: paper.commentary,
    storage_url: paper.storageUrl,
    bibliography: bibliographyColumn(paper),
    work_key: workKey,
    subtitle_key: subtitleKey,
  }
}

export const getPaperRow = async (db: Db, id: string): Promise<PaperRow> => {
  const row = await db.selectFrom('papers').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Failure('not_found', `There is no paper ${id}.`)
  return row
}
