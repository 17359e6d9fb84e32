import { calendarDay, dayNumber, dayOfNumber, type CalendarDay } from '#core/calendar-day.ts'
import { wordWeight } from '#core/search/ranking/stop-words.ts'
import { tokenize } from '#core/text/tokenize.ts'

/** What words of a question may stand for, besides being words. */
export type ReadBounds = { yearFrom?: number; yearTo?: number; addedSince?: CalendarDay; author?: string }

/** Words of a question that can be read as filters. */
export type ReadWords = { words: string; filters: ReadBounds }

/** A question read as filters and the words that are left. */
export type QuestionReading = {
  read: readonly ReadWords[]
  filters: ReadBounds
  /** Null if no word of content is left; a name that is a filter stays a word as well. */
  rest: string | null
}

/** Filters that are given already: what they bound is not read from the words. */
export type GivenBounds = Partial<Record<'year' | keyof ReadBounds, unknown>>

/** What a rule makes of the named parts of its match; null if it means something else. */
type Rule = { form: RegExp; read: (parts: Record<string, string | undefined>, today: CalendarDay) => ReadBounds | null }

/** Earlier numbers of four digits are rarely years of publication. */
const FIRST_YEAR = 1950
const NEW_DAYS = 30

const YEAR = String.raw`(?:19|20)\d\d`
/**
 * What may follow a year: the end, punctuation but for what joins it to another word, or a word that continues a question. A unit
 * does not: “in 2000 steps”.
 */
const END = String.raw`(?=$|[.,;?!)\]]+(?:\s|$)|\s+(?:about|added|and(?!\s+\d)|any|are|article|articles|as|at|but|by|can|did|do|does|for|from|have|how|in|is|on|or|our|paper|papers|preprint|preprints|publications?|research|reviews?|says?|show|showed|stud(?:y|ies)|surveys?|that|the|there|use|using|was|we|were|what|where|which|who|why|with|without|works?)(?![\p{L}\p{N}-]))`
const BEGIN = String.raw`(?<![\p{L}\p{N}_"-])`
const PUBLISHED = String.raw`(?:(?:published|written|released|appeared|that\s+appeared|works?\s+done)\s+)?`
const ADDED = String.raw`(?<added>(?:added|new\s+here|that\s+(?:are\s+)?new)\s+)?`
const UNITS = 'day|week|month|year'
const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

const rule = (form: string): RegExp => new RegExp(BEGIN + form, 'giu')

const yearOf = (today: CalendarDay): number => Number(today.slice(0, 4))

/** A year in which something may be published by now; null for another number. */
const toYear = (digits: string | undefined, today: CalendarDay): number | null => {
  const year = Number(digits)
  return year >= FIRST_YEAR && year <= yearOf(today) + 1 ? year : null
}

const bounded = (
  digits: string | undefined,
  today: CalendarDay,
  bounds: (year: number) => ReadBounds,
): ReadBounds | null => {
  const year = toYear(digits, today)
  return year === null ? null : bounds(year)
}

const between = ({ from, to }: Record<string, string | undefined>, today: CalendarDay): ReadBounds | null => {
  const [yearFrom, yearTo] = [toYear(from, today), toYear(to, today)]
  return yearFrom === null || yearTo === null || yearFrom > yearTo ? null : { yearFrom, yearTo }
}

const daysBefore = (today: CalendarDay, days: number): CalendarDay => dayOfNumber(dayNumber(today) - days)

const MONTH_DAYS = 30
const YEAR_DAYS = 365
const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, month: MONTH_DAYS, year: YEAR_DAYS }

const numberOf = (word: string | undefined): number => {
  const index = NUMBERS.indexOf((word ?? 'one').toLowerCase())
  return index === -1 ? Number(word) : index + 1
}

/** The days since the last Monday. */
const daysIntoWeek = (today: CalendarDay): number => (new Date(today).getUTCDay() + 6) % 7

/** Years are those of publication, shorter spans those since a paper became public here. */
const pastSpan = ({ number, unit = '', added }: Record<string, string | undefined>, today: CalendarDay): ReadBounds => {
  const count = numberOf(number)
  return unit.toLowerCase() === 'year' && added === undefined
    ? { yearFrom: yearOf(today) - count }
    : { addedSince: daysBefore(today, count * (DAYS[unit.toLowerCase()] ?? 1)) }
}

const currentSpan = ({ unit = '', added }: Record<string, string | undefined>, today: CalendarDay): ReadBounds => {
  switch (unit.toLowerCase()) {
    case 'year':
      return added === undefined
        ? { yearFrom: yearOf(today), yearTo: yearOf(today) }
        : { addedSince: `${today.slice(0, 4)}-01-01` }
    case 'month':
      return { addedSince: `${today.slice(0, 7)}-01` }
    default:
      return { addedSince: daysBefore(today, daysIntoWeek(today)) }
  }
}

