import { matchReasons } from '#core/papers/same-work/same-work.ts'
import type { FileReport } from './ingest-files.ts'
import { comparison, placeOf, unsureOf } from './progress.ts'

/** What became of a record that is, or may be, a paper that was there before, or may be read wrongly; null for any other. */
const joinOf = (report: FileReport): string | null => {
  if (report.outcome === 'refused' || report.outcome === 'candidate') return null
  const { id, match, title, toCompare } = report
  const unsure = unsureOf(report)
  const toRead = unsure === '' ? [] : [`${unsure}: compare with the first page of the PDF`]
  if (match === 'record') return null
  if (match !== null) return [`“${title}” is ${id}: ${matchReasons[match]}`, ...toRead].join('; ')
  const news = toCompare.length === 0 ? [] : [`${comparison(report)}, which may be the same work`]
  return news.length + toRead.length === 0 ? null : [`“${title}” is new`, ...news, ...toRead].join('; ')
}

/** More would hide what is said after them. */
const MAX_JOINS = 20

/** Collects which records were taken for papers that were there before, and why, to be said at the end. */
export const joinCollector = (isSingle: boolean) => {
  const named: string[] = []
  let left = 0
  return {
    take: (report: FileReport): void => {
      const join = joinOf(report)
      if (join === null) return
      if (named.length < MAX_JOINS) named.push(`${placeOf(report, isSingle)}: ${join}.`)
      else left += 1
    },
    lines: (): string[] => (left === 0 ? named : [...named, `${left} more like these.`]),
  }
}
