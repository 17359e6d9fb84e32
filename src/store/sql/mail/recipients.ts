import type { Db } from '#store/rows.ts'

/** Whom emails of a subscription may go to at all: every sender selects its recipients from these. */
export const recipients = (db: Db) => db.selectFrom('subscribers').where('subscribers.state', '=', 'active')

/** Of these, who gets the weekly brief; the others only follow searches. */
export const briefRecipients = (db: Db) => recipients(db).where('subscribers.wants_brief', '=', 1)
