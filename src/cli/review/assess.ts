import { InvalidArgumentError, Option, type Command } from 'commander'
import { assessPapers } from '#actions/assessments.ts'
import { confidentFieldNames } from '#core/assessment/confident-fields.ts'
import { Failure } from '#core/failure.ts'
import { pluralize } from '#core/numbers.ts'
import { toUnit } from '#core/papers/score.ts'
import type { Paper } from '#core/papers/paper.ts'
import {
  leaveOneOut,
  type AssessmentReport,
  type Interval,
  measureNames,
  type Figures,
  type MeasureName,
  withAbstractsOf,
} from '#evaluation/evaluate-assessment.ts'
import type { Corpus } from '#open-corpus.ts'
import {
  proposeAssessments,
  type ProposedAssessment,
  unassessedScopes,
  type UnassessedScope,
} from '#queries/confident-assessments.ts'
import { assessmentSuggester } from '#queries/suggest-assessment.ts'
import { contractName } from '#schemas/contract-names.ts'
import { presentSuggestions } from '#schemas/presented-suggestions.ts'
import { print, table, withCorpus } from '#cli/terminal.ts'

const PAGE = 500
/** The first papers in the public order; more would take an hour. */
const MAX_READ = 2_000
const DIGITS = 3

const measureLabels: Record<MeasureName, string> = {
  chapterFirst: 'chapter, first',
  chapterFirstThree: 'chapter, first three',
  type: 'type',
  longHorizonError: 'longHorizonScore, mean error',
  enterpriseError: 'enterpriseScore, mean error',
  conceptRecall: 'concepts, recall',
  conceptPrecision: 'concepts, precision',
}

const parsePercent = (text: string): number => {
  if (!/^(?:\d{1,2}|100)$/u.test(text)) throw new InvalidArgumentError('Give a whole number from 0 to 100.')
  return Number(text)
}

type Range = { from: number; to: number }

const parseRange = (text: string): Range => {
  const { from, to } = /^p(?<from>\d{1,15})-p(?<to>\d{1,15})$/u.exec(text)?.groups ?? {}
  if (from === undefined || to === undefined) throw new InvalidArgumentError('Give a range of ids, such as p1-p267.')
  return { from: Number(from), to: Number(to) }
}

const numberOf = ({ id }: Paper): number => Number(id.slice(1))

const readAccepted = async ({ store }: Corpus, range: Range | undefined): Promise<Paper[]> => {
  const found: Paper[] = []
  for (let after: number | null = 0; after !== null && found.length < MAX_READ;) {
    const page: { papers: Paper[]; next: number | null } = await store.private.papers.listWithText(after, PAGE)
    found.push(...page.papers)
    after = page.next
  }
  const within = found.filter(
    (paper) => range === undefined || (numberOf(paper) >= range.from && numberOf(paper) <= range.to),
  )
  return within.slice(0, MAX_READ)
}

const rounded = ({ value, low, high }: Interval): Interval => ({
  value: Number(value.toFixed(DIGITS)),
  low: Number(low.toFixed(DIGITS)),
  high: Number(high.toFixed(DIGITS)),
})

const roundedFigures = (figures: Figures): Record<string, Interval> =>
  Object.fromEntries(measureNames.map((name) => [name, rounded(figures[name])]))

const cell = ({ value, low, high }: Interval): string =>
  `${value.toFixed(DIGITS)} (${low.toFixed(DIGITS)}–${high.toFixed(DIGITS)})`

const describe = ({ papers, tested, vote, suggested }: AssessmentReport): string =>
  [
    `${tested} of ${papers} papers, each left out in turn; with 95 % bootstrap intervals.`,
    table([
      ['', 'vote of 12 neighbours', 'suggestions'],
      ...measureNames.map((name) => [measureLabels[name], cell(vote[name]), cell(suggested[name])]),
    ]),
  ].join('\n')

const PROPOSED_AT_A_TIME = 20

type ManyOptions = { scope: UnassessedScope; least: number; isDryRun: boolean; isJson: boolean }

const proposalRow = ({ id, fields, confidences }: ProposedAssessment): string[] => [
  id,
  confidentFieldNames
    .flatMap((name) => {
      const value = fields[name]
      if (value === undefined || value === null) return []
      const text = String(typeof value === 'number' && name !== 'chapter' ? toUnit(value) : value)
      return [`${contractName(name)} ${text} (${confidences[name]} %)`]
    })
    .join(', '),
]

