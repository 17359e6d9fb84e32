import { addAssess } from './review/assess.ts'
import { addAudit } from './review/audit.ts'
import { addBackups } from './backups.ts'
import { addBackup, addCopy, addDump, addExport, addMigrate, addRestore, addSeed } from './data.ts'
import { addBrief } from '#cli/editorial/brief.ts'
import { addChapters } from './editorial/chapters.ts'
import { addCheckText } from './check.ts'
import { addConcepts } from './editorial/concepts.ts'
import { addDoctor } from './doctor.ts'
import { addEditors, addKeys, addSubscribers } from './accounts.ts'
import { addEvaluate } from './evaluate.ts'
import { addFiles } from './files.ts'
import { addGaps } from './editorial/gaps.ts'
import { addColumns } from './ingest/columns.ts'
import { addIngest } from './ingest/command.ts'
import { addInit } from './init/init.ts'
import { addMail } from './mail.ts'
import { addMcp } from './serve/mcp.ts'
import { addPapers } from './editorial/papers.ts'
import { addReview } from '#cli/review/review.ts'
import { addSettings } from './editorial/settings.ts'
import { addServe } from '#cli/serve/serve.ts'
import { addChanges, addPassagesCommand, addSearch, addShow } from './library.ts'
import { addReadme } from './readme.ts'
import { addEnrich } from './enrich.ts'
import { addSources } from './sources.ts'
import { addSessions } from './ingest/sessions.ts'
import { addWebhooks } from './webhooks.ts'

/** All commands, in the order of `--help`. */
export const commands = [
  addServe,
  addMcp,
  addInit,
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
  addSettings,
  addSubscribers,
  addIngest,
  addColumns,
  addSources,
  addEnrich,
  addWebhooks,
  addSessions,
  addSearch,
  addShow,
  addPassagesCommand,
  addCheckText,
  addChanges,
  addExport,
  addReadme,
  addDump,
  addEvaluate,
  addAssess,
  addBrief,
  addMail,
  addAudit,
  addBackup,
  addRestore,
  addBackups,
  addCopy,
  addDoctor,
]
