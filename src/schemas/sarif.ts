import { z } from 'zod'
import { isCitationProblem, isQuotationProblem } from '#core/report/checked-report.ts'
import type { PresentedReport } from './report-schema.ts'

export const SARIF_TYPE = 'application/sarif+json'

/** What each verdict that is a problem says, as a rule of SARIF. */
const rules = {
  ambiguous: 'Several papers of the library fit the citation.',
  retracted: 'The cited paper was retracted.',
  superseded: 'The cited paper was merged into another, or a newer version of it is in the library.',
  contradictory: 'The citation names one work and describes another.',
  unknown: 'The library does not have the cited work.',
  near: 'The quotation differs from the words of the paper.',
  missing: 'The quotation does not stand in the paper.',
} as const

type Rule = keyof typeof rules
const ruleNames = Object.keys(rules) as Rule[]

const levels: Record<Rule, 'error' | 'warning'> = {
  ambiguous: 'warning',
  retracted: 'error',
  superseded: 'warning',
  contradictory: 'error',
  unknown: 'warning',
  near: 'error',
  missing: 'error',
}

const MAX_SHOWN = 200
const shortened = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)

type Finding = { rule: Rule; line: number; message: string }

const isRule = (verdict: string): verdict is Rule => Object.hasOwn(rules, verdict)

const findingsOf = ({ citations, quotations }: PresentedReport, isStrict: boolean): Finding[] => {
  const cited = citations
    .filter((citation) => isCitationProblem(citation, isStrict))
    .flatMap(({ verdict, line, text, reason }): Finding[] =>
      isRule(verdict) ? [{ rule: verdict, line, message: `${shortened(text)}: ${reason ?? rules[verdict]}` }] : [],
    )
  const quoted = quotations.filter(isQuotationProblem).flatMap(({ verdict, line, text, paper, nearest }): Finding[] => {
    if (!isRule(verdict)) return []
    const found = nearest === null ? '' : ` It says: “${shortened(nearest)}”`
    return [
      { rule: verdict, line, message: `“${shortened(text)}” (${paper ?? 'no paper'}): ${rules[verdict]}${found}` },
    ]
  })
  return [...cited, ...quoted].toSorted((a, b) => a.line - b.line)
}

const text = z.strictObject({ text: z.string() })

/** The parts of SARIF 2.1.0 that a checked report has. */
export const sarifSchema = z.strictObject({
  $schema: z.string(),
  version: z.literal('2.1.0'),
  runs: z.array(
    z.strictObject({
      tool: z.strictObject({
        driver: z.strictObject({
          name: z.string(),
          rules: z.array(
            z.strictObject({
              id: z.string(),
              shortDescription: text,
              defaultConfiguration: z.strictObject({ level: z.enum(['error', 'warning']) }),
            }),
          ),
        }),
      }),
      results: z.array(
        z.strictObject({
          ruleId: z.string(),
          ruleIndex: z.int(),
          level: z.enum(['error', 'warning']),
          message: text,
          locations: z.array(
            z.strictObject({
              physicalLocation: z.strictObject({
                artifactLocation: z.strictObject({ uri: z.string() }),
                region: z.strictObject({ startLine: z.int() }),
              }),
            }),
          ),
        }),
      ),
    }),
  ),
})

/** Its problems as SARIF 2.1.0, which editors and continuous integration show beside the lines of `uri`. */
export const presentSarif = (
  report: PresentedReport,
  { uri, isStrict }: { uri: string; isStrict: boolean },
): z.infer<typeof sarifSchema> => ({
  $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
  version: '2.1.0',
  runs: [
    {
      tool: {
        driver: {
          name: 'Longview',
          rules: ruleNames.map((id) => ({
            id,
            shortDescription: { text: rules[id] },
            defaultConfiguration: { level: levels[id] },
          })),
        },
      },
      results: findingsOf(report, isStrict).map(({ rule, line, message }) => ({
        ruleId: rule,
        ruleIndex: ruleNames.indexOf(rule),
        level: levels[rule],
        message: { text: message },
        locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startLine: line } } }],
      })),
    },
  ],
})
