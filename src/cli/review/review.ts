import { InvalidArgumentError, Option, type Command } from 'commander'
import { acceptPending, type AcceptedBatch, type EditorEvent, decidePaper } from '#actions/decisions.ts'
import { recommendPaper } from '#actions/recommendations.ts'
import { MAX_RISK, withCarriedFindings } from '#core/review/checks.ts'
import {
  verdicts,
  type Verdict,
  submissionStates,
  type SubmissionState,
  type SubmissionWithHistory,
} from '#core/review/submission.ts'
import { pluralize } from '#core/numbers.ts'
import { warnOfCommentary } from '#cli/editorial/evidence.ts'
import { note as remark, print, withCorpus, table } from '#cli/terminal.ts'
import { Failure } from '#core/failure.ts'
import { presentFullPaper } from '#schemas/paper-schema.ts'
import { checkPaper } from '#queries/check-paper.ts'
import type { Corpus } from '#open-corpus.ts'

const ACTOR = 'cli'

const parseRisk = (text: string): number => {
  if (!/^\d{1,3}$/u.test(text) || Number(text) > MAX_RISK)
    throw new InvalidArgumentError(`Give a whole number from 0 to ${MAX_RISK}.`)
  return Number(text)
}

type PaperVersion = { id: string; version: number | null }

/** `p12`, or `p12@3` for its third version. */
const parsePaperVersion = (text: string): PaperVersion => {
  const { id, version } = /^(?<id>[^@]+)(?:@(?<version>[1-9]\d{0,8}))?$/u.exec(text)?.groups ?? {}
  if (id === undefined)
    throw new InvalidArgumentError('Give an id, such as p12, or an id and a version, such as p12@2.')
  return { id, version: version === undefined ? null : Number(version) }
}

const DECIDED = 'id of the paper; id@version if it was resubmitted'

type DecisionOptions = { note?: string; reason?: string; json?: boolean }

const decide =
  (event: EditorEvent) =>
  ({ id, version }: PaperVersion, { note, reason, json }: DecisionOptions): Promise<void> =>
    withCorpus(async (corpus) => {
      const status = await corpus.run(decidePaper, { id, version, event, note: note ?? reason ?? null, actor: ACTOR })
      print(json === true ? JSON.stringify({ id, status }) : `${id} is ${status}.`)
      if (event === 'accept') await warnOfCommentary(corpus, id)
    })

type Many = { ingest?: string; key?: string; maxRisk?: number }

const accept = (
  decided: PaperVersion | undefined,
  options: DecisionOptions & Many,
  command: Command,
): Promise<void> => {
  const { ingest = null, key = null, maxRisk = null, note = null, json } = options
  const many = ingest !== null || key !== null
  if (decided === undefined && !many)
    command.error("error: missing required argument 'id', or --ingest or --key for many")
  if (decided !== undefined && (many || maxRisk !== null))
    command.error('error: --ingest, --key and --max-risk are for many papers; omit the id')
  if (decided !== undefined) return decide('accept')(decided, options)
  return withCorpus(async ({ run }) => {
    const filter = { submittedBy: key, session: ingest, maxRisk }
    // In short transactions: after an interruption, the same command continues where it stopped.
    let accepted = 0
    let held = 0
    let unplaced = 0
    const resubmitted: string[] = []
    for (let after: number | null = 0; after !== null;) {
      const batch: AcceptedBatch = await run(acceptPending, { filter, note, actor: ACTOR, after })
      accepted += batch.accepted
      held += batch.held
      unplaced += batch.unplaced
      resubmitted.push(...batch.resubmitted)
      after = batch.next
    }
    print(json === true ? JSON.stringify({ accepted }) : `${accepted} accepted.`)
    if (held > 0)
      remark(
        `longview: ${pluralize(held, 'paper stays', 'papers stay')} in review for want of an assessment, as REQUIRE_ASSESSMENT says.`,
      )
    if (unplaced > 0)
      remark(
        `longview: ${pluralize(unplaced, 'paper stays', 'papers stay')} in review: the library does not have the chapter that it names; see "longview chapters".`,
      )
    if (resubmitted.length === 0) return
    remark(`longview: these were resubmitted; review each and give its version: ${resubmitted.join(' ')}`)
    process.exitCode = 1
  })
}

