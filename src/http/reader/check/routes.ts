import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import { checkPolicy, type ClientNetworks, reportChecks } from '#core/quota.ts'
import { MAX_REPORT_BYTES } from '#core/report/checked-report.ts'
import { checkReport } from '#queries/check-report.ts'
import { presentReport } from '#schemas/report-schema.ts'
import { refuseCrossOriginForm } from '#http/auth/origin-check.ts'
import type { LimitAttempts } from '#http/input/attempt-limit.ts'
import { FORM_BODY_TYPES, readFormBody, REPORT_FORM_BYTES } from '#http/input/body.ts'
import { failureHeaders, statusCodes } from '#http/routing/failure-status.ts'
import { HTML_TYPE, page, type Reply } from '#http/routing/reply.ts'
import type { Route, TakeTurn } from '#http/routing/route.ts'
import { doInTurns } from '#http/routing/turns.ts'
import type { LiveSite } from '#ports/site.ts'
import type { Store } from '#ports/store/store.ts'
import { checkPage, noText } from './pages.ts'

type Ports = {
  store: Store
  site: LiveSite
  limitAttempts: LimitAttempts
  clientNetworks: (context: Context) => ClientNetworks
  takeTurn: TakeTurn
  publicUrl: () => string
}

const NO_STORE = { 'Cache-Control': 'no-store' }

/** The failures that a person can mend; the form comes again with the text. */
const shown = (site: LiveSite, filled: { text: string; isStrict: boolean }, error: unknown): Reply => {
  if (!(error instanceof Failure) || statusCodes[error.code] >= 500) throw error
  const markup = checkPage(site, { ...filled, report: null, failure: error })
  return page(statusCodes[error.code], markup, { ...failureHeaders(error), ...NO_STORE })
}

const check =
  ({ store, site, limitAttempts, clientNetworks, takeTurn, publicUrl }: Ports) =>
  async (context: Context): Promise<Reply> => {
    refuseCrossOriginForm(context, publicUrl())
    const { fields } = await readFormBody(context, REPORT_FORM_BYTES)
    const { text = '' } = fields
    const filled = { text, isStrict: fields['strict'] === 'true' }
    const ports = {
      reader: store.public,
      takeTurn: <Result>(work: () => Promise<Result>) => takeTurn(context, work),
      inTurns: doInTurns,
    }
    try {
      return await limitAttempts({ counted: reportChecks(clientNetworks(context)), countsSuccess: true }, async () => {
        if (Buffer.byteLength(text) > MAX_REPORT_BYTES)
          throw new Failure('too_large', 'The text is larger than 200 kB; check it in parts.')
        if (text.trim() === '') throw new Failure('invalid', 'Paste the text into the field first.')
        const report = presentReport(await checkReport(ports, text, publicUrl()), filled.isStrict)
        return page(200, checkPage(site, { ...filled, report, failure: null }), NO_STORE)
      })
    } catch (error) {
      return shown(site, filled, error)
    }
  }

export const checkPageRoutes = (ports: Ports): Route[] => [
  {
    method: 'get',
    access: 'public',
    caching: 'revision',
    allowCors: false,
    path: '/check',
    summary: 'A form to check what a text cites and quotes',
    responses: { 200: { description: 'The form.', type: HTML_TYPE } },
    handle: () => page(200, checkPage(ports.site, noText)),
  },
  {
    method: 'post',
    access: 'public',
    caching: 'none',
    allowCors: false,
    bodyTypes: FORM_BODY_TYPES,
    bodyBytes: REPORT_FORM_BYTES,
    path: '/check',
    summary: 'Checks what a text cites and quotes; keeps nothing of it',
    responses: {
      200: { description: 'The form, and a verdict for each citation and quotation.', type: HTML_TYPE },
      400: { description: 'The form again, and what is wrong with the text.', type: HTML_TYPE },
      429: { description: `${checkPolicy.limit} texts of this address were checked within an hour.`, type: HTML_TYPE },
    },
    handle: check(ports),
  },
]
