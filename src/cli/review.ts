import { InvalidArgumentError, type Command } from 'commander'
import { reviewPaper, type EditorEvent } from '#actions/review-paper.ts'
import { Failure } from '#core/failure.ts'
import { submissionStates, type SubmissionState } from '#core/review.ts'
import type { SubmissionWithHistory } from '#core/submission.ts'
import { presentPaperForm } from '#exchange/paper-form.ts'
import type { Corpus } from '../app.ts'
import { print, table } from './print.ts'
import { withCorpus } from './with-corpus.ts'

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
    const page = await store.read.submissions.list({ submittedBy: null, states }, after, PAGE)
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
  withCorpus(async ({ store }) => {
    const submission = await store.read.submissions.find(id)
    const paper = (await store.read.papers.stored([id])).get(id)
    if (submission === null || paper === undefined) throw new Failure('not_found', `There is no paper ${id}.`)
    const { state, submittedAt, version, history } = submission
    const shown = { status: state, submittedAt, version, history, paper: presentPaperForm(paper) }
    print(JSON.stringify(shown, null, json === true ? undefined : 2))
  })

const decide =
  (event: EditorEvent) =>
  (id: string, options: { note?: string; reason?: string; json?: boolean }): Promise<void> =>
    withCorpus(async (corpus) => {
      const note = options.note ?? options.reason ?? null
      const status = await reviewPaper(corpus, { id, event, note, actor: 'cli' })
      print(options.json === true ? JSON.stringify({ id, status }) : `${id} is ${status}.`)
    })

export const addReview = (program: Command): void => {
  const review = program.command('review').description('submissions: list, show and decide')
  review
    .command('list')
    .description('show what is open, oldest first')
    .option('--status <state>', `one of ${submissionStates.join(', ')} or all`, parseStates, openStates)
    .option('--json', 'print an array of {"id","title","status","submittedAt"}')
    .action(list)
  review
    .command('show')
    .description('show a paper and its history')
    .argument('<id>')
    .option('--json', 'on one line')
    .action(show)
  const decision = (name: EditorEvent, description: string): Command =>
    review
      .command(name)
      .description(description)
      .argument('<id>')
      .option('--json', 'print {"id","status"}')
      .action(decide(name))
  decision('accept', 'make it public').option('--note <text>', 'for its submitter')
  decision('ask', 'send it back with a question').requiredOption('--note <text>', 'what should change')
  decision('reject', 'turn it down').requiredOption('--note <text>', 'why')
  decision('retract', 'take an accepted paper back; its address then tells when and why').requiredOption(
    '--reason <text>',
    'why',
  )
}
