import { memberReader, paperFields } from '#formats/record.ts'
import { dateOf, parseDate } from '#formats/text/text.ts'
import { isMembers, listOf, membersOf, textOf, type Members } from './members.ts'

/** The second version of the API puts each value into an object. */
const valueOf = (member: unknown): unknown => (isMembers(member) && 'value' in member ? member.value : member)

const YEAR_IN_BIBTEX = /\byear\s*=\s*[{"]?(?<year>\d{4})/u
const YEAR_IN_VENUE = /\b(?<year>(?:19|20)\d{2})\b/u

const dayOf = (milliseconds: unknown): string | null =>
  typeof milliseconds === 'number' && Math.abs(milliseconds) < 8e15
    ? parseDate(new Date(milliseconds).toISOString())
    : null

/** The venue of a paper that has none yet: "Submitted to ICLR 2024", "ICLR 2024 Conference Withdrawn Submission". */
const UNDECIDED = /\bsubmi(?:tted|ssion)\b|\bunder review\b|\bwithdrawn\b|\bdesk reject/iu
/** "ICLR 2023 poster", "NeurIPS 2023 oral": how it was presented is no part of the name. */
const PRESENTATION = /\s+(?:conference\s+)?\(?(?:poster|oral|spotlight|notable[\w\s%-]*)\)?$/iu
const JOURNAL = /^(?:accepted by\s+)?(?<name>TMLR|Transactions on Machine Learning Research|JMLR|DMLR)\b/iu

type Publication = { container: string | null; kind: string | null }

const publicationIn = (venue: string | null): Publication => {
  if (venue === null || venue === '') return { container: null, kind: null }
  if (UNDECIDED.test(venue)) return { container: null, kind: 'manuscript' }
  const journal = JOURNAL.exec(venue)?.groups?.name ?? null
  if (journal !== null) return { container: journal, kind: 'journal-article' }
  if (/^corr\b|arxiv/iu.test(venue)) return { container: null, kind: 'preprint' }
  return { container: venue.replace(PRESENTATION, ''), kind: 'conference-paper' }
}

const HANDLED = new Set(
  'authorids venueid paperhash _bibtex supplementary_material submission_guidelines resubmission student_author html'.split(
    ' ',
  ),
)

const absolute = (path: string | null): string | null =>
  path?.startsWith('/') === true ? `https://openreview.net${path}` : path

/** A submission as OpenReview's API returns it, in its first or second version. */
export const openreviewFields = (note: Members): { fields: Record<string, unknown>; unmapped: string[] } => {
  const { take, rest } = memberReader(membersOf(note.content))
  const text = (name: string): string | null => textOf(valueOf(take(name)))
  const venue = text('venue')
  const bibtex = textOf(valueOf(membersOf(note.content)._bibtex)) ?? ''
  const year =
    YEAR_IN_BIBTEX.exec(bibtex)?.groups?.year ?? (venue === null ? null : YEAR_IN_VENUE.exec(venue)?.groups?.year)
  const day = [note.pdate, note.odate, note.tcdate, note.cdate].map(dayOf).find((date) => date !== null) ?? null
  const forum = textOf(note.forum) ?? textOf(note.id)
  const { container, kind } = publicationIn(venue)
  const fields = paperFields({
    title: text('title'),
    people: listOf(valueOf(take('authors'))).map((name) => ({
      name: textOf(name) ?? textOf(membersOf(name).fullname),
    })),
    date: year === null || year === undefined || day?.startsWith(year) === true ? day : dateOf(year),
    url: forum === null ? text('html') : `https://openreview.net/forum?id=${forum}`,
    storageUrl: absolute(text('pdf')),
    abstract: text('abstract'),
    container,
    kind,
    license: textOf(note.license),
    topics: listOf(valueOf(take('keywords'))).map((word) => textOf(word) ?? ''),
  })
  return { fields, unmapped: rest().filter((name) => !HANDLED.has(name)) }
}
