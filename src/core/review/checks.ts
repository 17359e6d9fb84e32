import type { DuplicateCandidate, SubmissionState } from './submission.ts'
import { unsureFields, type UnsureField } from './unsure-fields.ts'
import type { PaperWithText, Paper } from '#core/papers/paper.ts'
import { bibliographicTextNames, openAccessLine } from '#core/papers/bibliography.ts'
import { findInstructions } from '#core/text/instruction-like.ts'
import { linkError, arxivIdIn } from '#core/papers/identifiers.ts'
import { codePointLength } from '#core/text/normalize-text.ts'
import { groupedNumber } from '#core/numbers.ts'
import { markdownBoundExceeded } from '#core/text/markdown.ts'
import { splitSections } from '#core/text/split-sections.ts'
import type { SearchQuery } from '#core/search/search-query.ts'
import { tokenize } from '#core/text/tokenize.ts'

export const checkNames = [
  'missing_abstract',
  'address',
  'year',
  'likeness',
  'hidden_characters',
  'agent_instructions',
  'markdown',
  'unchecked',
  'unsure_reading',
  'notice',
] as const
export type CheckName = (typeof checkNames)[number]

/** Kinds of duplicate candidates that only editors see. */
export const editorMatches = ['near_title', 'number'] as const

/** A stored paper in any state, and what it has in common with the submitted one. */
export type SimilarPaper = Omit<DuplicateCandidate, 'match'> & {
  state: SubmissionState
  match: DuplicateCandidate['match'] | (typeof editorMatches)[number]
}

/**
 * Something an editor should look at. It decides nothing: `weight` (1 to 100) only moves the paper forward in the queue. `reason`
 * is a sentence for people; `alike` lists the similar papers, if that is the finding.
 */
export type Finding = { check: CheckName; field: string; reason: string; weight: number; alike: SimilarPaper[] }

export const finding = (check: CheckName, field: string, weight: number, reason: string): Finding => ({
  check,
  field,
  reason,
  weight,
  alike: [],
})

/** Checks read no further, so that they finish in time. */
const MAX_CHECKED_LENGTH = 200_000

/** All text of a paper by field. */
const wholeTexts = (paper: PaperWithText): { field: string; text: string }[] =>
  [
    { field: 'title', text: paper.title },
    { field: 'authors', text: paper.authors.join('\n') },
    { field: 'authorDetails', text: paper.authorDetails.flatMap(({ affiliations }) => affiliations).join('\n') },
    { field: 'openAccess', text: openAccessLine(paper.openAccess) },
    { field: 'institution', text: paper.institution },
    ...bibliographicTextNames.map((field) => ({ field, text: paper[field] })),
    { field: 'url', text: paper.url },
    { field: 'storageUrl', text: paper.storageUrl },
    { field: 'abstract', text: paper.abstract },
    { field: 'topics', text: paper.topics.join('\n') },
    { field: 'concepts', text: paper.concepts.join('\n') },
    { field: 'frameworks', text: paper.frameworks.join('\n') },
    { field: 'commentary', text: paper.commentary },
    { field: 'fullText', text: paper.fullText },
  ].flatMap(({ field, text }) => (text === null ? [] : [{ field, text }]))

/** The same, truncated to what the checks read. */
const paperTexts = (paper: PaperWithText): { field: string; text: string }[] =>
  wholeTexts(paper).map(({ field, text }) => ({ field, text: text.slice(0, MAX_CHECKED_LENGTH) }))

export const agentInstructions = (paper: PaperWithText): Finding[] =>
  paperTexts(paper).flatMap(({ field, text }) => {
    const [first] = findInstructions(text)
    if (first === undefined) return []
    return [finding('agent_instructions', field, 45, `“${first.quote}” ${first.what}.`)]
  })

/** Judges links by their text alone; nothing is ever fetched. */

/** Names that do not resolve in public DNS (RFC 2606, 6761, 6762, 7686, 8375, 9476). */
const RESERVED =
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|test|invalid|example|onion|alt|home\.arpa)$/u
const PLACEHOLDERS =
  /^(?:www\.)?(?:example\.(?:com|net|org|edu)|(?:your|my)?-?(?:domain|site|website|company)\.(?:com|net|org)|test\.com|placeholder\.com|foo\.(?:com|bar)|changeme\.com)$/u
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/u

