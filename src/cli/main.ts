import { Command } from 'commander'
import { Failure } from '#core/failure.ts'
import { version } from '../app.ts'
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
import { note } from './print.ts'
import { addRestore } from './restore.ts'
import { addReview } from './review.ts'
import { addSeed } from './seed.ts'
import { addServe } from './serve.ts'
import { addSubscribers } from './subscribers.ts'

const ENVIRONMENT = `
Environment:
  DATABASE_URL   where the corpus lies (sqlite:data/longview.db, or postgres://…); DATABASE_REPLICA_URL,
  HOST, PORT, PUBLIC_URL, HOUSE_NAME, SMTP_URL, MAIL_FROM, RESEARCH_TEAM_EMAIL, TRUSTED_PROXIES, LOG_LEVEL
  and STARTER_CORPUS are explained in docs/configuration.md.

Exit codes: 0 done, 1 something failed or was refused, 2 the command was not understood, 130 interrupted.`

const buildProgram = (): Command => {
  const program = new Command('longview')
    .description('One curated corpus of research papers: read, asked, submitted to and reviewed.')
    .version(version)
    .addHelpText('after', ENVIRONMENT)
    .showHelpAfterError('(--help shows what is possible)')
  for (const add of [
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
  ])
    add(program)
  const exitWithUsage = (command: Command): void => {
    command.exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
    for (const child of command.commands) exitWithUsage(child)
  }
  exitWithUsage(program)
  return program
}

/** Runs one command. What was foreseen ends in one sentence, anything else in its stack: that is a defect. */
export const run = async (argv: readonly string[]): Promise<void> => {
  // Whoever reads the answer may have had enough, as `head` does: that ends the command and is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  try {
    await buildProgram().parseAsync([...argv])
  } catch (error) {
    note(
      error instanceof Failure
        ? `longview: ${error.message}`
        : `longview: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    )
    process.exitCode = 1
  }
}
