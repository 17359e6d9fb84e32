import { sql, type Expression } from 'kysely'
import type { WaitingReader } from '#ports/store/waiting.ts'
import type { Db } from '#store/rows.ts'
import { unassessedPapers } from '#store/sql/assessment.ts'
import { openHeads } from '#store/sql/imports/imports.ts'
import { undecidedPapers } from '#store/sql/review/queue.ts'

/** What waits, one query for each kind. */
const waiting = (db: Db) => ({
  submissions: undecidedPapers(db, { state: 'pending', submittedBy: null, session: null, maxRisk: null }),
  candidates: db.selectFrom('paper_candidates').where('state', '=', 'open'),
  proposals: openHeads(db).clearSelect(),
  messages: db.selectFrom('messages').where('state', '=', 'new'),
  unassessed: unassessedPapers(db),
  emails: db.selectFrom('outbox').where('state', '=', 'failed'),
})

/** A column for rows that are only counted. */
export const ONE = sql<number>`1`.as('one')

/** How many rows a query finds. */
export const countOf = (some: Expression<{ one: number }>) => sql<number>`(select count(*) from ${some} as found)`

const counts = (db: Db, most: number): ReturnType<WaitingReader['counts']> => {
  const { submissions, candidates, proposals, messages, unassessed, emails } = waiting(db)
  return db
    .selectNoFrom([
      countOf(submissions.select(ONE).limit(most)).as('submissions'),
      countOf(candidates.select(ONE).limit(most)).as('candidates'),
      countOf(proposals.select(ONE).limit(most)).as('proposals'),
      countOf(messages.select(ONE).limit(most)).as('messages'),
      countOf(unassessed.select(ONE).limit(most)).as('unassessed'),
      countOf(emails.select(ONE).limit(most)).as('emails'),
    ])
    .executeTakeFirstOrThrow()
}

const oldest = async (db: Db): ReturnType<WaitingReader['oldest']> => {
  const { submissions, candidates, proposals, messages, emails } = waiting(db)
  const found = await db
    .selectNoFrom([
      submissions.select('papers.submitted_at').orderBy('papers.seq').limit(1).as('submissions'),
      candidates.select('found_at').orderBy('seq').limit(1).as('candidates'),
      proposals.select('proposal.proposed_at').orderBy('proposal.seq').limit(1).as('proposals'),
      messages.select('received_at').orderBy('received_at').limit(1).as('messages'),
      emails.select('created_at').orderBy('seq').limit(1).as('emails'),
    ])
    .executeTakeFirstOrThrow()
  return { ...found, unassessed: null }
}

export const waitingReader = (db: Db): WaitingReader => ({
  counts: (most) => counts(db, most),
  oldest: () => oldest(db),
})