/** IPv4 ranges outside the public internet: the first byte, and a range of the second. */
const PRIVATE_BLOCKS: readonly (readonly [first: number, from: number, to: number])[] = [
  [0, 0, 255],
  [10, 0, 255],
  [100, 64, 127],
  [127, 0, 255],
  [169, 254, 254],
  [172, 16, 31],
  [192, 168, 168],
  [198, 18, 19],
]

const isPrivateV4 = (host: string): boolean => {
  const [first = 0, second = 0] = host.split('.').map(Number)
  return first >= 224 || PRIVATE_BLOCKS.some(([block, from, to]) => first === block && second >= from && second <= to)
}

/** Loopback, unspecified, unique local, link-local, and IPv4-mapped; `URL` has normalized the address. */
const isPrivateV6 = (host: string): boolean =>
  /^\[(?:::1?|f[cd][\da-f]{2}:.*|fe[89ab][\da-f]:.*|::ffff:.*)\]$/u.test(host)

const hostReason = (host: string): string | null => {
  if (host.startsWith('['))
    return isPrivateV6(host) ? 'is not an address on the public internet' : 'is a bare IP address'
  if (IPV4.test(host)) return isPrivateV4(host) ? 'is not an address on the public internet' : 'is a bare IP address'
  if (PLACEHOLDERS.test(host)) return 'is a placeholder'
  if (RESERVED.test(host)) return 'is a reserved name'
  return host.includes('.') ? null : 'is not a name on the public internet'
}

const linkFindings = (field: 'url' | 'storageUrl', address: string | null): Finding[] => {
  if (address === null) return []
  const error = linkError(address)
  if (error !== null) return [finding('address', field, 25, `The address ${error}.`)]
  const host = new URL(address).hostname.replace(/\.$/u, '')
  const reason = hostReason(host)
  return reason === null ? [] : [finding('address', field, 25, `The host ${host} ${reason}: the link leads nowhere.`)]
}

export const deadLinks = ({ url, storageUrl }: Paper): Finding[] => {
  if (url === null && storageUrl === null)
    return [finding('address', 'url', 10, 'No address is given at which the paper can be read.')]
  const [page, file] = [linkFindings('url', url), linkFindings('storageUrl', storageUrl)]
  // Two addresses at the same dead host are one finding.
  return [...page, ...file.filter(({ reason }) => reason !== page[0]?.reason)]
}

const matchKinds: Record<SimilarPaper['match'], { field: string; weight: number; says: string }> = {
  doi: { field: 'url', weight: 50, says: 'has the same DOI' },
  arxiv: { field: 'url', weight: 50, says: 'has the same arXiv id' },
  title_year: { field: 'title', weight: 40, says: 'has the same title and year' },
  number: { field: 'id', weight: 20, says: 'has the same number' },
  near_title: { field: 'title', weight: 20, says: 'has nearly the same title' },
}

const MAX_IDS_LISTED = 3

const sentence = (alike: readonly SimilarPaper[], says: string): string => {
  const ids = alike.map(({ id }) => id)
  const named = ids.slice(0, MAX_IDS_LISTED).join(', ')
  const more = ids.length - MAX_IDS_LISTED
  if (ids.length === 1) return `${named} ${says}.`
  return `${named}${more > 0 ? ` and ${more} more` : ''} ${says.replace(/^has/u, 'have')}.`
}

/** One finding for each kind of match. */
const duplicateFindings = (alike: readonly SimilarPaper[]): Finding[] =>
  [...Map.groupBy(alike, ({ match }) => match)].map(([match, papers]) => {
    const { field, weight, says } = matchKinds[match]
    return { ...finding('likeness', field, weight, sentence(papers, says)), alike: papers }
  })

/** Shorter abstracts say hardly more than a title. */
const MIN_ABSTRACT_LENGTH = 100

