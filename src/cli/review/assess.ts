import { InvalidArgumentError, type Command } from 'commander'
import { Failure } from '#core/failure.ts'
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
import { assessmentSuggester } from '#queries/suggest-assessment.ts'
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
  longHorizonError: 'long-horizon score, mean error',
  enterpriseError: 'enterprise score, mean error',
  conceptRecall: 'concepts, recall',
  conceptPrecision: 'concepts, precision',
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

type Options = { report?: boolean; abstracts?: string; papers?: Range; json?: boolean }

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
    .description('suggest an assessment of a paper from the accepted papers, or measure such suggestions')
    .argument('[id]', 'the paper')
    .option('--report', 'predict each accepted paper from the others and compare with the assessment by the editors')
    .option(
      '--abstracts <file>',
      'with --report: JSON lines with abstract and title, doi, arxivId or url; only papers found there are used, with those abstracts',
    )
    .option('--papers <range>', 'with --report: only these, such as p1-p267', parseRange)
    .option(
      '--json',
      'print {"id","suggestions"}, or {"papers","tested","vote","suggested"} with {"value","low","high"} of each measure',
    )
    .action(async (id: string | undefined, options: Options, command: Command) => {
      if ((id === undefined) !== (options.report === true)) command.error('error: give the id of a paper, or --report')
      if (id !== undefined && (options.abstracts !== undefined || options.papers !== undefined))
        command.error('error: --abstracts and --papers belong to --report')
      await withCorpus((corpus) => (id === undefined ? report(corpus, options) : suggest(corpus, id, options)))
    })
}
