import { changesThatMake } from '#core/webhooks/webhook-event.ts'
import type { WebhookEndpoint } from '#core/webhooks/endpoint.ts'
import type { WebhookReader } from '#ports/store/webhooks/webhooks.ts'
import type { Db } from '#store/rows.ts'

const lastOf = async (db: Db, table: 'public_changes' | 'review_steps', before: string | null): Promise<number> => {
  const { last } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.max('seq').as('last'))
    .$if(before !== null, (query) => query.where('at', '<', before ?? ''))
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** Decisions of editors on submissions after a step. */
const decisions = (db: Db, step: number) =>
  db
    .selectFrom('review_steps')
    .innerJoin('papers', 'papers.seq', 'review_steps.paper_seq')
    .where('review_steps.seq', '>', step)
    .where('review_steps.state', 'in', ['accepted', 'rejected', 'changes_requested'])
    // What an operator brought in as accepted was no submission.
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
  const wanted = changesThatMake(events)
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

/** What happened, as endpoints are told of it: public changes are read by their own reader. */
export const eventLog = (db: Db): Pick<WebhookReader, 'decisionsAfter' | 'positionBefore' | 'countAhead'> => ({
  positionBefore: async (since) => ({
    change: await lastOf(db, 'public_changes', since),
    step: await lastOf(db, 'review_steps', since),
  }),
  countAhead: async (endpoint) =>
    endpoint.kind === 'hub' ? 0 : (await countChanges(db, endpoint)) + (await countDecisions(db, endpoint)),
  decisionsAfter: (step, limit) =>
    decisions(db, step)
      .select(['review_steps.seq as step', 'papers.id', 'review_steps.state', 'review_steps.at'])
      .orderBy('review_steps.seq')
      .limit(limit)
      .execute(),
})
