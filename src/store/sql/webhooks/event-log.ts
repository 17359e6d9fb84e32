import { type PaperTopics, changesForEvents, type WebhookEndpoint } from '#core/webhooks.ts'
import { textKey } from '#core/text/tokenize.ts'
import type { Db } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/engine.ts'
import type { WebhookReader } from '#ports/store/webhooks.ts'

/** The stored names of institutions, by the key of each spelling. */
const institutionNames = async (db: Db, written: readonly string[]): Promise<Map<string, string>> => {
  if (written.length === 0) return new Map()
  const keys = [...new Set(written.map((name) => textKey(name)))]
  const rows = await db.selectFrom('institutions').selectAll().where('name_key', 'in', paddedKeys(keys)).execute()
  return new Map(rows.map(({ name_key, name }) => [name_key, name]))
}

/** The topics of these papers, without papers that are not public. */
export const readPaperTopics = async (db: Db, ids: readonly string[]): Promise<PaperTopics[]> => {
  if (ids.length === 0) return []
  const papers = await db
    .selectFrom('papers')
    .select(['seq', 'chapter', 'institution'])
    .where('id', 'in', paddedKeys(ids))
    .where('state', '=', 'accepted')
    .execute()
  if (papers.length === 0) return []
  const links = await db
    .selectFrom('paper_concepts')
    .innerJoin('concepts', 'concepts.seq', 'paper_concepts.concept_seq')
    .select(['paper_concepts.paper_seq', 'concepts.id'])
    .where('paper_concepts.paper_seq', 'in', paddedKeys(papers.map(({ seq }) => seq)))
    .execute()
  const conceptsOf = Map.groupBy(links, ({ paper_seq }) => paper_seq)
  const names = await institutionNames(
    db,
    papers.flatMap(({ institution }) => institution ?? []),
  )
  return papers.map(({ seq, chapter, institution }) => ({
    chapter,
    concepts: (conceptsOf.get(seq) ?? []).map(({ id }) => id),
    institution: institution === null ? null : (names.get(textKey(institution)) ?? null),
  }))
}

/** The current ids of concepts, following merges. */
export const readPresentConcepts = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  if (ids.length === 0) return []
  const keys = paddedKeys(ids)
  const own = await db.selectFrom('concepts').select('id').where('id', 'in', keys).execute()
  const merged = await db
    .selectFrom('concept_aliases')
    .innerJoin('concepts', 'concepts.seq', 'concept_aliases.concept_seq')
    .select('concepts.id')
    .where('concept_aliases.id', 'in', keys)
    .execute()
  return [...new Set([...own, ...merged].map(({ id }) => id))]
}

const lastOf = async (db: Db, table: 'public_changes' | 'review_steps', before: string | null): Promise<number> => {
  const { last } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.max('seq').as('last'))
    .$if(before !== null, (query) => query.where('at', '<', before ?? ''))
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** Decisions of editors on submissions after a review step. */
const decisions = (db: Db, step: number) =>
  db
    .selectFrom('review_steps')
    .innerJoin('papers', 'papers.seq', 'review_steps.paper_seq')
    .where('review_steps.seq', '>', step)
    .where('review_steps.state', 'in', ['accepted', 'rejected', 'changes_requested'])
    // Papers that an operator added as accepted were never submissions.
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('review_steps as before')
          .select('before.seq')
          .whereRef('before.paper_seq', '=', 'review_steps.paper_seq')
          .whereRef('before.seq', '<', 'review_steps.seq')
          .where('before.state', '=', 'pending'),
      ),
    )

const countChanges = async (db: Db, { position, events }: WebhookEndpoint): Promise<number> => {
  const wanted = changesForEvents(events)
  if (wanted.length === 0) return 0
  const { ahead } = await db
    .selectFrom('public_changes')
    .select((eb) => eb.fn.countAll<number>().as('ahead'))
    .where('seq', '>', position.change)
    .where((eb) => eb.or(wanted.map(({ kind, event }) => eb.and([eb('kind', '=', kind), eb('event', '=', event)]))))
    .executeTakeFirstOrThrow()
  return ahead
}

const countDecisions = async (db: Db, { position, events }: WebhookEndpoint): Promise<number> => {
  if (!events.includes('submission.decided')) return 0
  const { ahead } = await decisions(db, position.step)
    .select((eb) => eb.fn.countAll<number>().as('ahead'))
    .executeTakeFirstOrThrow()
  return ahead
}

/** The events that endpoints receive. Public changes are read by their own reader. */
export const eventLog = (db: Db): Pick<WebhookReader, 'decisionsAfter' | 'positionBefore' | 'countUnqueued'> => ({
  positionBefore: async (since) => ({
    change: await lastOf(db, 'public_changes', since),
    step: await lastOf(db, 'review_steps', since),
  }),
  countUnqueued: async (endpoint) =>
    endpoint.kind === 'hub' ? 0 : (await countChanges(db, endpoint)) + (await countDecisions(db, endpoint)),
  decisionsAfter: (step, limit) =>
    decisions(db, step)
      .select(['review_steps.seq as step', 'papers.id', 'review_steps.state', 'review_steps.at'])
      .orderBy('review_steps.seq')
      .limit(limit)
      .execute(),
})
