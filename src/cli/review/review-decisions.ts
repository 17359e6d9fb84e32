import { InvalidArgumentError, Option, type Command } from 'commander'
import { acceptMany } from '#actions/accept-many.ts'
import type { EditorEvent } from '#actions/decision-note.ts'
import { recommendPaper } from '#actions/recommend-paper.ts'
import { reviewPaper, type ReviewPorts } from '#actions/review-paper.ts'
import { MAX_RISK } from '#core/review/checks/assess.ts'
import { verdicts, type Verdict } from '#core/review/submission-state.ts'
import { lettersFor } from '#app.ts'
import { print } from '#cli/print.ts'
import { withCorpus } from '#cli/with-corpus.ts'

const ACTOR = 'cli'

const withReview = (work: (ports: ReviewPorts) => Promise<void>): Promise<void> =>
  withCorpus(async (corpus, config) => work({ ...corpus, letters: await lettersFor(corpus, config) }))

const parseRisk = (text: string): number => {
  if (!/^\d{1,3}$/u.test(text) || Number(text) > MAX_RISK)
    throw new InvalidArgumentError(`Give a whole number from 0 to ${MAX_RISK}.`)
  return Number(text)
}

type Given = { note?: string; reason?: string; json?: boolean }

const decide =
  (event: EditorEvent) =>
  (id: string, { note, reason, json }: Given): Promise<void> =>
    withReview(async (ports) => {
      const status = await reviewPaper(ports, { id, event, note: note ?? reason ?? null, actor: ACTOR })
      print(json === true ? JSON.stringify({ id, status }) : `${id} is ${status}.`)
    })

type Many = { ingest?: string; key?: string; maxRisk?: number }

const accept = (id: string | undefined, options: Given & Many, command: Command): Promise<void> => {
  const { ingest = null, key = null, maxRisk = null, note = null, json } = options
  const many = ingest !== null || key !== null
  if (id === undefined && !many) command.error("error: missing required argument 'id', or --ingest or --key for many")
  if (id !== undefined && (many || maxRisk !== null))
    command.error('error: --ingest, --key and --max-risk are for many papers; leave the id out')
  if (id !== undefined) return decide('accept')(id, options)
  return withReview(async (ports) => {
    const filter = { submittedBy: key, session: ingest, maxRisk }
    const accepted = await acceptMany(ports, { filter, note, actor: ACTOR })
    print(json === true ? JSON.stringify({ accepted }) : `${accepted} accepted.`)
  })
}

const recommend = (id: string, options: { for: Verdict; note?: string; json?: boolean }): Promise<void> =>
  withReview(async (ports) => {
    const { event } = await recommendPaper(ports, { id, event: options.for, note: options.note ?? null, actor: ACTOR })
    print(options.json === true ? JSON.stringify({ id, recommendation: event }) : `Advised to ${event} ${id}.`)
  })

/** The commands that decide and advise. */
export const addDecisions = (review: Command): void => {
  review
    .command('accept')
    .description('make it public; with --ingest or --key, everything that waits from there')
    .argument('[id]')
    .option('--note <text>', 'for its submitter')
    .option('--ingest <session>', 'everything of one ingestion session, as "longview ingest" named it')
    .option('--key <id>', 'everything that one API key submitted')
    .option('--max-risk <n>', `of many, only what the checks gave at most this risk, 0 to ${MAX_RISK}`, parseRisk)
    .option('--json', 'print {"id","status"}, or {"accepted"} for many')
    .action(accept)
  const decision = (name: EditorEvent, description: string): Command =>
    review
      .command(name)
      .description(description)
      .argument('<id>')
      .option('--json', 'print {"id","status"}')
      .action(decide(name))
  decision('ask', 'send it back with a question').requiredOption('--note <text>', 'what should change')
  decision('reject', 'turn it down').requiredOption('--note <text>', 'why')
  decision('retract', 'take an accepted paper back; its address then tells when and why').requiredOption(
    '--reason <text>',
    'why',
  )
  review
    .command('recommend')
    .description('advise the editors without deciding')
    .argument('<id>')
    .addOption(new Option('--for <verdict>', 'what they should do').choices(verdicts).makeOptionMandatory())
    .option('--note <text>', 'why')
    .option('--json', 'print {"id","recommendation"}')
    .action(recommend)
}