const recommend = (id: string, options: { for: Verdict; note?: string; json?: boolean }): Promise<void> =>
  withCorpus(async ({ run }) => {
    const { event } = await run(recommendPaper, { id, event: options.for, note: options.note ?? null, actor: ACTOR })
    print(options.json === true ? JSON.stringify({ id, recommendation: event }) : `Recommended: ${event} ${id}.`)
  })

const addDecisions = (review: Command): void => {
  review
    .command('accept')
    .description('accept a submission and make it public; with --ingest or --key, accept many')
    .argument('[id]', `${DECIDED}; left out with --ingest or --key`, parsePaperVersion)
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
      .argument('<id>', name === 'retract' ? 'id of the paper' : DECIDED, parsePaperVersion)
      .option('--json', 'print {"id","status"}')
      .action(decide(name))
  decision('ask', 'request changes from the submitter').requiredOption('--note <text>', 'what should change')
  decision('reject', 'reject a submission').requiredOption('--note <text>', 'reason, sent to the submitter')
  decision('retract', 'retract an accepted paper; its address then returns 410 with date and reason').requiredOption(
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

const PAGE = 500
const openStates: SubmissionState[] = ['pending', 'changes_requested']

const parseStates = (text: string): SubmissionState[] => {
  if (text === 'all') return [...submissionStates]
  const state = submissionStates.find((known) => known === text)
  if (state === undefined) throw new InvalidArgumentError(`States are ${submissionStates.join(', ')} and all.`)
  return [state]
}

const everySubmission = async ({ store }: Corpus, states: SubmissionState[]): Promise<SubmissionWithHistory[]> => {
  const found: SubmissionWithHistory[] = []
  for (let after: number | null = 0; after !== null;) {
    const page = await store.private.submissions.list({ submittedBy: null, states }, after, PAGE)
    found.push(...page.submissions)
    after = page.next
  }
  return found
}

const list = ({ status, json }: { status: SubmissionState[]; json?: boolean }): Promise<void> =>
  withCorpus(async (corpus) => {
    const rows = (await everySubmission(corpus, status)).map(({ id, title, state, submittedAt }) => ({
      id,
      title,
      status: state,
      submittedAt,
    }))
    if (json === true) print(JSON.stringify(rows))
    else if (rows.length === 0) print('Nothing is waiting for review.')
    else
      print(
        table([
          ['id', 'status', 'submitted', 'title'],
          ...rows.map((row) => [row.id, row.status, row.submittedAt, row.title]),
        ]),
      )
  })

const show = (id: string, { json }: { json?: boolean }): Promise<void> =>
  withCorpus(async ({ store, clock }) => {
    const submission = await store.private.submissions.find(id)
    const paper = (await store.private.papers.findByIds([id])).get(id)
    if (submission === null || paper === undefined) throw new Failure('not_found', `There is no paper ${id}.`)
    const { state, submittedAt, version, history } = submission
    const found = await checkPaper(store.private.papers, { paper, now: clock.now() })
    const queued = await store.private.queue.find(id)
    const { risk, findings } = withCarriedFindings(found, queued?.checkReport ?? null)
    const recommendations = await store.private.recommendations.list(id)
    const checks = findings.map(({ check, field, reason }) => ({ check, field, reason }))
    const shown = {
      status: state,
      submittedAt,
      version,
      history,
      risk,
      checks,
      recommendations,
      paper: presentFullPaper(paper),
    }
    print(JSON.stringify(shown, null, json === true ? undefined : 2))
  })

export const addReview = (program: Command): void => {
  const review = program.command('review').description('submissions: list, show, decide, recommend')
  review
    .command('list')
    .description('list open submissions, oldest first')
    .option('--status <state>', `one of ${submissionStates.join(', ')} or all`, parseStates, openStates)
    .option('--json', 'print an array of {"id","title","status","submittedAt"}')
    .action(list)
  review
    .command('show')
    .description('show a submission with its checks, its history and the recommendations of reviewers')
    .argument('<id>', 'id of the paper')
    .option('--json', 'print JSON on one line')
    .action(show)
  addDecisions(review)
}
