import { sql, type RawBuilder } from 'kysely'
import type { StoredSettings } from '#core/settings.ts'
import type { MarkdownMarkup } from '#core/text/markdown.ts'
import type {
  RenderedTextReader,
  RenderedTextWriter,
  RenderedText,
  RenderingReader,
  RenderingSubject,
  RenderingWriter,
} from '#ports/store/renderings.ts'
import type { Db } from '#store/rows.ts'
import { findFullText, findVersionText } from './full-texts.ts'
import type { Paper } from '#core/papers/paper.ts'
import { type TransactionContext, insertRows } from '#store/sql/engine/engine.ts'

/**
 * The version that introduced the text of a paper's version, or of the current one if null. Saved versions record it; a
 * paper without any is still at its first.
 */
const textVersionOf = (version: number | null): RawBuilder<number> => {
  const upTo = version === null ? sql`` : sql` and paper_versions.version = ${version}`
  return sql<number>`coalesce((
    select text_version from paper_versions where paper_versions.paper_seq = papers.seq${upTo}
    order by paper_versions.version desc limit 1
  ), papers.version)`
}

/** Saved versions have their texts; a paper that never changed has only its current one. */
const findText = async (db: Db, seq: number, version: number): Promise<string | null> => {
  const saved = await db
    .selectFrom('paper_versions')
    .select('full_text')
    .where('paper_seq', '=', seq)
    .where('version', '=', version)
    .executeTakeFirst()
  return saved === undefined ? findFullText(db, seq) : findVersionText(db, { seq, version }, saved.full_text)
}

export const renderedTextReader = (db: Db): RenderedTextReader => ({
  findParts: async ({ paperId, version }, parts, renderer) => {
    if (parts.length === 0) return new Map()
    const rows = await db
      .selectFrom('papers')
      .innerJoin('rendered_parts', 'rendered_parts.paper_seq', 'papers.seq')
      .select(['part', 'markups'])
      .where('papers.id', '=', paperId)
      .where('rendered_parts.version', '=', textVersionOf(version))
      .where('part', 'in', parts)
      .where('renderer', '=', renderer)
      .execute()
    return new Map(rows.map(({ part, markups }) => [part, JSON.parse(markups) as MarkdownMarkup[]]))
  },
  outdatedText: async (renderer) => {
    const row = await db
      .selectFrom('rendered_texts')
      .select(['paper_seq', 'version'])
      .where('renderer', '<', renderer)
      .orderBy('renderer')
      .limit(1)
      .executeTakeFirst()
    if (row === undefined) return null
    const text = (await findText(db, row.paper_seq, row.version)) ?? ''
    return { paperSeq: row.paper_seq, version: row.version, text }
  },
})

export const renderedTextWriter = (db: Db): RenderedTextWriter => ({
  savePart: async ({ paperSeq, version }, { part, markups }, renderer) => {
    const values = { renderer, markups: JSON.stringify(markups) }
    await db
      .insertInto('rendered_parts')
      .values({ paper_seq: paperSeq, version, part, ...values })
      .onConflict((conflict) => conflict.columns(['paper_seq', 'version', 'part']).doUpdateSet(values))
      .execute()
  },
  finishText: async ({ paperSeq, version }, renderer) => {
    await db
      .deleteFrom('rendered_parts')
      .where('paper_seq', '=', paperSeq)
      .where('version', '=', version)
      .where('renderer', '<>', renderer)
      .execute()
    await db
      .updateTable('rendered_texts')
      .set({ renderer })
      .where('paper_seq', '=', paperSeq)
      .where('version', '=', version)
      .execute()
  },
})

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

/** The last part of the subject of a correction under a brief. */
const CORRECTION = /^correction-(?<number>\d+)$/u

/** The current text of a subject; null if it no longer exists. */
const findSubjectText = async (db: Db, subject: RenderingSubject): Promise<string | null> => {
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
  if (kind === 'about') {
    const row = await db.selectFrom('settings').select('stored').executeTakeFirst()
    return row === undefined ? null : ((JSON.parse(row.stored) as StoredSettings).about ?? null)
  }
  const { number } = CORRECTION.exec(part)?.groups ?? {}
  if (number !== undefined) {
    const row = await db
      .selectFrom('brief_corrections')
      .select('text')
      .where('brief_id', '=', id)
      .where('number', '=', Number(number))
      .executeTakeFirst()
    return row?.text ?? null
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
    const texts = await Promise.all(
      rows.map(async ({ subject }) => ({ subject, text: await findSubjectText(db, subject) })),
    )
    return texts.flatMap(({ subject, text }): RenderedText[] => (text === null ? [] : [{ subject, text }]))
  },
})

export const renderingWriter = ({ db }: TransactionContext): RenderingWriter => ({
  save: async ({ subject, text, markup, version }) => {
    if ((await findSubjectText(db, subject)) !== text) return
    await db.updateTable('renderings').set({ markup, renderer: version }).where('subject', '=', subject).execute()
  },
})

const AT_ONCE = 500

/** Queues the full texts of papers that become public for a job to render, unless they were before. */
export const queuePublicTexts = async (db: Db, paperSeqs: readonly number[]): Promise<void> => {
  for (let first = 0; first < paperSeqs.length; first += AT_ONCE)
    await db
      .insertInto('rendered_texts')
      .columns(['paper_seq', 'version', 'renderer'])
      .expression(
        db
          .selectFrom('papers')
          .innerJoin('paper_texts', 'paper_texts.paper_seq', 'papers.seq')
          .select((eb) => ['papers.seq', textVersionOf(null).as('version'), eb.lit(0).as('renderer')])
          .where('papers.seq', 'in', paperSeqs.slice(first, first + AT_ONCE)),
      )
      .onConflict((conflict) => conflict.columns(['paper_seq', 'version']).doNothing())
      .execute()
}

const OUTDATED = { renderer: 0, markup: null }

/** Queues a changed text to be rendered; null deletes its markup. */
export const queueRendering = async (db: Db, subject: RenderingSubject, text: string | null): Promise<void> => {
  if (text === null) await db.deleteFrom('renderings').where('subject', '=', subject).execute()
  else
    await db
      .insertInto('renderings')
      .values({ subject, ...OUTDATED })
      .onConflict((conflict) => conflict.column('subject').doUpdateSet(OUTDATED))
      .execute()
}

/** Copies the markup of a paper's commentary to a version that readers can still request. */
export const copyRenderingToVersion = async (
  db: Db,
  { id, version }: { id: string; version: number },
): Promise<void> => {
  await db
    .insertInto('renderings')
    .columns(['subject', 'renderer', 'markup'])
    .expression(
      db
        .selectFrom('renderings')
        .select((eb) => [eb.val<RenderingSubject>(`version:${id}:${version}`).as('subject'), 'renderer', 'markup'])
        .where('subject', '=', `paper:${id}`),
    )
    .execute()
}

/** Queues the commentaries of new papers to be rendered. */
export const queueNewCommentaries = (
  scope: TransactionContext,
  papers: readonly { id: string; commentary: string | null }[],
): Promise<void> =>
  insertRows(
    scope,
    'renderings',
    papers.flatMap(({ id, commentary }) =>
      commentary === null ? [] : [{ subject: `paper:${id}` as const, ...OUTDATED }],
    ),
  )
