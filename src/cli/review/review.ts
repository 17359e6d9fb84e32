import { InvalidArgumentError, type Command } from 'commander'
import { Failure } from '#core/failure.ts'
import { submissionStates, type SubmissionState } from '#core/review/submission-state.ts'
import type { SubmissionWithHistory } from '#core/review/submission.ts'
import { presentFullPaper } from '#schemas/paper-schema.ts'
import { assessPaper } from '#queries/assess-paper.ts'
import type { Corpus } from '#open-corpus.ts'
import { print, table } from '#cli/terminal/print.ts'
import { addDecisions } from './review-decisions.ts'
import { withCorpus } from '#cli/terminal/with-corpus.ts'

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
    else if (rows.length === 0) print('Nothing waits for review.')
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
    const { risk, findings } = await assessPaper(store.private.papers, { paper, now: clock.now() })
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