const missingAbstract = ({ abstract }: Paper): Finding[] => {
  if (abstract === null)
    return [
      finding('missing_abstract', 'abstract', 15, 'There is no abstract: readers and searches see only the title.'),
    ]
  const length = codePointLength(abstract.trim())
  return length >= MIN_ABSTRACT_LENGTH
    ? []
    : [finding('missing_abstract', 'abstract', 5, `The abstract has only ${length} characters.`)]
}

/** An earlier year is more often a slip than a year. */
const FIRST_YEAR = 1950
/** A paper may appear some years after its preprint, but rarely more than a year before it. */
const BEFORE_PREPRINT = 1
const AFTER_PREPRINT = 4

/** The year in which an arXiv id was assigned: 2022 for 2210.03629. The older form with letters is not parsed. */
const preprintYear = ({ url, storageUrl }: Paper): number | null => {
  const id = [url, storageUrl]
    .map((address) => (address === null ? null : arxivIdIn(address)))
    .find((found) => found !== null)
  const digits = /^(?<year>\d\d)\d\d\./u.exec(id ?? '')?.groups?.year
  return digits === undefined ? null : 2000 + Number(digits)
}

export const implausibleYear = (paper: Paper, now: Date): Finding[] => {
  const { year } = paper
  if (year < FIRST_YEAR) return [finding('year', 'year', 20, `${year} is before any such research existed.`)]
  if (year > now.getUTCFullYear()) return [finding('year', 'year', 10, `${year} has not begun yet.`)]
  const preprint = preprintYear(paper)
  if (preprint === null || (year >= preprint - BEFORE_PREPRINT && year <= preprint + AFTER_PREPRINT)) return []
  return [
    finding('year', 'year', 20, `The year is ${year}, but the arXiv id in the address was assigned in ${preprint}.`),
  ]
}

/** Invisible characters: format characters, fillers, and the variation selectors that can carry a message. */
const HIDDEN = /\p{Cf}|\u115f|\u1160|\u2800|\u3164|\uffa0|[\u{e0100}-\u{e01ef}]/gu
/** Visible signs that Unicode classes as format characters. */
const VISIBLE_FORMAT_CHARACTERS = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u

/** Legitimate uses: joined emoji and flags, joiners of Arabic and Indic letters, selectors after Han. */
const LEGITIMATE =
  /\p{Extended_Pictographic}[\p{Emoji_Modifier}\ufe0f]*\u200d|\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}|(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Mongolian}\p{M}])[\u200c\u200d]|(?<=\p{Script=Han})[\u{e0100}-\u{e01ef}]/gu
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u
const DIRECTION_MARKS = /[\u200e\u200f\u061c]/gu

const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
/** Often left over from copying a printed page. */
const HARMLESS = /^[\u00ad\ufeff]$/u

const names: Record<string, string> = {
  '\u00ad': 'soft hyphen',
  '\u200b': 'zero width space',
  '\u200c': 'zero width non-joiner',
  '\u200d': 'zero width joiner',
  '\u202a': 'left-to-right embedding',
  '\u202b': 'right-to-left embedding',
  '\u202d': 'left-to-right override',
  '\u202e': 'right-to-left override',
  '\u2060': 'word joiner',
  '\u2066': 'left-to-right isolate',
  '\u2067': 'right-to-left isolate',
  '\ufeff': 'byte order mark',
}

