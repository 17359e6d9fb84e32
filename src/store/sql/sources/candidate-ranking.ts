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

const textOf = ({ seq, paper }: { seq: number; paper: string | null }): JudgedText => {
  const { title, abstract } = JSON.parse(paper ?? '{}') as PaperWithText
  return { id: String(seq), title, abstract }
}

export const candidateRanking = (db: Db): Ranking => {
  const open = () => candidates(db).where('state', '=', 'open')
  const acceptedPapers = () => db.selectFrom('papers').where('state', '=', 'accepted')
  const newest = (papers: ReturnType<typeof acceptedPapers>, limit: number): Promise<JudgedText[]> =>
    papers.select(['id', 'title', 'abstract']).orderBy('seq', 'desc').limit(limit).execute()
  const dismissed = async (limit: number): Promise<JudgedText[]> => {
    const rows = await candidates(db)
      .select(['seq', 'paper'])
      .where('state', '=', 'dismissed')
      .where('paper', 'is not', null)
      .orderBy('seq', 'desc')
      .limit(limit)
      .execute()
    return rows.map(textOf).map((text) => ({ ...text, id: `candidate ${text.id}` }))
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
    judged: async (limit) => ({
      accepted: await newest(acceptedPapers(), limit),
      rejected: [...(await newest(rejectedPapers(db), limit)), ...(await dismissed(limit))],
    }),
    toRank: async (limit) => {
      const rows = await open()
        .select(['seq', 'paper'])
        .where('paper', 'is not', null)
        .orderBy((eb) => eb.case().when('score', '=', -1).then(0).else(1).end())
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute()
      return rows.map(textOf)
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
