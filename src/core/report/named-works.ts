import { arxivIdIn, doiIn } from '#core/papers/identifiers.ts'
import { paperLink } from '#core/papers/paper-link.ts'
import type { Steps } from '#core/steps.ts'
import type { ReportText, TextSpan } from './report-text.ts'

/** Authors and a year, as a citation has them: “Yao et al., 2023”. `hasOthers`: “et al.” */
export type NamedAuthors = {
  authors: string[]
  hasOthers: boolean
  year: number | null
  /** The letter after the year, by which a list of references tells works of one year apart. */
  suffix: string
}

/** How a citation in running text names a work. */
export type NamedWork =
  | { by: 'id'; id: string }
  | { by: 'identifier'; doi: string | null; arxivId: string | null; arxivVersion: number | null }
  | { by: 'address'; url: string; isPaper: boolean }
  | { by: 'names'; names: NamedAuthors & { year: number } }
  /** The name of an entry in the list of references. */
  | { by: 'entry'; name: string }

/**
 * A citation in running text. `group`: citations that stand in one pair of brackets, or directly one after the other, support the
 * same words. `beside`: names that stand directly before an identifier; `title`: words that the text uses as the title of its work.
 */
export type InlineCitation = TextSpan & {
  work: NamedWork
  text: string
  group: number
  beside: NamedAuthors | null
  title: string | null
  /** The words of `[p19 "…"]`. */
  quoted: (TextSpan & { words: string }) | null
  /** A single name after another capitalized word, such as a product and a year: only a work of the library makes it a citation. */
  isDoubtful: boolean
}

const NAME = String.raw`(?:(?:van|von|de|del|della|der|den|di|da|dos|la|le|bin|ben|ten|ter|al|el)\s+){0,3}\p{Lu}[\p{L}\p{M}'’‐-]{1,40}`
const NOT_IN_WORD = String.raw`(?<![\p{L}\p{M}\p{N}'’‐-])`
const AUTHORS = String.raw`${NOT_IN_WORD}(?<authors>${NAME}(?:,\s+${NAME}){0,4}(?:,?\s+(?:and|&)\s+${NAME})?)(?<others>,?\s+(?:et\s+al\b\.?|and\s+(?:others|colleagues)))?`
const YEAR = String.raw`(?<year>(?:1[89]|20)\d{2})(?<suffix>[a-z](?![\p{L}\p{N}]))?(?!\d)`
/** Further years of the same authors: “2022, 2023”, and letters: “2023a, b”. */
const FURTHER = String.raw`(?<further>(?:\s*(?:,|and|&)\s*(?:(?:1[89]|20)\d{2}[a-z]?|[a-z])(?![\p{L}\p{N}]|\.?\s?\d)){0,4})`
/** “Yao et al. (2023)”, “Yao et al. [2023]”. */
const NARRATIVE = new RegExp(String.raw`${AUTHORS}(?:'s|’s)?\s*(?<open>[([])\s*${YEAR}${FURTHER}`, 'gu')
/** “Yao et al., 2023”, within brackets. */
const PARENTHETICAL = new RegExp(String.raw`${AUTHORS}(?<comma>,)?\s+\(?${YEAR}${FURTHER}`, 'gu')
/** Names right before an identifier, without a year. */
const NAMES_BEFORE = new RegExp(
  String.raw`${NOT_IN_WORD}(?<authors>${NAME}(?:\s+(?:and|&)\s+${NAME})?)(?<others>\s+et\s+al\.?)?(?:'s|’s)?[\s(,]*$`,
  'u',
)

/** Words with a capital that a year may follow without being a name. */
const NO_NAMES = new Set(
  `january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct
  nov dec spring summer autumn fall winter table figure fig section sec chapter appendix equation version since until from in by
  the this that these those and also see our their its we as at on for with during before after between about around early late
  mid year years edition volume issue copyright updated published accessed retrieved released release draft note model models
  dataset benchmark conference workshop proceedings journal preprint arxiv neurips icml iclr acl emnlp naacl cvpr iccv eccv aaai
  ijcai kdd sigir chi colm python java nature science table q1 q2 q3 q4 monday tuesday wednesday thursday friday saturday sunday
  however while when where if then but so here there now today recently both all some most many each every no not only first
  second third finally although because earlier later previous following google-scholar`
    .split(/\s+/u)
    .filter((word) => word !== ''),
)

