import { InvalidArgumentError, Option, type Command } from 'commander'
import { acceptPending } from '#actions/review/accept-pending.ts'
import type { EditorEvent } from '#actions/review/parse-decision-note.ts'
import { recommendPaper } from '#actions/review/recommend-paper.ts'
import { decidePaper } from '#actions/review/decide-paper.ts'
import { MAX_RISK } from '#core/review/checks/assess.ts'
import { verdicts, type Verdict } from '#core/review/submission-state.ts'
import { print } from '#cli/terminal/print.ts'
import { withCorpus } from '#cli/terminal/with-corpus.ts'

const ACTOR = 'cli'

const parseRisk = (text: string): number => {
  if (!/^\d{1,3}$/u.test(text) || Number(text) > MAX_RISK)
    throw new InvalidArgumentError(`Give a whole number from 0 to ${MAX_RISK}.`)
  return Number(text)
}

type DecisionOptions = { note?: string; reason?: string; json?: boolean }

const decide =
  (event: EditorEvent) =>
  (id: string, { note, reason, json }: DecisionOptions): Promise<void> =>
    withCorpus(async ({ run }) => {
      const status = await run(decidePaper, { id, event, note: note ?? reason ?? null, actor: ACTOR })
      print(json === true ? JSON.stringify({ id, status }) : `${id} is ${status}.`)
    })

type Many = { ingest?: string; key?: string; maxRisk?: number }

const accept = (id: string | undefined, options: DecisionOptions & Many, command: Command): Promise<void> => {
  const { ingest = null, key = null, maxRisk = null, note = null, json } = options
  const many = ingest !== null || key !== null
  if (id === undefined && !many) command.error("error: missing required argument 'id', or --ingest or --key for many")
  if (id !== undefined && (many || maxRisk !== null))
    command.error('error: --ingest, --key and --max-risk are for many papers; leave the id out')
  if (id !== undefined) return decide('accept')(id, options)
  return withCorpus(async ({ run }) => {
    const filter = { submittedBy: key, session: ingest, maxRisk }
    // In short transactions; told again after an interruption, it goes on where it stopped.
    let accepted = 0
    let batch: number
    do {
      batch = await run(acceptPending, { filter, note, actor: ACTOR })
      accepted += batch
    } while (batch > 0)
    print(json === true ? JSON.stringify({ accepted }) : `${accepted} accepted.`)
  })
}

const recommend = (id: string, options: { for: Verdict; note?: string; json?: boolean }): Promise<void> =>
  withCorpus(async ({ run }) => {
    const { event } = await run(recommendPaper, { id, event: options.for, note: options.note ?? null, actor: ACTOR })
    print(options.json === true ? JSON.stringify({ id, recommendation: event }) : `Advised to ${event} ${id}.`)
  })

/** The commands that decide and advise. */
export const addDecisions = (review: Command): void => {
  review
    .command('accept')
    .description('accept a submission and make it public; with --ingest or --key, accept many')
    .argument('[id]', 'id of the paper; left out with --ingest or --key')
    .option('--note <text>', 'message to the submitter')
    .option('--ingest <session>', 'accept all pending papers of this ingestion session')
    .option('--key <id>', 'accept all pending papers that this API key submitted')
    .option('--max-risk <n>', `with --ingest or --key: only papers of at most this risk, 0 to ${MAX_RISK}`, parseRisk)
    .option('--json', 'print {"id","status"}, or {"accepted"} with --ingest or --key')
    .action(accept)
  const decision = (name: EditorEvent, description: string): Command =>
    review
      .command(name)
      .description(description)
      .argument('<id>', 'id of the paper')
      .option('--json', 'print {"id","status"}')
      .action(decide(name))
  decision('ask', 'request changes from the submitter').requiredOption('--note <text>', 'what should change')
  decision('reject', 'reject a submission').requiredOption('--note <text>', 'reason, sent to the submitter')
  decision('retract', 'retract an accepted paper; its address then answers 410 with date and reason').requiredOption(
    '--reason <text>',
    'reason, shown to readers',
  )
  review
    .command('recommend')
    .description('recommend a decision to the editors')
    .argument('<id>', 'id of the paper')
    .addOption(new Option('--for <verdict>', 'recommended decision').choices(verdicts).makeOptionMandatory())
    .option('--note <text>', 'reason, shown to the editors only')
    .option('--json', 'print {"id","recommendation"}')
    .action(recommend)
}
