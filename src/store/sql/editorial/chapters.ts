import { Failure } from '#core/failure.ts'
import type { Chapter, ChapterRecord } from '#core/papers/chapter.ts'
import { everyPaper } from '#core/search/paper-filter.ts'
import type { ChapterReader, ChapterWriter, PrivateChapterReader } from '#ports/store/editorial.ts'
import type { Db, PaperRow } from '#store/rows.ts'
import { paddedKeys, type TransactionContext } from '#store/sql/engine/engine.ts'
import { paperFromRow } from '#store/sql/engine/paper-from-row.ts'
import { countByAttributes } from '#store/sql/facets/counters.ts'
import { publicPaperReader } from '#store/sql/papers/paper-reader.ts'
import { rewritePapers } from '#store/sql/papers/paper-writer.ts'
import { queueRendering } from '#store/sql/renderings.ts'

/** Only chapters are stored whose number the contract allows. */
const isStored = <Row extends { number: number }>(row: Row) => ({ ...row, number: row.number as Chapter })

export const chapterReader = (db: Db): ChapterReader => {
  const shown = db.selectFrom('chapters').orderBy('place').orderBy('number')
  const find = async (number: Chapter): Promise<ChapterRecord | null> => {
    const row = await shown
      .select(['number', 'name', 'introduction', 'version'])
      .where('number', '=', number)
      .executeTakeFirst()
    return row === undefined ? null : isStored(row)
  }
  return {
    list: async () => (await shown.select(['number', 'name', 'introduction', 'version']).execute()).map(isStored),
    names: async () => (await shown.select(['number', 'name']).execute()).map(isStored),
    find,
    get: async (number) => {
      const found = await find(number)
      if (found === null) throw new Failure('not_found', `The library has no chapter ${number}.`)
      return found
    },
  }
}

export const privateChapterReader = (db: Db): PrivateChapterReader => ({
  countPapers: async (number) => {
    const others = await db
      .selectFrom('papers')
      .select((eb) => eb.fn.countAll<number>().as('papers'))
      .where('chapter', '=', number)
      .where('state', '<>', 'accepted')
      .executeTakeFirstOrThrow()
    return { public: await countByAttributes(db, { ...everyPaper, chapter: number }), other: others.papers }
  },
  findLacked: async (paperId) => {
    const row = await db
      .selectFrom('papers')
      .select('chapter')
      .where('id', '=', paperId)
      .where('chapter', 'is not', null)
      .where('chapter', 'not in', db.selectFrom('chapters').select('number'))
      .executeTakeFirst()
    return row?.chapter ?? null
  },
})

/** Some papers of a chapter, the public ones first: they are found by their facets. */
const papersOf = async ({ db, engine }: TransactionContext, chapter: number, most: number): Promise<PaperRow[]> => {
  const rows = db.selectFrom('papers').selectAll()
  const listed = await publicPaperReader(db, engine).list({ ...everyPaper, chapter }, null, most)
  const ids = listed.papers.map(({ id }) => id)
  const shown = ids.length === 0 ? [] : await rows.where('id', 'in', paddedKeys(ids)).orderBy('seq').execute()
  if (shown.length === most) return shown
  const others = await rows
    .where('chapter', '=', chapter)
    .where('state', '<>', 'accepted')
    .orderBy('seq')
    .limit(most - shown.length)
    .execute()
  return [...shown, ...others]
}

export const chapterWriter = (scope: TransactionContext): ChapterWriter => {
  const { db } = scope
  return {
    put: async (number, { name, introduction }, at) => {
      const before = await db.selectFrom('chapters').select('version').where('number', '=', number).executeTakeFirst()
      const version = (before?.version ?? 0) + 1
      const last = await db
        .selectFrom('chapters')
        .select((eb) => eb.fn.max('place').as('place'))
        .executeTakeFirst()
      const words = { name, introduction, version, updated_at: at }
      await db
        .insertInto('chapters')
        .values({ number, ...words, place: (last?.place ?? 0) + 1 })
        .onConflict((conflict) => conflict.column('number').doUpdateSet(words))
        .execute()
      await queueRendering(db, `chapter:${number}`, introduction)
      scope.markPublicChange([
        { kind: 'chapter', id: String(number), event: before === undefined ? 'added' : 'revised' },
      ])
      return version
    },
    define: async (chapters, at) => {
      for (const { number, name, introduction } of chapters) {
        const words = { name, introduction, updated_at: at }
        await db
          .insertInto('chapters')
          .values({ number, ...words, version: 0, place: 0 })
          .onConflict((conflict) => conflict.column('number').doUpdateSet(words).where('chapters.version', '=', 0))
          .execute()
      }
      scope.markPublicChange(chapters.map(({ number }) => ({ kind: 'chapter', id: String(number), event: 'revised' })))
    },
    order: async (numbers) => {
      for (const [index, number] of numbers.entries())
        await db
          .updateTable('chapters')
          .set({ place: index + 1 })
          .where('number', '=', number)
          .execute()
      scope.markPublicChange()
    },
    remove: async (number) => {
      await db.deleteFrom('chapters').where('number', '=', number).execute()
      await queueRendering(db, `chapter:${number}`, null)
      scope.markPublicChange([{ kind: 'chapter', id: String(number), event: 'retracted' }])
    },
    movePapers: async (from, into, { actor, at, most }) => {
      const rows = await papersOf(scope, from, most)
      const rewrites = rows.map((row) => ({ row, paper: { ...paperFromRow(row), chapter: into } }))
      await rewritePapers(scope, rewrites, { actor, at }, async () => {})
      return rows.length
    },
  }
}