const ADDRESS = /\bhttps?:\/\/[^\s<>"“”{}|\\^`]{3,1000}/gu
/** Punctuation after an address that is not a part of it; the lookbehind tries each run only once. */
const AFTER_ADDRESS = /(?<![.,;:!?*_'’\])])[.,;:!?*_'’\])]+$/u
const DOI_TEXT = /(?<![\w/.])(?:doi:\s{0,2}|(?:dx\.|www\.)?doi\.org\/)?10\.\d{4,9}\/[^\s"“”<>{}|\\^`]{1,200}/giu
const ARXIV_TEXT =
  /(?<![\w/.])(?:(?:www\.)?arxiv\.org\/(?:abs|pdf|html)\/|arxiv(?:\s{0,2}:\s{0,2}|\s{1,2}(?:preprint\s{1,2})?(?:arxiv:)?))(?<id>\d{4}\.\d{4,5}|[a-z-]{2,12}(?:\.[A-Z]{2})?\/\d{7})(?:v(?<version>\d{1,2}))?(?!\d)/giu
/** A bare id of arXiv within brackets. */
const ARXIV_ALONE = /(?<=[([]\s?|[;,]\s)(?<id>\d{4}\.\d{5})(?:v(?<version>\d{1,2}))?(?=\s?[)\];,])/gu
const VERSION = /v(?<version>\d{1,2})(?:\.pdf)?\/?$/iu
/** A page of a paper in a library of this kind. */
const PAPER_PAGE = /\/papers\/(?<id>p\d{1,15})(?=[/?#]|$)/u
const OWN_PAGE = /(?<![\w.:/])\/papers\/(?<id>p\d{1,15})(?![\w-])/gu

const ID_GROUP =
  /(?<open>[[(])\s?(?:(?:see|e\.g\.,?|cf\.|also|papers?)\s+){0,2}(?<ids>p\d{1,15}(?:\s*(?:[,;&]|and)\s*p\d{1,15}){0,30})(?:,?\s+(?:pp?\.|§|sections?|sec\.|ch\.)[^\])\n]{1,40})?\s?(?<close>[\])])/gu
const QUOTING_ID = /\[(?<id>p\d{1,15})[ \t\r\n]{1,3}(?<open>["“„«])/gu
const PAPER_NAMED = /\b[Pp]apers?\s+(?<id>p\d{1,15})(?![\w-])/gu
/** What an address of `[p19 "…"]` may at most quote. */
const MAX_QUOTED = 3_000
const NUMBER_GROUP =
  /(?<![\]\w!])\[(?<numbers>\d{1,3}(?:\s*[,;–-]\s*\d{1,3}){0,20})(?:,\s*(?:pp?\.|§|sec\.|ch\.)[^\]\n]{1,40})?\](?!\()|(?<=\])\[(?<next>\d{1,3})\](?!\()/gu
/** A colon makes it a note of its own only where nothing stands before it. */
const FOOTNOTE = /\[\^(?<note>[\w-]{1,20})\](?:(?!:)|(?<=[\p{L}\p{N}.,;"”’)]\s?\[\^[\w-]{1,20}\]))/gu
const KEYS =
  /\[(?<keys>-?@[\w:.+/-]{1,80}(?:\s*[;,]\s*-?@[\w:.+/-]{1,80}){0,20})[^\]\n]{0,80}\]|\\cite[pt]?\*?\{(?<tex>[^{}\n]{1,400})\}/gu

const LINK =
  /\[(?<label>[^[\]]{1,300}(?:\[[^[\]]{0,100}\][^[\]]{0,200})?)\]\(\s?<?(?<url>[^\s()<>]{1,1000}(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,500})?)>?(?:\s+"[^"\n]{0,300}")?\s?\)/gu

type Found = TextSpan & { work: NamedWork } & Partial<
    Pick<InlineCitation, 'quoted' | 'title' | 'beside' | 'isDoubtful'>
  >

const identifierOf = (text: string): NamedWork | null => {
  const arxivId = arxivIdIn(text)
  const doi = doiIn(text)
  if (arxivId === null && doi === null) return null
  const version = arxivId === null ? undefined : VERSION.exec(text)?.groups?.version
  return {
    by: 'identifier',
    doi: arxivId === null ? doi : null,
    arxivId,
    arxivVersion: version === undefined ? null : Number(version),
  }
}

/** The end of an address, without the punctuation of the sentence; a bracket that was opened within it stays. */
const addressIn = (text: string): string => {
  let address = text.replace(AFTER_ADDRESS, '')
  const rest = text.slice(address.length)
  if (rest.startsWith(')') && address.includes('(') && !address.includes(')')) address += ')'
  return address
}

/** The work that an address leads to. */
const workAt = (url: string, publicUrl: string): NamedWork | null => {
  const isOwn = url.startsWith(`${publicUrl}/`) || url.startsWith('/papers/')
  const id = PAPER_PAGE.exec(url)?.groups?.id
  if (isOwn) return id === undefined ? null : { by: 'id', id }
  if (!/^https?:\/\//iu.test(url)) return null
  const link = paperLink(url)
  if (link !== null && 'arxivId' in link) {
    const version = VERSION.exec(url)?.groups?.version
    const arxivVersion = version === undefined ? null : Number(version)
    return { by: 'identifier', doi: null, arxivId: link.arxivId, arxivVersion }
  }
  if (link !== null && 'doi' in link) return { by: 'identifier', doi: link.doi, arxivId: null, arxivVersion: null }
  return { by: 'address', url, isPaper: link !== null }
}

const isName = (name: string): boolean =>
  !NO_NAMES.has(name.toLowerCase()) && /\p{Ll}/u.test(name) && !/^\p{Lu}{2,}s?$/u.test(name)

const splitAuthors = (authors: string): string[] =>
  authors
    .split(/,?\s+(?:and|&)\s+|,\s+/u)
    .map((name) => name.trim())
    .filter((name) => name !== '')

type NameGroups = {
  authors?: string
  others?: string
  year?: string
  suffix?: string
  further?: string
  comma?: string
}

/** The names of a match, without a capitalized word before them that is none: “In Yao et al. (2023)”. */
const namesOf = ({ authors = '', others, year, suffix = '' }: NameGroups): NamedAuthors | null => {
  const all = splitAuthors(authors)
  const from = all.findLastIndex((name) => !isName(name)) + 1
  const names = all.slice(from)
  if (names.length === 0) return null
  return { authors: names, hasOthers: others !== undefined, year: year === undefined ? null : Number(year), suffix }
}

const furtherYears = (further = ''): number[] => [...further.matchAll(/\d{4}/gu)].map(([year]) => Number(year))

const withYears = (names: NamedAuthors, { further }: NameGroups): (NamedAuthors & { year: number })[] =>
  [...new Set([...(names.year === null ? [] : [names.year]), ...furtherYears(further)])].map((year) => ({
    ...names,
    year,
  }))

/** Groups of round or square brackets without others inside. */
const BRACKETS = /\([^()]{4,800}\)|\[[^[\]]{4,800}\](?!\()/gu

class Taken {
  private readonly spans: Uint8Array
  constructor(length: number) {
    this.spans = new Uint8Array(length)
  }
  has({ start, end }: TextSpan): boolean {
    return this.spans.subarray(start, end).includes(1)
  }
  add({ start, end }: TextSpan): void {
    this.spans.fill(1, start, end)
  }
}

const isSingle = ({ authors, hasOthers }: NamedAuthors): boolean => authors.length === 1 && !hasOthers
/** What may stand before a single name within brackets. */
const LEADS_TO_NAME = /(?:[;,([]|\b(?:see|e\.g\.,?|i\.e\.,?|cf\.?|also|and|from|by|in|following|after))\s*$/u
const AFTER_CAPITAL = /\p{Lu}[\p{L}\p{N}-]{1,30}\s$/u

const parentheticals = (text: string): Found[] =>
  [...text.matchAll(BRACKETS)].flatMap((bracket) =>
    [...bracket[0].matchAll(PARENTHETICAL)].flatMap((match): Found[] => {
      const groups = match.groups ?? {}
      const names = namesOf(groups)
      // “(Since 2023)”, “(GPT 2023)”: a single name needs a comma.
      const isClear = names !== null && (names.hasOthers || names.authors.length > 1 || groups.comma !== undefined)
      if (names === null || !isClear) return []
      const start = bracket.index + match.index
      const isDoubtful = isSingle(names) && !LEADS_TO_NAME.test(bracket[0].slice(0, match.index))
      return withYears(names, groups).map((named) => ({
        start,
        end: start + match[0].length,
        work: { by: 'names', names: named },
        isDoubtful,
      }))
    }),
  )

const narratives = (text: string): Found[] =>
  [...text.matchAll(NARRATIVE)].flatMap((match): Found[] => {
    const groups = match.groups ?? {}
    const names = namesOf(groups)
    if (names === null) return []
    const lead = match[0].indexOf(names.authors[0] ?? '')
    const end = match.index + match[0].length
    const closes = /^\s?[)\]]/u.exec(text.slice(end, end + 2))?.[0].length ?? 0
    const isDoubtful = isSingle(names) && AFTER_CAPITAL.test(text.slice(Math.max(0, match.index - 40), match.index))
    return withYears(names, groups).map((named) => ({
      start: match.index + Math.max(0, lead),
      end: end + closes,
      work: { by: 'names', names: named },
      isDoubtful,
    }))
  })

/** “Yao et al. 2023” without brackets. */
const BARE = new RegExp(
  String.raw`${NOT_IN_WORD}(?<authors>${NAME})(?<others>,?\s+et\s+al\.?),?\s+${YEAR}${FURTHER}`,
  'gu',
)

const bareNames = (text: string): Found[] =>
  [...text.matchAll(BARE)].flatMap((match): Found[] => {
    const names = namesOf(match.groups ?? {})
    if (names === null) return []
    return withYears(names, match.groups ?? {}).map((named) => ({
      start: match.index,
      end: match.index + match[0].length,
      work: { by: 'names', names: named },
    }))
  })

const CLOSING = { '"': /"\s?\]/gu, '“': /”\s?\]/gu, '„': /[“”]\s?\]/gu, '«': /»\s?\]/gu } as const

/** Finds the next end of a quotation after a place; places only rise, so that each end is looked for once. */
const closings = (text: string): ((open: string, from: number) => { start: number; end: number } | null) => {
  const next = new Map<string, { start: number; end: number } | null>()
  return (open, from) => {
    const known = next.get(open)
    if (known !== undefined && (known === null || known.start >= from)) return known
    const pattern = new RegExp(CLOSING[open as keyof typeof CLOSING] ?? CLOSING['"'])
    pattern.lastIndex = from
    const match = pattern.exec(text)
    const found = match === null ? null : { start: match.index, end: match.index + match[0].length }
    next.set(open, found)
    return found
  }
}

const quotingIds = (text: string): Found[] => {
  const closing = closings(text)
  return [...text.matchAll(QUOTING_ID)].flatMap((match): Found[] => {
    const { id = '', open = '"' } = match.groups ?? {}
    const from = match.index + match[0].length
    const close = closing(open, from)
    if (close === null || close.start - from > MAX_QUOTED) return []
    const quoted = { start: from, end: close.start, words: text.slice(from, close.start) }
    return [{ start: match.index, end: close.end, work: { by: 'id', id }, quoted }]
  })
}

const idGroups = (text: string): Found[] =>
  [...text.matchAll(ID_GROUP)].flatMap(({ index, 0: whole, groups }): Found[] => {
    const { ids = '' } = groups ?? {}
    const found = [...ids.matchAll(/p\d{1,15}/gu)]
    const from = index + whole.indexOf(ids)
    const isAlone = found.length === 1
    return found.map(({ index: at, 0: id }) => ({
      start: isAlone ? index : from + at,
      end: isAlone ? index + whole.length : from + at + id.length,
      work: { by: 'id', id },
    }))
  })

const namedIds = (text: string): Found[] => [
  ...[...text.matchAll(PAPER_NAMED)].map(({ index, 0: whole, groups }): Found => {
    const { id = '' } = groups ?? {}
    return { start: index + whole.length - id.length, end: index + whole.length, work: { by: 'id', id } }
  }),
  ...[...text.matchAll(OWN_PAGE)].map(({ index, 0: whole, groups }): Found => ({
    start: index,
    end: index + whole.length,
    work: { by: 'id', id: groups?.id ?? '' },
  })),
]

/** The numbers of “[3, 5–7]”. */
const numbersOf = (text: string): string[] =>
  text.split(/\s*[,;]\s*/u).flatMap((part) => {
    const [from = 0, to = from] = part.split(/\s*[–-]\s*/u).map(Number)
    return to < from || to - from > 20
      ? [String(from)]
      : Array.from({ length: to - from + 1 }, (_, more) => String(from + more))
  })

const entryMarks = (text: string, names: ReadonlySet<string>): Found[] => [
  ...[...text.matchAll(NUMBER_GROUP)].flatMap(({ index, 0: whole, groups }): Found[] => {
    const numbers = numbersOf(groups?.numbers ?? groups?.next ?? '')
    // A text without a numbered list has intervals, and a list has no [0].
    if (!names.has('1') || numbers.includes('0')) return []
    return numbers.map((name) => ({
      start: index,
      end: index + whole.length,
      work: { by: 'entry', name },
    }))
  }),
  ...[...text.matchAll(FOOTNOTE)].flatMap(({ index, 0: whole, groups }): Found[] =>
    names.has(groups?.note ?? '')
      ? [{ start: index, end: index + whole.length, work: { by: 'entry', name: groups?.note ?? '' } }]
      : [],
  ),
  ...[...text.matchAll(KEYS)].flatMap(({ index, 0: whole, groups }): Found[] =>
    (groups?.keys ?? groups?.tex ?? '')
      .split(/[;,]/u)
      .map((key) => key.trim().replace(/^-?@/u, ''))
      .filter((name) => names.has(name))
      .map((name) => ({ start: index, end: index + whole.length, work: { by: 'entry', name } })),
  ),
]

const links = (text: string, publicUrl: string): Found[] =>
  [...text.matchAll(LINK)].flatMap(({ index, 0: whole, groups }): Found[] => {
    const { label = '', url = '' } = groups ?? {}
    const work = workAt(url, publicUrl)
    if (work === null) return []
    const names = new RegExp(PARENTHETICAL.source, 'u').exec(label) ?? new RegExp(NARRATIVE.source, 'u').exec(label)
    const beside = names === null ? null : namesOf(names.groups ?? {})
    const title = names === null ? label.replaceAll(/^[*_"“\s]+|(?<![*_"”\s])[*_"”\s]+$/gu, '') : null
    return [{ start: index, end: index + whole.length, work, beside, title }]
  })

const addresses = (text: string, publicUrl: string): Found[] =>
  [...text.matchAll(ADDRESS)].flatMap(({ index, 0: whole }): Found[] => {
    const url = addressIn(whole)
    const work = workAt(url, publicUrl)
    return work === null ? [] : [{ start: index, end: index + url.length, work }]
  })

const arxivIds = (text: string): Found[] =>
  [...text.matchAll(ARXIV_TEXT), ...text.matchAll(ARXIV_ALONE)].flatMap(({ index, 0: whole, groups }): Found[] => {
    const arxivId = arxivIdIn(`arxiv:${groups?.id ?? ''}`)
    if (arxivId === null) return []
    const version = groups?.version
    const arxivVersion = version === undefined ? null : Number(version)
    return [{ start: index, end: index + whole.length, work: { by: 'identifier', doi: null, arxivId, arxivVersion } }]
  })

const dois = (text: string): Found[] =>
  [...text.matchAll(DOI_TEXT)].flatMap(({ index, 0: whole }): Found[] => {
    const doi = addressIn(whole)
    const work = identifierOf(doi)
    return work === null ? [] : [{ start: index, end: index + doi.length, work }]
  })

/** Names right before a citation that is an identifier. */
const namesBefore = (text: string, start: number): { names: NamedAuthors; start: number } | null => {
  const from = Math.max(0, start - 120)
  const match = NAMES_BEFORE.exec(text.slice(from, start))
  if (match === null) return null
  const groups = match.groups ?? {}
  const names = namesOf(groups)
  if (names === null || !(names.hasOthers || names.authors.length > 1)) return null
  return { names, start: from + match.index }
}

/** Between two citations of one group, or between names and the identifier of one work. */
const JOINED = /^[\s()[\],;&–—-]{0,6}(?:and\s|see\s|also\s)?$/u
const SAME_WORK = /^(?:\)?(?:['’]s)?[\s:]{0,2}[([]?\s?|,\s{1,2})$/u
/** A title right before a citation: in quotation marks or emphasised. */
const TITLE_BEFORE =
  /(?:"(?<straight>[^"]{8,250})"|“(?<curly>[^“”]{8,250})”|\*{1,3}(?<stars>[^*]{8,250})\*{1,3}|(?<![\w_])_(?<line>[^_]{8,250})_)[,.]?\s?[([]?\s?$/u

const titleBefore = (text: string, start: number): string | null => {
  const found = TITLE_BEFORE.exec(text.slice(Math.max(0, start - 260), start))?.groups
  return found?.straight ?? found?.curly ?? found?.stars ?? found?.line ?? null
}

const isIdentifying = ({ work }: Found): boolean =>
  work.by === 'id' || work.by === 'identifier' || work.by === 'address'

/** Names and a year alone in parentheses right after a link whose words are a title: “[Title](address) (Yao et al., 2023)”. */
const namesAfter = (
  text: string,
  { end, title, beside }: Found,
  next: Found | undefined,
): { found: Found; names: NamedAuthors; end: number } | null =>
  next?.work.by === 'names' &&
  typeof title === 'string' &&
  beside === null &&
  /^ ?\($/u.test(text.slice(end, next.start)) &&
  text[next.end] === ')'
    ? { found: next, names: next.work.names, end: next.end + 1 }
    : null

/** The citations of one block, in order. Names and the identifier of the same work are one citation. */
const citationsOfBlock = (
  text: string,
  { names, publicUrl }: { names: ReadonlySet<string>; publicUrl: string },
): Omit<InlineCitation, 'group'>[] => {
  const taken = new Taken(text.length)
  const accepted: Found[] = []
  const readers = [
    () => quotingIds(text),
    () => links(text, publicUrl),
    () => addresses(text, publicUrl),
    () => dois(text),
    () => arxivIds(text),
    () => idGroups(text),
    () => namedIds(text),
    () => entryMarks(text, names),
    () => narratives(text),
    () => parentheticals(text),
    () => bareNames(text),
  ]
  for (const read of readers) {
    const found = read().filter((one) => !taken.has(one))
    for (const one of found) taken.add(one)
    accepted.push(...found)
  }
  const ordered = accepted.toSorted((a, b) => a.start - b.start)
  const citations: Omit<InlineCitation, 'group'>[] = []
  let dropped: Found | null = null
  for (const [index, found] of ordered.entries()) {
    if (found === dropped) continue
    const next = ordered[index + 1]
    const isSame =
      found.work.by === 'names' &&
      next !== undefined &&
      isIdentifying(next) &&
      SAME_WORK.test(text.slice(found.end, next.start)) &&
      ordered[index + 2]?.start !== next.start
    if (isSame && found.work.by === 'names') {
      dropped = next
      const { names: beside } = found.work
      const title = next.title ?? titleBefore(text, found.start)
      // “(Yao et al., 2023) [p19]” has its first parenthesis, too.
      const isOpen = text[found.start - 1] === '(' && text.slice(found.end, next.start).includes(')')
      const start = found.start - (isOpen ? 1 : 0)
      citations.push({
        ...complete(text, next),
        start,
        text: text.slice(start, next.end),
        beside,
        title,
      })
      continue
    }
    const after = namesAfter(text, found, next)
    if (after !== null) {
      dropped = after.found
      citations.push({
        ...complete(text, found),
        end: after.end,
        text: text.slice(found.start, after.end),
        beside: after.names,
      })
      continue
    }
    const before = isIdentifying(found) && found.beside === undefined ? namesBefore(text, found.start) : null
    citations.push({ ...complete(text, found), ...(before === null ? {} : { beside: before.names }) })
  }
  return citations
}

const complete = (
  text: string,
  { start, end, work, beside = null, title, quoted = null, isDoubtful = false }: Found,
): Omit<InlineCitation, 'group'> => ({
  start,
  end,
  work,
  text: text.slice(start, end),
  beside,
  title: title ?? (work.by === 'entry' ? null : titleBefore(text, start)),
  quoted,
  isDoubtful,
})

/** Reads the citations in running text, in time that is linear in its length; a step for each block. */
export function* readCitations({ masked, blocks, entries }: ReportText, publicUrl: string): Steps<InlineCitation[]> {
  const names = new Set(entries.flatMap(({ name }) => (name === null ? [] : [name])))
  const citations: InlineCitation[] = []
  let group = 0
  for (const { start, end } of blocks) {
    const text = masked.slice(start, end)
    let last: { end: number } | null = null
    for (const citation of citationsOfBlock(text, { names, publicUrl })) {
      if (
        last === null ||
        !JOINED.test(text.slice(last.end, Math.max(last.end, Math.min(citation.start, last.end + 20))))
      )
        group += 1
      last = citation
      const { quoted } = citation
      citations.push({
        ...citation,
        start: citation.start + start,
        end: citation.end + start,
        quoted: quoted === null ? null : { ...quoted, start: quoted.start + start, end: quoted.end + start },
        group,
      })
    }
    yield
  }
  return citations
}
