import type { SavedViewReader, SavedViewWriter } from '#ports/store/saved-views.ts'
import type { Db } from '#store/rows.ts'

export const savedViewReader = (db: Db): SavedViewReader => ({
  list: async (editorId) => {
    const rows = await db
      .selectFrom('saved_views')
      .selectAll()
      .where('editor_id', '=', editorId)
      .orderBy('list')
      .orderBy('name')
      .execute()
    return rows.map(({ id, editor_id, list, name, search, created_at }) => ({
      id,
      editorId: editor_id,
      list,
      name,
      search,
      createdAt: created_at,
    }))
  },
})

export const savedViewWriter = (db: Db): SavedViewWriter => ({
  put: async ({ id, editorId, list, name, search, createdAt }) => {
    await db
      .insertInto('saved_views')
      .values({ id, editor_id: editorId, list, name, search, created_at: createdAt })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ name, search }))
      .execute()
  },
  remove: async (id) => {
    await db.deleteFrom('saved_views').where('id', '=', id).execute()
  },
})
