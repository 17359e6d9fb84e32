import { InvalidArgumentError, Option, type Command } from 'commander'
import { acceptPending, type AcceptedBatch } from '#actions/review/accept-pending.ts'
import type { EditorEvent } from '#actions/review/parse-decision-note.ts'
import { recommendPaper } from '#actions/review/recommend-paper.ts'
import { decidePaper } from '#actions/review/decide-paper.ts'
import { MAX_RISK } from '#core/review/checks/assess.ts'
import { verdicts, type Verdict } from '#core/review/submission-state.ts'
import { note as remark, print } from '#cli/terminal/print.ts'
import { withCorpus } from '#cli/terminal/with-corpus.ts'

const ACTOR = 'cli'

const parseRisk = (text: string): number => {
  if (!/^\d{1,3}$/u.test(text) || Number(text) > MAX_RISK)
    throw new InvalidArgumentError(`Give a whole number from 0 to ${MAX_RISK}.`)
  return Number(text)
}

type Decided = { id: string; version: number | null }

/** `p12`, or `p12@3` for its third version. */
const parseDecided = (text: string): Decided => {
  const { id, version } = /^(?<id>[^@]+)(?:@(?<version>[1-9]\d{0,8}))?$/u.exec(text)?.groups ?? {}
  if (id === undefined)
    throw new InvalidArgumentError('Give an id, such as p12, or an id and a version, such as p12@2.')
  return { id, version: version === undefined ? null : Number(version) }
}

const DECIDED = 'id of the paper; id@version if it was resubmitted'

type DecisionOptions = { note?: string; reason?: string; json?: boolean }

const decide =
  (event: EditorEvent) =>
  ({ id, version }: Decided, { note, reason, json }: DecisionOptions): Promise<void> =>
    withCorpus(async ({ run }) => {
      const status = await run(decidePaper, { id, version, event, note: note ?? reason ?? null, actor: ACTOR })
      print(json === true ? JSON.stringify({ id, status }) : `${id} is ${status}.`)
    })

type Many = { ingest?: string; key?: string; maxRisk?: number }

const accept = (decided: Decided | undefined, options: DecisionOptions & Many, command: Command): Promise<void> => {
  const { ingest = null, key = null, maxRisk = null, note = null, json } = options
  const many = ingest !== null || key !== null
  if (decided === undefined && !many)
    command.error("error: missing required argument 'id', or --ingest or --key for many")
  if (decided !== undefined && (many || maxRisk !== null))
    command.error('error: --ingest, --key and --max-risk are for many papers; leave the id out')
  if (decided !== undefined) return decide('accept')(decided, options)
  return withCorpus(async ({ run }) => {
    const filter = { submittedBy: key, session: ingest, maxRisk }
    // In short transactions; told again after an interruption, it goes on where it stopped.
    let accepted = 0
    const resubmitted: string[] = []
    for (let after: number | null = 0; after !== null;) {
      const batch: AcceptedBatch = await run(acceptPending, { filter, note, actor: ACTOR, after })
      accepted += batch.accepted
      resubmitted.push(...batch.resubmitted)
      after = batch.next
    }
    print(json === true ? JSON.stringify({ accepted }) : `${accepted} accepted.`)
    if (resubmitted.length === 0) return
    remark(`longview: these were resubmitted; look at each and name its version: ${resubmitted.join(' ')}`)
    process.exitCode = 1
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
    .argument('[id]', `${DECIDED}; left out with --ingest or --key`, parseDecided)
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
      .argument('<id>', name === 'retract' ? 'id of the paper' : DECIDED, parseDecided)
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