/** Fills empty fields of every paper that is not yet assessed, where a suggestion has the confidence that was asked for. */
const assessMany = async ({ store, run }: Corpus, { scope, least, isDryRun, isJson }: ManyOptions): Promise<void> => {
  // All are proposed before any is stored: no paper is suggested what another has just been given.
  const sources = { read: store.private, suggest: assessmentSuggester(), between: async () => {} }
  const proposals: ProposedAssessment[] = []
  for (let after: number | null = 0; after !== null;) {
    const page: Awaited<ReturnType<typeof proposeAssessments>> = await proposeAssessments(sources, {
      scope,
      least,
      after,
      limit: PROPOSED_AT_A_TIME,
    })
    proposals.push(...page.proposals)
    after = page.next
  }
  const skipped: string[] = []
  let assessed = 0
  const confirmed = isDryRun ? [] : proposals
  for (let first = 0; first < confirmed.length; first += PROPOSED_AT_A_TIME) {
    const papers = confirmed.slice(first, first + PROPOSED_AT_A_TIME)
    const done = await run(assessPapers, { papers, actor: 'cli' })
    assessed += done.assessed
    skipped.push(...done.skipped)
  }
  if (isJson) print(JSON.stringify({ proposed: proposals.length, assessed, skipped }))
  else {
    if (proposals.length > 0) print(table(proposals.map(proposalRow)))
    print(isDryRun ? 'Nothing was stored.' : `${pluralize(assessed, 'paper', 'papers')} assessed.`)
    if (skipped.length > 0) print(`Changed in the meantime and left alone: ${skipped.join(' ')}.`)
  }
}

type Options = {
  many?: UnassessedScope
  minConfidence?: number
  dryRun?: boolean
  report?: boolean
  abstracts?: string
  papers?: Range
  json?: boolean
}

const report = async (corpus: Corpus, { abstracts, papers: range, json }: Options): Promise<void> => {
  const all = await readAccepted(corpus, range)
  const papers = abstracts === undefined ? all : withAbstractsOf(abstracts, all)
  if (papers.length < 2) throw new Failure('invalid', 'At least two papers are needed to learn from and compare.')
  const found = leaveOneOut(papers, await corpus.store.private.assessments.listNames())
  const { vote, suggested, ...counts } = found
  if (json === true)
    print(JSON.stringify({ ...counts, vote: roundedFigures(vote), suggested: roundedFigures(suggested) }))
  else print(describe(found))
}

const suggest = async ({ store }: Corpus, id: string, { json }: Options): Promise<void> => {
  const paper = (await store.private.papers.findByIds([id])).get(id)
  if (paper === undefined) throw new Failure('not_found', `There is no paper ${id}.`)
  const suggestions = presentSuggestions(await assessmentSuggester()(store.private, paper))
  if (json === true) print(JSON.stringify({ id, suggestions }))
  else
    print(
      table(
        Object.entries(suggestions).flatMap(([field, values]) =>
          values.map(({ value, reasons }, index) => [index === 0 ? field : '', String(value), reasons.join('; ')]),
        ),
      ),
    )
}

export const addAssess = (program: Command): void => {
  program
    .command('assess')
    .description('suggest an assessment of a paper from the accepted papers, assess many, or measure such suggestions')
    .argument('[id]', 'the paper')
    .option('--report', 'predict each accepted paper from the others and compare with the assessment by the editors')
    .option(
      '--abstracts <file>',
      'with --report: JSON lines with abstract and title, doi, arxivId or url; only papers found there are used, with those abstracts',
    )
    .option('--papers <range>', 'with --report: only these, such as p1-p267', parseRange)
    .addOption(
      new Option(
        '--many <where>',
        'fill empty fields of all papers that are not yet assessed, public ones or those in the queue',
      ).choices(unassessedScopes),
    )
    .option('--min-confidence <percent>', 'with --many: only with suggestions from this confidence on', parsePercent)
    .option('--dry-run', 'with --many: store nothing')
    .option(
      '--json',
      'print {"id","suggestions"}; {"proposed","assessed","skipped"} with --many; or {"papers","tested","vote","suggested"} with {"value","low","high"} of each measure',
    )
    .action((id: string | undefined, options: Options, command: Command): Promise<void> => {
      const { many: scope, minConfidence: least, dryRun: isDryRun = false, json: isJson = false } = options
      if ([id !== undefined, options.report === true, scope !== undefined].filter(Boolean).length !== 1)
        command.error('error: give the id of a paper, --report or --many')
      if ((scope === undefined) !== (least === undefined) || (scope === undefined && isDryRun))
        command.error('error: --many needs --min-confidence, and --min-confidence and --dry-run belong to --many')
      if (scope !== undefined && least !== undefined)
        return withCorpus((corpus) => assessMany(corpus, { scope, least, isDryRun, isJson }))
      if (id !== undefined && (options.abstracts !== undefined || options.papers !== undefined))
        command.error('error: --abstracts and --papers belong to --report')
      return withCorpus((corpus) => (id === undefined ? report(corpus, options) : suggest(corpus, id, options)))
    })
}
