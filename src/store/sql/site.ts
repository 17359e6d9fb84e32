import type { SiteReader, SiteWriter } from '#ports/store/site.ts'
import type { Db } from '#store/rows.ts'

export const siteReader = (db: Db): SiteReader => ({
  publicUrl: async () => (await db.selectFrom('corpus').select('public_url').executeTakeFirstOrThrow()).public_url,
})

export const siteWriter = (db: Db): SiteWriter => ({
  setPublicUrl: async (url) => {
    await db.updateTable('corpus').set({ public_url: url }).execute()
  },
})