const NAME = String.raw`\p{L}[\p{L}’'-]{1,40}`
const CAPITALIZED = String.raw`\p{Lu}[\p{L}’'-]{1,40}`

const byAuthor = ({ author = '', year }: Record<string, string | undefined>, today: CalendarDay): ReadBounds | null =>
  bounded(year, today, (of) => ({ author, yearFrom: of, yearTo: of }))

const isName = /^\p{Lu}\p{Ll}/u

/** Tried in this order; what one has read is not read again. */
const rules: readonly Rule[] = [
  // Yao et al. 2022; Yao et al. (2022); (Yao et al., 2022b)
  {
    form: rule(String.raw`\(?(?<author>${NAME})\s+et\.?\s+al\.?\s*,?\s*\(?(?<year>${YEAR})[a-z]?\)?(?![\p{L}\p{N}-])`),
    read: byAuthor,
  },
  // (Shinn, 2023); (Shinn & Labash, 2023)
  {
    form: rule(String.raw`\((?<author>${CAPITALIZED})(?:\s+(?:&|and)\s+${CAPITALIZED})?,\s*(?<year>${YEAR})[a-z]?\)`),
    read: (parts, today) => (isName.test(parts.author ?? '') ? byAuthor(parts, today) : null),
  },
  {
    form: rule(String.raw`${PUBLISHED}between\s+(?<from>${YEAR})\s+and\s+(?<to>${YEAR})${END}`),
    read: between,
  },
  {
    form: rule(String.raw`${PUBLISHED}from\s+(?<from>${YEAR})\s+(?:to|until|till|through)\s+(?<to>${YEAR})${END}`),
    read: between,
  },
  {
    form: rule(String.raw`${PUBLISHED}(?:in|during|from)\s+(?<from>${YEAR})\s?[-–]\s?(?<to>${YEAR})${END}`),
    read: between,
  },
  // A day can only be the one on which a paper became public here.
  {
    form: rule(String.raw`${ADDED}since\s+(?<day>${YEAR}-\d\d-\d\d)(?![\p{L}\p{N}-])`),
    read: ({ day = '' }, today) =>
      calendarDay(new Date(Date.parse(day) || 0)) === day && day <= today ? { addedSince: day } : null,
  },
  {
    form: rule(String.raw`added\s+(?:since|in)\s+(?<year>${YEAR})${END}`),
    read: ({ year }, today) => bounded(year, today, (of) => ({ addedSince: `${of}-01-01` })),
  },
  {
    form: rule(String.raw`${PUBLISHED}(?:since|starting\s+(?:in|from))\s+(?<year>${YEAR})${END}`),
    read: ({ year }, today) => bounded(year, today, (yearFrom) => ({ yearFrom })),
  },
  {
    form: rule(
      String.raw`${PUBLISHED}(?:from|in)\s+(?<year>${YEAR})\s+(?:on|onwards?|or\s+later|and\s+later)(?![\p{L}\p{N}-])`,
    ),
    read: ({ year }, today) => bounded(year, today, (yearFrom) => ({ yearFrom })),
  },
  {
    form: rule(String.raw`${PUBLISHED}after\s+(?<year>${YEAR})${END}`),
    read: ({ year }, today) => bounded(year, today, (of) => ({ yearFrom: of + 1 })),
  },
  {
    form: rule(String.raw`${PUBLISHED}(?:before|prior\s+to)\s+(?<year>${YEAR})${END}`),
    read: ({ year }, today) => bounded(year, today, (of) => ({ yearTo: of - 1 })),
  },
  {
    form: rule(String.raw`${PUBLISHED}(?:until|till|up\s+to)\s+(?<year>${YEAR})${END}`),
    read: ({ year }, today) => bounded(year, today, (yearTo) => ({ yearTo })),
  },
  {
    form: rule(String.raw`${PUBLISHED}(?:in|during|from)\s+(?:the\s+year\s+)?(?<year>${YEAR})${END}`),
    read: ({ year }, today) => bounded(year, today, (of) => ({ yearFrom: of, yearTo: of })),
  },
  {
    form: rule(
      String.raw`${PUBLISHED}${ADDED}(?:in|from|during|over|within)\s+the\s+(?:last|past)\s+(?:(?<number>\d{1,2}|${NUMBERS.join('|')})\s+)?(?<unit>${UNITS})s?${END}`,
    ),
    read: pastSpan,
  },
  {
    form: rule(String.raw`${PUBLISHED}(?:in|from|during|since)\s+last\s+year${END}`),
    read: (_parts, today) => ({ yearFrom: yearOf(today) - 1, yearTo: yearOf(today) - 1 }),
  },
  {
    form: rule(String.raw`(?:papers|published|articles|work|studies)\s+last\s+year${END}`),
    read: (_parts, today) => ({ yearFrom: yearOf(today) - 1, yearTo: yearOf(today) - 1 }),
  },
  {
    form: rule(String.raw`last\s+year(?=[’']s\s+(?:papers|articles|work|studies))[’']s`),
    read: (_parts, today) => ({ yearFrom: yearOf(today) - 1, yearTo: yearOf(today) - 1 }),
  },
  {
    form: rule(
      String.raw`${PUBLISHED}${ADDED}(?:(?:in|from|during)\s+)?(?<!\bfor\s)this\s+(?<unit>week|month|year)${END}`,
    ),
    read: currentSpan,
  },
  {
    form: rule(String.raw`(?:added|new)\s+today${END}`),
    read: (_parts, today) => ({ addedSince: today }),
  },
  {
    form: rule(
      String.raw`(?:what(?:['’]s|\s+is)\s+new|(?:newly|recently)\s+added|added\s+recently|new(?=\s+(?:papers|articles|publications)(?:\s|$)))(?![\p{L}\p{N}-])`,
    ),
    read: (_parts, today) => ({ addedSince: daysBefore(today, NEW_DAYS) }),
  },
]

