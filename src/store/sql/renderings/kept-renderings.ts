import type { Paper } from '#core/papers/paper.ts'
import type { MarkdownMarkup } from '#core/text/markdown-markup.ts'
import type { RenderedText, RenderingReader, RenderingSubject, RenderingWriter } from '#ports/store/renderings.ts'
import type { Db } from '#store/rows.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'

const findSavedCommentary = async (db: Db, id: string, version: number): Promise<string | null> => {
  const row = await db
    .selectFrom('paper_versions')
    .innerJoin('papers', 'papers.seq', 'paper_versions.paper_seq')
    .select('form')
    .where('papers.id', '=', id)
    .where('paper_versions.version', '=', version)
    .executeTakeFirst()
  return row === undefined ? null : (JSON.parse(row.form) as Paper).commentary
}

/** What a subject says now; null for what is gone. */
const findText = async (db: Db, subject: RenderingSubject): Promise<string | null> => {
  const [kind = '', id = '', part = ''] = subject.split(':')
  if (kind === 'paper') {
    const row = await db.selectFrom('papers').select('commentary').where('id', '=', id).executeTakeFirst()
    return row?.commentary ?? null
  }
  if (kind === 'version') return findSavedCommentary(db, id, Number(part))
  if (kind === 'gap') {
    const row = await db.selectFrom('gaps').select('explanation').where('id', '=', id).executeTakeFirst()
    return row?.explanation ?? null
  }
  if (kind === 'chapter') {
    const row = await db
      .selectFrom('chapters')
      .select('introduction')
      .where('number', '=', Number(id))
      .executeTakeFirst()
    return row?.introduction ?? null
  }
  const row = await db.selectFrom('briefs').select(['summary', 'take']).where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : part === 'take' ? row.take : row.summary
}

export const renderingReader = (db: Db): RenderingReader => ({
  find: async (subjects, version) => {
    if (subjects.length === 0) return new Map()
    const rows = await db
      .selectFrom('renderings')
      .select(['subject', 'markup'])
      .where('subject', 'in', subjects)
      .where('renderer', '=', version)
      .execute()
    return new Map(rows.map(({ subject, markup }) => [subject, (markup ?? '') as MarkdownMarkup]))
  },
  outdated: async (version, limit) => {
    const rows = await db
      .selectFrom('renderings')
      .select('subject')
      .where('renderer', '<', version)
      .orderBy('renderer')
      .limit(limit)
      .execute()
    const texts = await Promise.all(rows.map(async ({ subject }) => ({ subject, text: await findText(db, subject) })))
    return texts.flatMap(({ subject, text }): RenderedText[] => (text === null ? [] : [{ subject, text }]))
  },
})

export const renderingWriter = ({ db }: TransactionContext): RenderingWriter => ({
  keep: async ({ subject, text, markup, version }) => {
    if ((await findText(db, subject)) !== text) return
    await db.updateTable('renderings').set({ markup, renderer: version }).where('subject', '=', subject).execute()
  },
})
