import { addAudit } from './audit.ts'
import { addBackup } from './backup.ts'
import { addBrief } from './brief.ts'
import { addChapters } from './chapters.ts'
import { addConcepts } from './concepts.ts'
import { addCopy } from './copy.ts'
import { addEditors } from './editors.ts'
import { addExport } from './export.ts'
import { addGaps } from './gaps.ts'
import { addIngest } from './ingest/command.ts'
import { addKeys } from './keys.ts'
import { addMail } from './mail.ts'
import { addMigrate } from './migrate.ts'
import { addPapers } from './papers.ts'
import { addRestore } from './restore.ts'
import { addReview } from './review.ts'
import { addSeed } from './seed.ts'
import { addServe } from './serve.ts'
import { addSubscribers } from './subscribers.ts'

/** All commands, in the order of `--help`. */
export const commands = [
  addServe,
  addMigrate,
  addSeed,
  addKeys,
  addEditors,
  addReview,
  addPapers,
  addConcepts,
  addGaps,
  addChapters,
  addSubscribers,
  addIngest,
  addExport,
  addBrief,
  addMail,
  addAudit,
  addBackup,
  addRestore,
  addCopy,
]
