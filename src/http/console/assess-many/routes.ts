import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from 'hono'
import { z } from 'zod'
import { assessPapers, type ConfirmedAssessment } from '#actions/assessments.ts'
import type { RunAction } from '#actions/run-action.ts'
import { confidentFieldNames } from '#core/assessment/confident-fields.ts'
import { Failure } from '#core/failure.ts'
import { PAPER_ID } from '#core/papers/paper.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { editorRoute, htmlResponse, pageResponse, redirectResponse } from '#http/console/console-route.ts'
import { readFormBody } from '#http/input/body.ts'
import { readQuery } from '#http/input/query.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { Store } from '#ports/store/store.ts'
import { proposeAssessments, unassessedScopes } from '#queries/confident-assessments.ts'
import type { SuggestAssessment } from '#queries/suggest-assessment.ts'
import { assessmentSchema } from '#schemas/paper-schema.ts'
import { parseInput } from '#schemas/validate.ts'
import { assessManyPage, assessManyUrl } from './pages.ts'
import type { LiveSite } from '#ports/site.ts'

const number = (error: string) =>
  z
    .string()
    .regex(/^\d{1,15}$/u, { error })
    .transform(Number)

const assessManyQuery = z.strictObject({
  in: z.enum(unassessedScopes).optional().default('public'),
  confidence: number('must be a whole number from 0 to 100')
    .refine((percent) => percent <= 100, { error: 'must be a whole number from 0 to 100' })
    .optional()
    .default(80),
  after: number('must be the end of a page').optional(),
  /** How many papers have just been assessed, and how many were skipped. */
  assessed: number('must be a number').optional(),
  skipped: number('must be a number').optional(),
})

/** Papers on a page: each takes some 12 ms, and a tenth of a second where the paper itself was learned from. */
const PAGE_SIZE = 20

const confirmedSchema = z.strictObject({
  id: z.string().regex(PAPER_ID),
  version: z
    .string()
    .regex(/^\d{1,9}$/u)
    .transform(Number),
  chapter: z.coerce.number().optional(),
  type: z.string().optional(),
  longHorizonScore: z.coerce.number().optional(),
  enterpriseScore: z.coerce.number().optional(),
})

/** What the box of a paper stands for, exactly as the page showed it. */
const readConfirmed = (text: string): ConfirmedAssessment => {
  const { id, version, ...given } = parseInput(confirmedSchema, Object.fromEntries(new URLSearchParams(text)))
  const assessed = parseInput(assessmentSchema, given)
  const fields = confidentFieldNames.filter((name) => assessed[name] !== null).map((name) => [name, assessed[name]])
  return { id, version, fields: Object.fromEntries(fields) }
}

export type AssessManyPorts = {
  store: Store
  run: RunAction
  site: LiveSite
  suggestAssessment: SuggestAssessment
}

const show =
  (ports: AssessManyPorts) =>
  async (context: Context): Promise<Reply> => {
    const { in: scope, confidence, after = null, ...done } = readQuery(context, assessManyQuery)
    const { store, suggestAssessment: suggest } = ports
    const sources = { read: store.private, suggest, between: () => nextTurn() }
    const found = await proposeAssessments(sources, { scope, least: confidence, after, limit: PAGE_SIZE })
    const view = {
      editor: getCurrentEditor(context),
      words: ports.site.current(),
      scope,
      confidence,
      after,
      ...found,
      done,
    }
    return page(200, assessManyPage(ports, view))
  }

const confirm =
  ({ run }: AssessManyPorts) =>
  async (context: Context): Promise<Reply> => {
    const { in: scope, confidence, after = null } = readQuery(context, assessManyQuery)
    const given = (await readFormBody(context)).getAll('paper')
    if (given.length > PAGE_SIZE) throw new Failure('invalid', `At most ${PAGE_SIZE} papers are assessed at a time.`)
    const papers = given.map(readConfirmed)
    const { assessed, skipped } = await run(assessPapers, { papers, actor: getCurrentActor(context) })
    return seeOther(assessManyUrl({ scope, confidence, after }, { assessed, skipped: skipped.length }))
  }

const assessManyRoute = { ...editorRoute, path: '/console/assess-many', query: assessManyQuery } as const

export const assessManyRoutes = (ports: AssessManyPorts): Route[] => [
  {
    ...assessManyRoute,
    method: 'get',
    summary: 'Suggestions above a confidence for papers that are not yet assessed; changes nothing',
    responses: pageResponse,
    handle: show(ports),
  },
  {
    ...assessManyRoute,
    method: 'post',
    summary: 'Fills empty fields of the ticked papers with what the page showed',
    responses: { ...redirectResponse, 400: htmlResponse('A field is invalid.') },
    handle: confirm(ports),
  },
]
