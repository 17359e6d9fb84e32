import { pacedTransactions, yieldToEventLoop } from '#imports/pacing.ts'
import { pluralize } from '#core/numbers.ts'
import { InvalidArgumentError, type Command } from 'commander'
import { undoSession, closeSession, openSession, undoStep } from '#actions/ingest-sessions.ts'
import { takesRecords, type IngestSession, parseSessionEnd } from '#core/imports/ingest-session.ts'
import { countPendingPapers } from '#queries/submissions.ts'
import { parseCount, print, table, withCorpus } from '#cli/terminal.ts'
import type { Config } from '#config.ts'
import { systemClock } from '#system-clock.ts'

const LISTED = 100
const DEFAULT_RECORDS = 1_000_000
const DEFAULT_END = '7d'

const parseUntil = (text: string): Date => {
  const until = parseSessionEnd(text, systemClock.now())
  if (until === null)
    throw new InvalidArgumentError(
      'Give an instant such as 2026-12-01T09:00+01:00, a day, or a duration such as 7d or 12h.',
    )
  return until
}

/** The address to which the chunks of a session are sent. */
const sessionUrl = ({ publicUrl, host, port }: Config, id: string): string =>
  `${publicUrl ?? `http://${host}:${port}`}/api/ingest-sessions/${id}/papers`

type OpenOptions = { label: string; max: number; until?: Date; json?: boolean }

const open = ({ label, max, until = parseUntil(DEFAULT_END), json }: OpenOptions): Promise<void> =>
  withCorpus(async ({ run }, config) => {
    const { session, key } = await run(openSession, { label, maxRecords: max, until, actor: 'cli' })
    const url = sessionUrl(config, session.id)
    if (json === true) print(JSON.stringify({ id: session.id, key, url, until: session.until }))
    else
      print(
        `${key}\nThis key is shown only now. It is valid for session ${session.id} only, until ${session.until}. Send to ${url}, for example by\nlongview ingest FILE --to ${url} --key-file KEYFILE`,
      )
  })

const stateOf = (session: IngestSession, now: Date): string =>
  session.state === 'open' && !takesRecords(session, now) ? 'ended' : session.state

const list = ({ json }: { json?: boolean }): Promise<void> =>
  withCorpus(async ({ store, clock }) => {
    const sessions = await store.private.ingestion.list(LISTED)
    const now = clock.now()
    if (json === true) print(JSON.stringify(sessions.map((session) => ({ ...session, state: stateOf(session, now) }))))
    else if (sessions.length === 0) print('There are no sessions; "longview sessions open --label NAME" opens one.')
    else
      print(
        table([
          ['id', 'label', 'state', 'until', 'read', 'stored', 'refused'],
          ...sessions.map((session) => [
            session.id,
            session.label,
            stateOf(session, now),
            session.until,
            ...[session.counts.read, session.counts.stored, session.counts.refused].map(String),
          ]),
        ]),
      )
  })

const close = (id: string, { json }: { json?: boolean }): Promise<void> =>
  withCorpus(async ({ run, store }) => {
    await run(closeSession, { id, actor: 'cli' })
    const { counts } = await store.private.ingestion.get(id)
    print(
      json === true
        ? JSON.stringify({ id, state: 'closed', ...counts })
        : `${id} is closed: ${pluralize(counts.stored, 'paper', 'papers')}.`,
    )
  })

const undo = (id: string, { json }: { json?: boolean }): Promise<void> =>
  withCorpus(async ({ run, store }) => {
    await run(undoSession, { id, actor: 'cli' })
    const inTransaction = pacedTransactions()
    while (await inTransaction(() => run(undoStep, id)));
    const { removed } = await store.private.ingestion.get(id)
    const kept = await countPendingPapers(store.private.ingestion, id, yieldToEventLoop)
    if (json === true) print(JSON.stringify({ id, state: 'undone', removed, kept }))
    else print(`${id} is undone: ${removed} papers are removed; ${kept} that somebody has worked on stay in the queue.`)
  })

export const addSessions = (program: Command): void => {
  const sessions = program.command('sessions').description('ingestion sessions: open, list, close, undo')
  sessions
    .command('open')
    .description('open a session for many papers and print its key, which is shown only once')
    .requiredOption('--label <text>', 'name of the session')
    .option('--max <n>', 'how many records it accepts', parseCount, DEFAULT_RECORDS)
    .option(
      '--until <time>',
      `when it ends: an instant with its time zone, a day, or a duration such as 12h; ${DEFAULT_END} if left out`,
      parseUntil,
    )
    .option('--json', 'print {"id","key","url","until"}')
    .action(open)
  sessions
    .command('list')
    .description(`list the newest ${LISTED} sessions with their counts`)
    .option('--json', 'print an array')
    .action(list)
  sessions
    .command('close')
    .description('end a session and its key; admins get a summary by email')
    .argument('<id>', 'id from "longview sessions list"')
    .option('--json', 'print {"id","state","read","stored","unchanged","enriched","proposed","refused"}')
    .action(close)
  sessions
    .command('undo')
    .description('end a session and undo what it added, except papers that somebody has worked on')
    .argument('<id>', 'id from "longview sessions list"')
    .option('--json', 'print {"id","state","removed","kept"}')
    .action(undo)
}