/** Any word that a rule needs. Most questions have none, and no rule is tried. */
const MAY_NAME_TIME = new RegExp(String.raw`${YEAR}|year|week|month|the\s+(?:last|past)|today|new|recently`, 'iu')

/** Whether how a question is read may depend on the day. */
export const mayNameTime = (text: string): boolean => MAY_NAME_TIME.test(text)

type Bound = 'years' | 'added' | 'author'

const boundsOf = (bounds: GivenBounds): Set<Bound> => {
  const has = (name: keyof GivenBounds): boolean => bounds[name] !== undefined && bounds[name] !== null
  return new Set([
    ...(has('year') || has('yearFrom') || has('yearTo') ? (['years'] as const) : []),
    ...(has('addedSince') ? (['added'] as const) : []),
    ...(has('author') ? (['author'] as const) : []),
  ])
}

type Span = ReadWords & { start: number; end: number }

/** The parts of a text outside quotation marks, at their places. */
const unquoted = (text: string): string => text.replaceAll(/"[^"]*(?:"|$)/gu, (quoted) => '"'.repeat(quoted.length))

const findSpans = (text: string, today: CalendarDay, given: GivenBounds): Span[] => {
  const open = unquoted(text)
  const taken = boundsOf(given)
  const spans: Span[] = []
  for (const { form, read } of rules)
    for (const match of open.matchAll(form)) {
      const [start, end] = [match.index, match.index + match[0].length]
      const filters = read(match.groups ?? {}, today)
      if (filters === null || spans.some((span) => start < span.end && end > span.start)) continue
      const bounds = boundsOf(filters)
      // A second bound of the same kind contradicts the first one, or repeats it.
      if (!bounds.isDisjointFrom(taken)) continue
      for (const bound of bounds) taken.add(bound)
      spans.push({ start, end, filters, words: text.slice(start, end).trim() })
    }
  return spans.toSorted((a, b) => a.start - b.start)
}

const hasContent = (text: string): boolean =>
  tokenize(text).some(({ parts }) => parts.some(({ token }) => wordWeight(token) === 1))

const withoutSpans = (text: string, spans: readonly Span[]): string => {
  let rest = ''
  let from = 0
  for (const { start, end } of spans) {
    rest += `${text.slice(from, start)} `
    from = end
  }
  return (rest + text.slice(from)).replaceAll(/\s+/gu, ' ').trim()
}

/** Words about papers alone ask for papers, not for words. */
const ABOUT_PAPERS = new Set(
  tokenize('papers articles publications studies work works everything').flatMap(({ parts }) =>
    parts.map(({ token }) => token),
  ),
)

const asksForWords = (text: string): boolean =>
  hasContent(text) &&
  tokenize(text).some(({ parts }) => parts.some(({ token }) => wordWeight(token) === 1 && !ABOUT_PAPERS.has(token)))

/** A longer text, such as an abstract, tells of dates and of other authors instead of asking for them. */
const MAX_CHARACTERS = 300

/**
 * Reads dates, and authors with a year, in a plain question in English. What could mean something else is left alone; words in
 * quotation marks are words. Null if there is nothing to read.
 */
export const readQuestion = (text: string, today: CalendarDay, given: GivenBounds = {}): QuestionReading | null => {
  if (text.length > MAX_CHARACTERS || !mayNameTime(text)) return null
  const spans = findSpans(text, today, given)
  if (spans.length === 0) return null
  const filters: ReadBounds = Object.assign({}, ...spans.map((span) => span.filters))
  const left = withoutSpans(text, spans)
  const rest = asksForWords(left) ? left : (filters.author ?? null)
  return { read: spans.map(({ words, filters: read }) => ({ words, filters: read })), filters, rest }
}
