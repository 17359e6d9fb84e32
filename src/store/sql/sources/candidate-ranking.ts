import { sql } from 'kysely'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { JudgedText, RankedText, RankReasons } from '#core/sources/rank-candidates.ts'
import type { CandidateReader } from '#ports/store/sources.ts'
import type { Db } from '#store/rows.ts'
import { candidateFromRow } from './candidate-from-row.ts'

type Ranking = Pick<CandidateReader, 'rankingState' | 'judged' | 'toRank' | 'ranked'>

const count = async (query: { executeTakeFirstOrThrow(): Promise<{ count: number }> }): Promise<number> =>
  (await query.executeTakeFirstOrThrow()).count

const candidates = (db: Db) => db.selectFrom('paper_candidates')

/** The second condition is what lets the engine use the index of open papers: with the first one it would look at all. */
const rejectedPapers = (db: Db) =>
  db
    .selectFrom('papers')
    .where('state', '=', 'rejected')
    .where('state', '<>', sql.lit('accepted' as const))

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
    rankingState: async () => {
      const counted = open().select((eb) => eb.fn.countAll<number>().as('count'))
      const rejected = rejectedPapers(db).select((eb) => eb.fn.countAll<number>().as('count'))
      const away = candidates(db)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('state', '=', 'dismissed')
      return {
        unranked: await count(counted.where('score', '=', -1).where('paper', 'is not', null)),
        open: await count(counted),
        rejected: (await count(rejected)) + (await count(away)),
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
      const rows = await open()
        .selectAll()
        .$if(after !== null, (query) =>
          query.where((eb) =>
            eb.or([
              eb('score', '<', after?.score ?? 0),
              eb.and([eb('score', '=', after?.score ?? 0), eb('seq', '<', after?.id ?? 0)]),
            ]),
          ),
        )
        .orderBy('score', 'desc')
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute()
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
