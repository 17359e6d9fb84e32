import { Command } from 'commander'
import { Failure } from '#core/failure.ts'
import { version } from '#version.ts'
import { note } from './terminal.ts'

/** Exit codes of all commands, with their meanings. */
export const exitCodes = {
  0: 'done',
  1: 'something failed or was refused',
  2: 'the arguments are invalid',
  130: 'interrupted',
}

const meanings = Object.entries(exitCodes).map(([code, meaning]) => `${code} ${meaning}`)

const ENVIRONMENT = `
Environment:
  DATABASE_URL   the database: sqlite:data/longview.db (the default), or postgres://…
  docs/configuration.md explains it and DATABASE_POOLER, DATABASE_DIRECT_URL, DATABASE_REPLICA_URL, HOST, PORT,
  PUBLIC_URL, HOUSE_NAME, SMTP_URL, MAIL_FROM, DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY_FILE, DKIM_SECOND_SELECTOR,
  DKIM_SECOND_KEY_FILE, SMTP_CONNECTIONS, SMTP_RATE, SMTP_DOMAIN_RATE, BOUNCE_ADDRESS, BOUNCE_WEBHOOK_SECRET,
  BOUNCE_IMAP_PASSWORD, RESEARCH_TEAM_EMAIL, OUTBOUND_ALLOW, HTTPS_PROXY, RESOLVE_ARXIV_URL, RESOLVE_CROSSREF_URL,
  RESOLVE_DOI_URL, RESOLVE_OPENALEX_URL, TRUSTED_PROXIES, LOG_LEVEL, STARTER_CORPUS, REQUIRE_SECOND_FACTOR,
  REQUIRE_ASSESSMENT, BACKUP_URL, BACKUP_SCHEDULE, BACKUP_RECIPIENT, BACKUP_IDENTITY_FILE and SECRET_KEY.

Exit codes: ${meanings.join(', ')}.`

type Adding = (program: Command) => void

/** Starting a server is mostly loading code, and an ingest needs memory: these load no other commands. */
const commandsFor = async (name: string | undefined): Promise<readonly Adding[]> => {
  if (name === 'serve') return [(await import('./serve/serve.ts')).addServe]
  if (name === 'mcp') return [(await import('./serve/mcp.ts')).addMcp]
  if (name === 'ingest') return [(await import('./ingest/command.ts')).addIngest]
  return (await import('./commands.ts')).commands
}

/** The program with the given commands, before it parses any argument. */
export const buildProgram = (adding: readonly Adding[]): Command => {
  const program = new Command('longview')
    .description('A self-hosted library for one curated corpus of research papers.')
    .version(version)
    .addHelpText('after', ENVIRONMENT)
    .showHelpAfterError('(use --help to see the options)')
  for (const add of adding) add(program)
  const exitWithUsage = (command: Command): void => {
    command.exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
    for (const child of command.commands) exitWithUsage(child)
  }
  exitWithUsage(program)
  return program
}

/** Runs one command. A `Failure` prints one sentence; anything else is a defect and prints its stack. */
export const run = async (argv: readonly string[]): Promise<void> => {
  // A reader such as `head` may close the pipe early: that ends the command without an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  try {
    await buildProgram(await commandsFor(argv[2])).parseAsync([...argv])
  } catch (error) {
    note(
      error instanceof Failure
        ? `longview: ${error.message}`
        : `longview: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    )
    process.exitCode = 1
  }
}
