import { Failure } from '#core/failure.ts'
import { identifiersIn } from '#core/identifiers.ts'
import type { PaperWithText } from '#core/paper.ts'
import { rankKey } from '#core/rank-key.ts'
import { textKey } from '#core/search-text.ts'
import type { NewPaper, PaperWriter } from '#ports/papers.ts'
import { paperFromRow, type Db, type PaperRow } from '#store/rows.ts'
import type { Scope } from './engine.ts'
import { putText } from './full-texts.ts'
import { insertRows } from './insert-rows.ts'
import { publish, unpublish } from './publish.ts'
import { moveInQueue, noteChecks } from './queue.ts'
import { keepVersion } from './versions.ts'

const columns = (paper: PaperWithText, seq: number) => {
  const { doi, arxivId } = identifiersIn([paper.url, paper.storageUrl])
  return {
    id: paper.id,
    rank_key: rankKey(paper.longHorizon, seq),
    title: paper.title,
    title_key: textKey(paper.title),
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
  }
}

const rowOf = ({ paper, state, submittedBy, at }: NewPaper, seq: number) => ({
  seq,
  state,
  ...columns(paper, seq),
  submitted_by: submittedBy,
  submitted_at: at,
  updated_at: at,
})

const insertPapers = async (scope: Scope, placed: readonly (NewPaper & { seq: number })[]): Promise<void> => {
  for (const entry of placed) {
    try {
      await insertRows(scope, 'papers', [rowOf(entry, entry.seq)])
    } catch (error) {
      if (!scope.engine.isUniqueViolation(error)) throw error
      throw new Failure('duplicate_id', `The id ${entry.paper.id} was used before; choose another one.`, {
        cause: error,
      })
    }
  }
  const texts = placed.flatMap(({ seq, paper: { fullText } }) =>
    fullText === null ? [] : [{ paper_seq: seq, body: fullText }],
  )
  await insertRows(scope, 'paper_texts', texts)
  const steps = placed.map(({ seq, state, actor, at }) => ({ paper_seq: seq, state, note: null, actor, at }))
  await insertRows(scope, 'review_steps', steps)
  await noteChecks(scope, placed)
}

/** Writers take turns, so the next place in the order of storing is nobody else's; places are never used again. */
const nextSeq = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom('papers')
    .select((eb) => eb.fn.max('seq').as('last'))
    .executeTakeFirst()
  return (row?.last ?? 0) + 1
}

const addPapers = async (scope: Scope, entries: readonly NewPaper[]): Promise<void> => {
  const first = await nextSeq(scope.db)
  const placed = entries.map((entry, index) => ({ ...entry, seq: first + index }))
  await insertPapers(scope, placed)
  const accepted = placed.filter(({ state }) => state === 'accepted')
  if (accepted.length > 0) await publish(scope, accepted)
}

const getRow = async (db: Db, id: string): Promise<PaperRow> => {
  const row = await db.selectFrom('papers').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Failure('not_found', `There is no paper ${id}.`)
  return row
}

const replacePaper = async (
  { db }: Scope,
  paper: PaperWithText,
  change: { actor: string; at: string },
): Promise<void> => {
  const row = await getRow(db, paper.id)
  const { seq } = row
  const version = await keepVersion(db, row, { ...change, paper })
  await db
    .updateTable('papers')
    .set({ ...columns(paper, seq), updated_at: change.at, version })
    .where('seq', '=', seq)
    .execute()
  await putText(db, seq, paper.fullText)
}

const movePaper = async (scope: Scope, id: string, step: Parameters<PaperWriter['move']>[1]): Promise<void> => {
  const { db } = scope
  const row = await getRow(db, id)
  const { state, note, actor, at } = step
  await db.updateTable('papers').set({ state, updated_at: at }).where('seq', '=', row.seq).execute()
  await db.insertInto('review_steps').values({ paper_seq: row.seq, state, note, actor, at }).execute()
  await moveInQueue(db, row.seq, state)
  const placed = { seq: row.seq, paper: paperFromRow(row) }
  if (row.state === 'accepted' && state !== 'accepted') await unpublish(scope, placed)
  if (row.state !== 'accepted' && state === 'accepted') await publish(scope, [placed])
}

export const paperWriter = (scope: Scope): PaperWriter => ({
  add: (papers) => addPapers(scope, papers),
  replace: (paper, change) => replacePaper(scope, paper, change),
  move: (id, step) => movePaper(scope, id, step),
})
