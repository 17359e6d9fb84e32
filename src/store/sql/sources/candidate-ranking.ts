import { sql } from 'kysely'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { JudgedText, RankedText, RankReasons } from '#core/sources/rank-candidates.ts'
import type { CandidateReader, RankPlace } from '#ports/store/sources.ts'
import type { Db } from '#store/rows.ts'
import { candidateFromRow } from './candidate-from-row.ts'

type Ranking = Pick<CandidateReader, 'rankingState' | 'judged' | 'toRank' | 'ranked'>

const candidates = (db: Db) => db.selectFrom('paper_candidates')

/** The second condition is what lets the engine use the index of open papers: with the first one it would look at all. */
const rejectedPapers = (db: Db) =>
  db
    .selectFrom('papers')
    .where('state', '=', 'rejected')
    .where('state', '<>', sql.lit('accepted' as const))

const numbersOf = (rows: readonly { seq: number }[]): string => rows.map(({ seq }) => seq).join(' ')

/** Texts that are read at once: whoever takes them may let others in before the next ones. */
const SLICE = 25

type PlacedText = JudgedText & { seq: number }
/** So many texts of those that came before one, the latest first. */
type Slice = (before: number, count: number) => Promise<PlacedText[]>

const textOf = ({ seq, paper }: { seq: number; paper: string | null }): PlacedText => {
  const { title, abstract } = JSON.parse(paper ?? '{}') as PaperWithText
  return { seq, id: String(seq), title, abstract }
}

async function* inSlices(read: Slice, limit: number): AsyncGenerator<JudgedText[]> {
  let before = Number.MAX_SAFE_INTEGER
  for (let left = limit; left > 0;) {
    const texts = await read(before, Math.min(SLICE, left))
    if (texts.length > 0) yield texts.map(({ id, title, abstract }) => ({ id, title, abstract }))
    if (texts.length < SLICE) return
    left -= texts.length
    before = texts.at(-1)?.seq ?? 0
  }
}

type Best = ReturnType<ReturnType<typeof candidates>['selectAll']>

/** Two look-ups in the index: asked for both at once, the engine reads all of the same score, and all without a title have one. */
const behind = async (best: Best, { score, id }: RankPlace, limit: number) => {
  const alike = await best.where('score', '=', score).where('seq', '<', id).limit(limit).execute()
  if (alike.length === limit) return alike
  return [
    ...alike,
    ...(await best
      .where('score', '<', score)
      .limit(limit - alike.length)
      .execute()),
  ]
}

export const candidateRanking = (db: Db): Ranking => {
  const open = () => candidates(db).where('state', '=', 'open')
  const acceptedPapers = () => db.selectFrom('papers').where('state', '=', 'accepted')
  const newest = (papers: ReturnType<typeof acceptedPapers>): Slice => {
    const texts = papers.select(['seq', 'id', 'title', 'abstract']).orderBy('seq', 'desc')
    return (before, count) => texts.where('seq', '<', before).limit(count).execute()
  }
  const newestOf = (some: ReturnType<typeof open>): Slice => {
    const texts = some.select(['seq', 'paper']).where('paper', 'is not', null).orderBy('seq', 'desc')
    return async (before, count) => (await texts.where('seq', '<', before).limit(count).execute()).map(textOf)
  }
  return {
    rankingState: async (limit) => {
      const titled = open().select('seq').where('paper', 'is not', null).limit(1)
      const rejected = rejectedPapers(db).select('seq').orderBy('seq', 'desc').limit(limit)
      const dismissed = candidates(db).select('seq').where('state', '=', 'dismissed').where('paper', 'is not', null)
      const away = await dismissed.orderBy('seq', 'desc').limit(limit).execute()
      return {
        isUnranked: (await titled.where('score', '=', -1).execute()).length > 0,
        isOpen: (await titled.execute()).length > 0,
        rejected: `${numbersOf(await rejected.execute())}, ${numbersOf(away)}`,
      }
    },
    judged: async function* (limit) {
      for await (const texts of inSlices(newest(acceptedPapers()), limit)) yield { are: 'accepted', texts }
      for await (const texts of inSlices(newest(rejectedPapers(db)), limit)) yield { are: 'rejected', texts }
      const dismissed = newestOf(candidates(db).where('state', '=', 'dismissed'))
      for await (const texts of inSlices(dismissed, limit))
        yield { are: 'rejected', texts: texts.map((text) => ({ ...text, id: `candidate ${text.id}` })) }
    },
    toRank: async function* (limit) {
      let left = limit
      for (const some of [open().where('score', '=', -1), open().where('score', '>=', 0)])
        for await (const texts of inSlices(newestOf(some), left)) {
          left -= texts.length
          yield texts
        }
    },
    ranked: async (after, limit) => {
      const best = open().selectAll().orderBy('score', 'desc').orderBy('seq', 'desc')
      const rows = after === null ? await best.limit(limit).execute() : await behind(best, after, limit)
      return rows.map((row) => ({
        ...candidateFromRow(row),
        score: row.score,
        reasons: row.reasons === null ? null : (JSON.parse(row.reasons) as RankReasons),
      }))
    },
  }
}

export const setRanks = async (db: Db, ranks: readonly ({ id: number } & RankedText)[]): Promise<void> => {
  for (const { id, score, reasons } of ranks)
    await db
      .updateTable('paper_candidates')
      .set({ score, reasons: JSON.stringify(reasons) })
      .where('seq', '=', id)
      .execute()
}
