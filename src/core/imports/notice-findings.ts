import { type CheckReport, finding, withFindings } from '#core/review/checks.ts'
import { isRetracting, type Notice, noticeLine } from './notice.ts'

const RETRACTING_WEIGHT = 60
const OTHER_WEIGHT = 15

/** The same report of a waiting paper, with what happened to its work where it is published; each notice once. */
export const withNotices = (report: CheckReport, notices: readonly Notice[]): CheckReport => {
  const known = new Set(report.findings.map(({ reason }) => reason))
  const found = notices.map((notice) =>
    finding('notice', 'id', isRetracting(notice) ? RETRACTING_WEIGHT : OTHER_WEIGHT, noticeLine(notice)),
  )
  return withFindings(
    report,
    found.filter(({ reason }) => !known.has(reason)),
  )
}
