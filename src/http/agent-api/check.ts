import type { Context } from 'hono'
import { z } from 'zod'
import { Failure, validationFailure } from '#core/failure.ts'
import { type ClientNetworks, checkPolicy, reportChecks } from '#core/quota.ts'
import { MAX_REPORT_BYTES } from '#core/report/checked-report.ts'
import type { Store } from '#ports/store/store.ts'
import { checkReport } from '#queries/check-report.ts'
import { checkedReportSchema, presentReport } from '#schemas/report-schema.ts'
import { presentSarif, SARIF_TYPE } from '#schemas/sarif.ts'
import { parseInput } from '#schemas/validate.ts'
import type { LimitAttempts } from '#http/input/attempt-limit.ts'
import { readJsonBody, readTextBody, REPORT_BODY_BYTES } from '#http/input/body.ts'
import { readQuery } from '#http/input/query.ts'
import { negotiateType } from '#http/routing/negotiate-type.ts'
import { json, JSON_TYPE, type Reply } from '#http/routing/reply.ts'
import { doInTurns } from '#http/routing/turns.ts'
import type { Route, TakeTurn } from '#http/routing/route.ts'

/** Body of POST /api/v1/check (docs/check.md), if it is JSON. */
const checkBody = z.strictObject({
  text: z.string().meta({ description: `The text, in Markdown or plain; at most ${MAX_REPORT_BYTES} bytes.` }),
})

const checkQuery = z.strictObject({
  strict: z.enum(['true', 'false']).optional().meta({
    description: 'true: works outside of the library are problems, too.',
    example: 'true',
  }),
})

const TEXT_TYPES = ['text/markdown', 'text/plain'] as const

/** The text that a request sends. Throws `unsupported_media_type`, `too_large`, `malformed` or `invalid`. */
const readText = async (context: Context): Promise<{ text: string; type: string }> => {
  const [type = ''] = (context.req.header('content-type') ?? '').toLowerCase().split(';')
  const isJson = type.trim() === 'application/json'
  const text = isJson
    ? parseInput(checkBody, (await readJsonBody(context, REPORT_BODY_BYTES)).value).text
    : await readTextBody(context, MAX_REPORT_BYTES, TEXT_TYPES)
  if (Buffer.byteLength(text) > MAX_REPORT_BYTES)
    throw new Failure('too_large', `The text is larger than the limit of ${MAX_REPORT_BYTES} bytes; send it in parts.`)
  if (text.trim() === '') throw validationFailure([{ path: 'text', message: 'must not be empty' }])
  return { text, type: type.trim() }
}

type Ports = {
  store: Store
  limitAttempts: LimitAttempts
  clientNetworks: (context: Context) => ClientNetworks
  takeTurn: TakeTurn
  publicUrl: () => string
}

const check =
  ({ store, limitAttempts, clientNetworks, takeTurn, publicUrl }: Ports) =>
  (context: Context): Promise<Reply> =>
    limitAttempts({ counted: reportChecks(clientNetworks(context)), countsSuccess: true }, async () => {
      const isStrict = readQuery(context, checkQuery).strict === 'true'
      const isSarif = negotiateType(context.req.header('accept'), [JSON_TYPE, SARIF_TYPE]) === 1
      const { text, type } = await readText(context)
      const ports = {
        reader: store.public,
        takeTurn: <Result>(work: () => Promise<Result>) => takeTurn(context, work),
        inTurns: doInTurns,
      }
      const report = presentReport(await checkReport(ports, text, publicUrl()), isStrict)
      const headers = { Vary: 'Accept', 'Cache-Control': 'no-store' }
      if (!isSarif) return json(200, report, headers)
      const uri = type === 'text/plain' ? 'report.txt' : 'report.md'
      return { ...json(200, presentSarif(report, { uri, isStrict }), headers), type: SARIF_TYPE }
    })

export const reportCheckRoutes = (ports: Ports): Route[] => [
  {
    method: 'post',
    access: 'public',
    caching: 'none',
    allowCors: true,
    path: '/api/v1/check',
    summary: 'Check what a text cites and quotes',
    query: checkQuery,
    body: checkBody,
    bodyTypes: TEXT_TYPES,
    bodyBytes: REPORT_BODY_BYTES,
    bodyExample: { text: 'Agents that write down what they learn repeat fewer errors [p19].' },
    responses: {
      200: {
        description: `A verdict for each citation and quotation. With Accept: ${SARIF_TYPE}, the problems as SARIF 2.1.0.`,
        schema: checkedReportSchema,
      },
      429: { description: `${checkPolicy.limit} texts of this address were checked within an hour.` },
    },
    handle: check(ports),
  },
]