const nameOf = (character: string): string => {
  const point = character.codePointAt(0) ?? 0
  const code = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`
  const name = names[character] ?? (point >= 0xe0000 && point <= 0xe007f ? 'tag character' : null)
  return name === null ? code : `${code} ${name}`
}

/** The invisible characters of a text that have no legitimate use. */
export const findHiddenCharacters = (text: string): string[] => {
  if (text.search(HIDDEN) === -1) return []
  const suspect = text.replaceAll(LEGITIMATE, '')
  const marked = RIGHT_TO_LEFT.test(suspect) ? suspect.replaceAll(DIRECTION_MARKS, '') : suspect
  return (marked.match(HIDDEN) ?? []).filter((character) => !VISIBLE_FORMAT_CHARACTERS.test(character))
}

const MAX_KINDS_LISTED = 4

const listKinds = (found: readonly string[]): string => {
  const kinds = [...Map.groupBy(found, (character) => character)].toSorted((a, b) => b[1].length - a[1].length)
  const named = kinds.slice(0, MAX_KINDS_LISTED).map(([character, same]) => `${nameOf(character)} (${same.length})`)
  return [...named, ...(kinds.length > MAX_KINDS_LISTED ? [`${kinds.length - MAX_KINDS_LISTED} more kinds`] : [])].join(
    ', ',
  )
}

export const hiddenCharacters = (paper: PaperWithText): Finding[] =>
  paperTexts(paper).flatMap(({ field, text }) => {
    const found = findHiddenCharacters(text)
    if (found.length === 0) return []
    const changesDirection = found.some((character) => DIRECTION.test(character))
    const weight = found.every((character) => HARMLESS.test(character)) ? 5 : changesDirection ? 40 : 30
    const one = found.length === 1
    const effect = changesDirection ? ` and ${one ? 'changes' : 'change'} the direction of the text` : ''
    const count = `${found.length} ${one ? 'character' : 'characters'}`
    return [finding('hidden_characters', field, weight, `${count} cannot be seen${effect}: ${listKinds(found)}.`)]
  })

const UNCHECKED_WEIGHT = 25

/** Texts too long to be read to their end: the rest may contain anything. */
const uncheckedText = (paper: PaperWithText): Finding[] =>
  wholeTexts(paper)
    .filter(({ text }) => text.length > MAX_CHECKED_LENGTH)
    .map(({ field, text }) => {
      const [read, all] = [MAX_CHECKED_LENGTH, text.length].map((length) => groupedNumber(length))
      return finding(
        'unchecked',
        field,
        UNCHECKED_WEIGHT,
        `The checks read only the first ${read} of ${all} characters.`,
      )
    })

const MARKDOWN_WEIGHT = 15

/** Markdown beyond the limits of the renderer, which readers see as plain text. */
export const unrenderedMarkdown = ({ commentary, fullText }: PaperWithText): Finding[] => {
  const found: Finding[] = []
  const reason = commentary === null ? null : markdownBoundExceeded(commentary)
  if (reason !== null)
    found.push(
      finding('markdown', 'commentary', MARKDOWN_WEIGHT, `Readers see the commentary as plain text: it ${reason}.`),
    )
  const { format, sections } = splitSections((fullText ?? '').slice(0, MAX_CHECKED_LENGTH))
  const plain = format === 'plain' ? 0 : sections.filter(({ body }) => markdownBoundExceeded(body) !== null).length
  if (plain > 0) {
    const which = plain === 1 ? '1 section' : `${plain} sections`
    found.push(
      finding('markdown', 'fullText', MARKDOWN_WEIGHT, `Readers may see ${which} of the full text as plain text.`),
    )
  }
  return found
}

/** Takes 15 to 35 ms for the longest texts. */
const textFindings = (paper: PaperWithText): Finding[] => [
  ...agentInstructions(paper),
  ...hiddenCharacters(paper),
  ...unrenderedMarkdown(paper),
  ...uncheckedText(paper),
]

export const MAX_RISK = 100

/** The findings, highest weight first; `risk` is 0 to 100. */
export type CheckReport = { risk: number; findings: Finding[] }

const reportOf = (findings: readonly Finding[]): CheckReport => {
  const sum = findings.reduce((total, { weight }) => total + weight, 0)
  return { risk: Math.min(MAX_RISK, sum), findings: findings.toSorted((a, b) => b.weight - a.weight) }
}

/** Runs every check on a submitted paper. @param alike similar stored papers */
export const checkSubmission = (
  paper: PaperWithText,
  { now, alike }: { now: Date; alike: readonly SimilarPaper[] },
): CheckReport =>
  reportOf([
    ...textFindings(paper),
    ...duplicateFindings(alike),
    ...deadLinks(paper),
    ...implausibleYear(paper, now),
    ...missingAbstract(paper),
  ])

/** The same report, with stored papers that may be the same work. Those that it names already stay as they are. */
export const withPapersToCompare = (
  report: CheckReport,
  papers: readonly { paper: Pick<Paper, 'id' | 'title'>; state: SubmissionState }[],
): CheckReport => {
  const named = new Set(report.findings.flatMap(({ alike }) => alike.map(({ id }) => id)))
  const alike = papers.flatMap(({ paper: { id, title }, state }): SimilarPaper[] =>
    named.has(id) ? [] : [{ id, title, state, match: 'near_title' }],
  )
  return alike.length === 0 ? report : reportOf([...report.findings, ...duplicateFindings(alike)])
}

const UNSURE_WEIGHT = 30

const unsureReasons: Record<UnsureField, string> = {
  title: 'The title was read from the pages of a PDF and may be wrong: compare it with the first page.',
  authors:
    'The authors were read from the pages of a PDF and may be wrong or incomplete: compare them with the first page.',
}

/** The same report, with fields that may have been read wrongly. */
export const withUnsureFields = (report: CheckReport, unsure: readonly UnsureField[] = []): CheckReport =>
  unsure.length === 0
    ? report
    : reportOf([
        ...report.findings,
        ...unsure.map((field) => finding('unsure_reading', field, UNSURE_WEIGHT, unsureReasons[field])),
      ])

/** The fields that a stored report names as unsure; the paper itself does not show them. */
export const unsureFieldsIn = (report: CheckReport | null): UnsureField[] =>
  unsureFields.filter((field) =>
    report?.findings.some((found) => found.check === 'unsure_reading' && found.field === field),
  )

/** The same report with further findings. */
export const withFindings = (report: CheckReport, found: readonly Finding[]): CheckReport =>
  found.length === 0 ? report : reportOf([...report.findings, ...found])

/** Checks whose findings come from a source of the paper, so that looking at the paper again does not find them. */
const carriedChecks: ReadonlySet<CheckName> = new Set(['unsure_reading', 'notice'])

/** The same report, with the findings of a stored one that the paper itself does not show. */
export const withCarriedFindings = (report: CheckReport, stored: CheckReport | null): CheckReport => {
  const carried = stored?.findings.filter(({ check }) => carriedChecks.has(check)) ?? []
  return withFindings(report, carried)
}

export const changedUnsureFields = (before: Paper, after: Paper): UnsureField[] =>
  unsureFields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))

/** A report without the findings that fields are unsure which somebody has changed or confirmed. */
export const withoutUnsureFields = (report: CheckReport | null, settled: readonly UnsureField[]): CheckReport | null =>
  report &&
  reportOf(
    report.findings.filter(({ check, field }) => check !== 'unsure_reading' || !settled.some((one) => one === field)),
  )

const SEQ_RANGE = 2 ** 32

/**
 * An integer that orders the queue by falling risk, oldest first among equals.
 * @param seq the position of the paper in order of storage
 */
export const queueKey = (risk: number, seq: number): number => (MAX_RISK - risk) * SEQ_RANGE + seq

/** How many words of a title are searched: the longest, as they tend to be the rarest. */
const MAX_QUERY_WORDS = 8
/** A word in more titles than this is common: it means little, and reading them all would take too long. */
export const MAX_RARE_MATCHES = 25
/** The least Jaccard similarity of near titles. */
const MIN_JACCARD = 0.6

const titleWords = (title: string): Set<string> =>
  new Set(tokenize(title).flatMap(({ parts }) => parts.map(({ token }) => token)))

/** One search per word; titles that share a rare word are candidates. */
export const similarTitleQueries = (title: string): SearchQuery[] =>
  [...titleWords(title)]
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_QUERY_WORDS)
    .map((token) => ({ all: [[{ field: 'title', tokens: [token], prefix: false }]], none: [] }))

/** Whether two titles share most of their words, in any order. */
export const isSimilarTitle = (one: string, other: string): boolean => {
  const [a, b] = [titleWords(one), titleWords(other)]
  const shared = a.intersection(b).size
  return shared > 0 && shared / (a.size + b.size - shared) >= MIN_JACCARD
}
