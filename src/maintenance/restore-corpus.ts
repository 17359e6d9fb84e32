import type { CopyProgress, TableReport } from '#store/sql/copy/copy-tables.ts'
import { endAllAccess } from '#store/sql/accounts/sessions.ts'
import { pauseDigests } from '#store/sql/following/following-state.ts'
import { holdAllEmails } from '#store/sql/mail/outbox.ts'
import { pauseAllMailings } from '#store/sql/mail/mailings.ts'
import { pauseAllSources } from '#store/sql/sources/watched-sources.ts'
import { pauseAllEndpoints } from '#store/sql/webhooks/endpoints.ts'
import type { Db } from '#store/rows.ts'
import type { Database } from '#config.ts'
import { copyBetween } from './copy-corpus.ts'

/**
 * Copies a backup into an empty database and compares every row. Then it ends all sessions and sign-in links: whoever
 * signed out, was removed or used a link since the backup must not be let in by it again. Mailings, digests and webhooks
 * are paused, and emails that waited are given up: what had not been sent at the time of the backup may have been sent
 * since. Sources are paused, too: what was decided on since would come again.
 */
export const restoreCorpus = (
  backup: Database,
  to: Database,
  progress: CopyProgress,
  finish: (db: Db) => Promise<void> = async () => {},
): Promise<TableReport[]> =>
  copyBetween(backup, to, {
    progress,
    finish: async (db) => {
      await finish(db)
      await endAllAccess(db)
      await holdAllEmails(db)
      await pauseAllMailings(db)
      await pauseDigests(db)
      await pauseAllSources(db)
      await pauseAllEndpoints(db)
    },
  })
