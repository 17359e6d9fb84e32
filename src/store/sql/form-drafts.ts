import type { FormDraft } from '#core/editorial/form-draft.ts'
import type { FormDraftReader, FormDraftWriter } from '#ports/store/form-drafts.ts'
import type { Db } from '#store/rows.ts'

export const formDraftReader = (db: Db): FormDraftReader => ({
  find: async (editorId, form) => {
    const row = await db
      .selectFrom('form_drafts')
      .selectAll()
      .where('editor_id', '=', editorId)
      .where('form', '=', form)
      .executeTakeFirst()
    if (row === undefined) return null
    const fields = JSON.parse(row.fields) as FormDraft['fields']
    return { form, version: row.version, fields, beganAt: row.began_at, savedAt: row.saved_at }
  },
  listOthers: (editorId, form, after) =>
    db
      .selectFrom('form_drafts')
      .innerJoin('editors', 'editors.id', 'form_drafts.editor_id')
      .select(['editors.name as name', 'form_drafts.began_at as since'])
      .where('form_drafts.form', '=', form)
      .where('form_drafts.saved_at', '>', after)
      .where('form_drafts.editor_id', '<>', editorId)
      .orderBy('form_drafts.began_at')
      .orderBy('form_drafts.editor_id')
      .execute(),
})

export const formDraftWriter = (db: Db): FormDraftWriter => ({
  put: async (editorId, { form, version, fields, beganAt, savedAt }) => {
    const values = { version, fields: JSON.stringify(fields), began_at: beganAt, saved_at: savedAt }
    await db
      .insertInto('form_drafts')
      .values({ editor_id: editorId, form, ...values })
      .onConflict((conflict) => conflict.columns(['editor_id', 'form']).doUpdateSet(values))
      .execute()
  },
  remove: async (editorId, form) => {
    await db.deleteFrom('form_drafts').where('editor_id', '=', editorId).where('form', '=', form).execute()
  },
  keepNewest: async (editorId, most) => {
    const older = await db
      .selectFrom('form_drafts')
      .select('form')
      .where('editor_id', '=', editorId)
      .orderBy('saved_at', 'desc')
      .orderBy('form')
      .offset(most)
      .limit(most)
      .execute()
    for (const { form } of older)
      await db.deleteFrom('form_drafts').where('editor_id', '=', editorId).where('form', '=', form).execute()
  },
  prune: async (before) => {
    await db.deleteFrom('form_drafts').where('saved_at', '<', before).execute()
  },
})
