import { chapters, defaultChapterTexts } from '#core/papers/chapter.ts'
import type { ChapterReader, ChapterWriter } from '#ports/store/chapters.ts'
import type { Db } from '#store/rows.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { outdateRendering } from '#store/sql/renderings/outdate-rendering.ts'

export const chapterReader = (db: Db): ChapterReader => ({
  list: async () => {
    const rows = await db.selectFrom('chapters').selectAll().execute()
    return chapters.map((number) => {
      const { name, introduction, version } = rows.find((row) => row.number === number) ?? {
        ...defaultChapterTexts[number],
        version: 0,
      }
      return { number, name, introduction, version }
    })
  },
})

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
    await outdateRendering(scope.db, `chapter:${number}`, introduction)
    scope.markPublicChange()
    return version
  },
})
