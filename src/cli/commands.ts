import { addAssess } from './review/assess.ts'
import { addAudit } from './review/audit.ts'
import { addBackup } from './data/backup.ts'
import { addBrief } from './editorial/brief.ts'
import { addChapters } from './editorial/chapters.ts'
import { addConcepts } from './editorial/concepts.ts'
import { addCopy } from './data/copy.ts'
import { addDump } from './data/dump.ts'
import { addEditors } from './accounts/editors.ts'
import { addEvaluate } from './data/evaluate.ts'
import { addExport } from './data/export.ts'
import { addFiles } from './data/files.ts'
import { addGaps } from './editorial/gaps.ts'
import { addIngest } from './ingest/command.ts'
import { addKeys } from './accounts/keys.ts'
import { addMail } from './data/mail.ts'
import { addMcp } from './serve/mcp.ts'
import { addMigrate } from './data/migrate.ts'
import { addPapers } from './editorial/papers.ts'
import { addRestore } from './data/restore.ts'
import { addReview } from './review/review.ts'
import { addSeed } from './data/seed.ts'
import { addServe } from './serve/serve.ts'
import { addChanges } from './library/changes.ts'
import { addPassagesCommand } from './library/passages.ts'
import { addSearch } from './library/search.ts'
import { addShow } from './library/show.ts'
import { addSources } from './sources/sources.ts'
import { addSessions } from './ingest/sessions.ts'
import { addWebhooks } from './webhooks/webhooks.ts'
import { addSubscribers } from './accounts/subscribers.ts'

/** All commands, in the order of `--help`. */
export const commands = [
  addServe,
  addMcp,
  addMigrate,
  addSeed,
  addKeys,
  addEditors,
  addReview,
  addPapers,
  addFiles,
  addConcepts,
  addGaps,
  addChapters,
  addSubscribers,
  addIngest,
  addSources,
  addWebhooks,
  addSessions,
  addSearch,
  addShow,
  addPassagesCommand,
  addChanges,
  addExport,
  addDump,
  addEvaluate,
  addAssess,
  addBrief,
  addMail,
  addAudit,
  addBackup,
  addRestore,
  addCopy,
]
