import { type CheckReport, finding, withFindings } from '#core/review/checks.ts'
import type { PaperWithText } from '#core/papers/paper.ts'

/** What happened to a work where it is published. */
export const noticeKinds = ['version', 'correction', 'withdrawal', 'retraction', 'deletion', 'dead_link'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** A notice as a record gives it: its words, its day or year, and its address. */
export type Notice = { kind: NoticeKind; text: string | null; date: string | null; address: string | null }

/** `about`: the DOI of the work that it is about; null for the work of the record itself. */
export type RecordedNotice = Notice & { about: string | null }

/** Kinds after which a paper does not stay in the library, if an editor agrees. */
const RETRACTING = new Set<NoticeKind>(['withdrawal', 'retraction', 'deletion'])
export const isRetracting = (notice: Notice | null): boolean => notice !== null && RETRACTING.has(notice.kind)

const kindWords: Record<NoticeKind, string> = {
  version: 'A new version',
  correction: 'A correction',
  withdrawal: 'Withdrawn',
  retraction: 'Retracted',
  deletion: 'Deleted by its repository',
  dead_link: 'Its address leads nowhere',
}

/** A notice in one line: "Retracted, 2026-05-01: Retraction. https://doi.org/10.1000/x". */
export const noticeLine = ({ kind, text, date, address }: Notice): string => {
  const said = [text, address].filter((part) => part !== null).join(' ')
  return `${kindWords[kind]}${date === null ? '' : `, ${date}`}${said === '' ? '' : `: ${said}`}`
}

/** Whether two notices report the same; the words of two sources differ. */
export const isSameNotice = (one: Notice, other: Notice): boolean =>
  one.kind === other.kind && (one.kind === 'version' ? one.text === other.text : one.address === other.address)

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

const correctionLine = ({ text, date, address }: Notice): string =>
  `${text ?? 'Correction'}${date === null ? '' : ` of ${date}`}: <${address}>`

/** A paper whose commentary names the corrections. */
export const withCorrections = (paper: PaperWithText, notices: readonly Notice[]): PaperWithText => {
  const commentary = paper.commentary ?? ''
  const named = notices.filter(
    ({ kind, address }) => kind === 'correction' && address !== null && !commentary.includes(address),
  )
  if (named.length === 0) return paper
  return { ...paper, commentary: [commentary, ...named.map(correctionLine)].filter((part) => part !== '').join('\n\n') }
}

/** An address that leads nowhere, and the day on which that was first seen. */
export type LinkFailure = { url: string; since: string }

export type LinkCheck = { state: 'alive' } | { state: 'unknown' } | { state: 'dead'; url: string; status: number }

/** A paper with its DOI or arXiv id as the address, or none, if its own leads nowhere. */
export const withoutDeadLink = (paper: PaperWithText, notices: readonly Notice[]): PaperWithText => {
  const isDead = notices.some(({ kind, address }) => kind === 'dead_link' && address === paper.url)
  if (!isDead) return paper
  const { doi, arxivId } = paper
  const other = doi !== null ? `https://doi.org/${doi}` : arxivId !== null ? `https://arxiv.org/abs/${arxivId}` : null
  return { ...paper, url: other === paper.url ? null : other }
}
