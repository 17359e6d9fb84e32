import type { Caller } from './caller.ts'
import { Listing } from './listing.ts'
import type { AnswerOf, CallOptions, QueryOf } from './operation-types.ts'

type Changes = AnswerOf<'GET /api/v1/changes'>

type PaperAnswer = AnswerOf<'GET /api/v1/papers/{id}'>
type PaperQuery = QueryOf<'GET /api/v1/papers/{id}'>
type ListedPaper = AnswerOf<'GET /api/v1/papers'>['papers'][number]
type PaperListQuery = QueryOf<'GET /api/v1/papers'>

/** A query without the parameters that leave fields out. */
type Without<Query, Names extends string> = Omit<Query, Names> & { [Name in Names]?: undefined }

/** A paper with all of its fields: `authors` and `year` are there. */
type WholePaper = Extract<PaperAnswer, { authors: unknown }>
/** A paper as lists show it. */
type WholeListedPaper = Extract<ListedPaper, { title: string }> & { year: number }

/** One paper: whole, or in part where a budget or `detail` asks for that. */
type ReadPaper = {
  (
    id: string,
    query?: Without<PaperQuery, 'detail' | 'maxTokens' | 'cursor'>,
    options?: CallOptions,
  ): Promise<WholePaper>
  (id: string, query: PaperQuery, options?: CallOptions): Promise<PaperAnswer>
}

type PaperPage<Paper> = Omit<AnswerOf<'GET /api/v1/papers'>, 'papers'> & { papers: Paper[] }

type ListPapers = {
  (
    query?: Without<PaperListQuery, 'detail' | 'fields' | 'maxTokens'>,
    options?: CallOptions,
  ): Listing<WholeListedPaper, PaperPage<WholeListedPaper>>
  (query: PaperListQuery, options?: CallOptions): Listing<ListedPaper, PaperPage<ListedPaper>>
}

/** Of an address, in bytes. */
const LONGEST_QUESTION = 2_000

/** Whether a question goes into the body. */
const isTooLong = (q: string | number = ''): boolean =>
  new URLSearchParams({ q: String(q) }).toString().length > LONGEST_QUESTION

/** What an address has as a word, a body has as a truth value. */
const truth: Readonly<Record<string, boolean>> = { true: true, false: false }

/** The parameters of an address as members of a body. */
const membersOf = (query: object, texts: object): object => ({
  ...Object.fromEntries(
    Object.entries(query).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' ? (truth[value] ?? value) : value,
    ]),
  ),
  ...texts,
})

/** Public reads: those of the agent API, and those that only the corpus API has. */
export const readingMethods = ({ send, list }: Caller) => ({
  /** The papers that best answer a question, or that are closest to a text such as an abstract, one hit at a time. */
  search: (q: string, query: Omit<QueryOf<'GET /api/v1/search'>, 'q'> = {}, options: CallOptions = {}) =>
    isTooLong(q)
      ? list('POST /api/v1/search', ({ hits }) => hits, {
          ...options,
          body: membersOf(query, { q }),
        })
      : list('GET /api/v1/search', ({ hits }) => hits, { ...options, query: { ...query, q } }),

  /** Papers like one, most similar first; with `q`, the words of both count. */
  like: (id: string, query: Omit<QueryOf<'GET /api/v1/search'>, 'like'> = {}, options: CallOptions = {}) =>
    list('GET /api/v1/search', ({ hits }) => hits, { ...options, query: { ...query, like: id } }),

  /** Passages of papers: those that answer `q`, those that contain `quote`, or the one with this `anchor`. */
  passages: (query: QueryOf<'GET /api/v1/passages'>, options: CallOptions = {}) =>
    isTooLong(query.q)
      ? list('POST /api/v1/passages', ({ passages }) => passages, {
          ...options,
          body: membersOf(query, {
            q: String(query.q),
            ...(query.ids === undefined ? {} : { ids: String(query.ids).split(',') }),
          }),
        })
      : list('GET /api/v1/passages', ({ passages }) => passages, { ...options, query }),

  /** Papers by long-horizon score, highest first; scores are from 0 to 10. */
  papers: ((query: PaperListQuery = {}, options: CallOptions = {}) =>
    list('GET /api/v1/papers', ({ papers }) => papers, { ...options, query })) as ListPapers,

  paper: (async (id: string, query: PaperQuery = {}, options: CallOptions = {}) =>
    (await send('GET /api/v1/papers/{id}', { ...options, path: { id }, query })).data) as ReadPaper,

  /** Papers that match words, from the corpus API: scores from 0 to 1, with abstracts. */
  corpusPapers: (query: QueryOf<'GET /api/papers'> = {}, options: CallOptions = {}) =>
    list('GET /api/papers', ({ papers }) => papers, { ...options, query }),

  /** One paper with its full text. */
  corpusPaper: async (id: string, options: CallOptions = {}) =>
    (await send('GET /api/papers/{id}', { ...options, path: { id } })).data.paper,

  /** Checks what a text cites and quotes; `strict`: works outside of the library are problems, too. */
  checkText: async (text: string, { strict, ...options }: CallOptions & { strict?: boolean } = {}) =>
    (
      await send('POST /api/v1/check', {
        ...options,
        ...(strict === true ? { query: { strict: 'true' as const } } : {}),
        body: { text },
      })
    ).data,
  /** Matches references to papers of the library: DOIs, arXiv ids, addresses or whole citations. */
  checkReferences: async (references: readonly string[], options: CallOptions = {}) =>
    (await send('POST /api/v1/references/check', { ...options, body: { references: [...references] } })).data,

  concepts: (query: QueryOf<'GET /api/v1/concepts'> = {}, options: CallOptions = {}) =>
    list('GET /api/v1/concepts', ({ concepts }) => concepts, { ...options, query }),

  concept: async (id: string, options: CallOptions = {}) =>
    (await send('GET /api/v1/concepts/{id}', { ...options, path: { id } })).data,

  gaps: (query: QueryOf<'GET /api/v1/gaps'> = {}, options: CallOptions = {}) =>
    list('GET /api/v1/gaps', ({ gaps }) => gaps, { ...options, query }),

  briefs: (query: QueryOf<'GET /api/v1/briefs'> = {}, options: CallOptions = {}) =>
    list('GET /api/v1/briefs', ({ briefs }) => briefs, { ...options, query }),

  /** The brief of a week, such as 2026-w47, or the latest one. */
  brief: async (id: string | null = null, options: CallOptions = {}) =>
    id === null
      ? (await send('GET /api/v1/briefs/latest', options)).data
      : (await send('GET /api/v1/briefs/{id}', { ...options, path: { id } })).data,

  /** All public changes after a number, or since a day or a time; `nextSeq` of the last page is where to continue later. */
  changes: (since: number | string = 0, { limit, ...options }: { limit?: number } & CallOptions = {}) =>
    new Listing<Changes['changes'][number], Changes>({
      itemsOf: ({ changes }) => changes,
      request: async (place) => {
        const query = { since: place ?? since, ...(limit === undefined ? {} : { limit }) }
        const { data } = await send('GET /api/v1/changes', { ...options, query })
        return { page: data, next: data.changes.length === 0 ? null : String(data.nextSeq) }
      },
    }),

  stats: async (options: CallOptions = {}) => (await send('GET /api/stats', options)).data.stats,
})
