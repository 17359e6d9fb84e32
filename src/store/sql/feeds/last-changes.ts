import type { Db, PaperRow } from '#store/rows.ts'

/** A paper beside the number and the instant of its last public change. */
export type ChangedRow = PaperRow & { change_seq: number; change_at: string }

/** Papers that are or were public, each with its last change. */
export const lastChanges = (db: Db) =>
  db
    .selectFrom('public_changes')
    .innerJoin('papers', 'papers.id', 'public_changes.id')
    .selectAll('papers')
    .select(['public_changes.seq as change_seq', 'public_changes.at as change_at'])
    .where('public_changes.kind', '=', 'paper')
    .where('public_changes.latest', '=', 1)
