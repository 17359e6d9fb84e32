import { chapters, defaultChapterTexts, type Chapter, type ChapterRecord } from '#core/papers/chapter.ts'
import type { ChapterReader, ChapterWriter } from '#ports/store/editorial.ts'
import type { Db } from '#store/rows.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { queueRendering } from '#store/sql/renderings.ts'

type EditedText = Omit<ChapterRecord, 'number'>

const toRecord = (number: Chapter, edited: EditedText | undefined): ChapterRecord => ({
  number,
  ...(edited ?? { ...defaultChapterTexts[number], version: 0 }),
})

export const chapterReader = (db: Db): ChapterReader => {
  const texts = db.selectFrom('chapters').select(['name', 'introduction', 'version'])
  return {
    list: async () => {
      const rows = await texts.select('number').execute()
      return chapters.map((number) =>
        toRecord(
          number,
          rows.find((row) => row.number === number),
        ),
      )
    },
    names: async () => {
      const rows = await db.selectFrom('chapters').select(['number', 'name']).execute()
      return chapters.map((number) => ({
        number,
        name: rows.find((row) => row.number === number)?.name ?? defaultChapterTexts[number].name,
      }))
    },
    get: async (number) => toRecord(number, await texts.where('number', '=', number).executeTakeFirst()),
  }
}

export const chapterWriter = (scope: TransactionContext): ChapterWriter => ({
  put: async (number, { name, introduction }, at) => {
    const { version } = await scope.db
      .insertInto('chapters')
      .values({ number, name, introduction, version: 1, updated_at: at })
      .onConflict((conflict) =>
        conflict
          .column('number')
          .doUpdateSet((eb) => ({ name, introduction, version: eb('chapters.version', '+', 1), updated_at: at })),
      )
      .returning('version')
      .executeTakeFirstOrThrow()
    await queueRendering(scope.db, `chapter:${number}`, introduction)
    scope.markPublicChange([{ kind: 'chapter', id: String(number), event: 'revised' }])
    return version
  },
})
