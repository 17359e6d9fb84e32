import { groupedNumber } from '#core/numbers.ts'
import { z } from 'zod'
import { filterOf, filtersOnly, type LibraryFilter, type SortOrder } from '#core/search/paper-filter.ts'
import type { PublicProvenance } from '#core/assessment/provenance.ts'
import { textError } from '#core/text/normalize-text.ts'
import { fieldsParameter, pickFields, agentRoute } from './fields.ts'
import {
  agentPaperFields,
  agentListedPaper,
  agentPaper,
  agentPaperPart,
  listedAbstract,
  presentAbstract,
  presentAgentListedPaper,
  presentAgentPaper,
} from '#schemas/agent-paper.ts'
import { filterParameters } from '#schemas/paper-filter.ts'
import {
  detailParameter,
  maxTokensParameter,
  budgetFields,
  type Detail,
  fitTexts,
  fitAnswer,
  withEstimate,
} from './token-budget.ts'
import { cursorParameter, limitParameter, knownParameters, readQuery, pathId } from '#http/input/query.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { Context } from 'hono'
import { withFileAddress } from '#core/files.ts'
import type { LibraryPosition } from '#ports/store/library.ts'
import type { Store } from '#ports/store/store.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import { changeNumber, type Cursors, PAGE_HEADERS, type PaginationHeaders } from '#http/paging/pagination.ts'
import { readPosition, signPosition } from '#http/paging/positions.ts'
import { validationFailure, type Failure } from '#core/failure.ts'
import { parsePaperReference } from '#core/papers/paper-reference.ts'
import { resolvePublicPapers, getPublicPaper } from '#queries/public-papers.ts'
import { turnAfter } from '#http/routing/turns.ts'
import type { Route } from '#http/routing/route.ts'
import { noPublicPaper } from './errors.ts'

const MAX_IDS = 200
/** Matches within a range of time are counted up to this number. */
const MAX_COUNTED = 10_000
/** In bytes of the address, which may have 16 KiB in total. */
const MAX_IDS_LENGTH = 8_192

/** A comma within an id is percent-encoded. */
const decodedId = (text: string): string => {
  try {
    return decodeURIComponent(text).trim()
  } catch {
    return text.trim()
  }
}

const idsParameter = () =>
  z
    .string()
    .refine((text) => encodeURIComponent(text.toWellFormed()).length <= MAX_IDS_LENGTH, {
      error: `must have at most ${MAX_IDS_LENGTH} characters when percent-encoded`,
    })
    .transform((text) =>
      text
        .split(',')
        .map(decodedId)
        .filter((id) => id !== ''),
    )
    .refine((ids) => ids.length > 0 && ids.length <= MAX_IDS, { error: `must name 1 to ${MAX_IDS} papers` })
    .refine((ids) => ids.every((id) => textError(id, 'line') === null), {
      error: 'must not contain control characters',
    })
    .optional()
    .meta({
      description: `These papers instead of a page, in this order: ids, DOIs, arXiv ids or addresses, joined by commas; a comma within one is written as %2C. At most ${MAX_IDS}, and ${groupedNumber(MAX_IDS_LENGTH)} characters.`,
      example: 'p19,2210.03629,10.48550/arXiv.2503.14499',
    })

/** The orders of the list, under the names that they have in the store. */
const orders = {
  longHorizon: 'long-horizon',
  enterprise: 'enterprise',
  newest: 'newest',
  added: 'added',
  cited: 'cited',
} as const satisfies Record<string, SortOrder>
type PaperSort = keyof typeof orders
const paperSorts = Object.keys(orders) as [PaperSort, ...PaperSort[]]

/** Query of GET /papers (contract 4.2); unknown parameters are ignored. */
const paperListQuery = z.object({
  chapter: filterParameters.chapter,
  type: filterParameters.type,
  min_lh_score: filterParameters.minLongHorizon,
  yearFrom: filterParameters.yearFrom,
  yearTo: filterParameters.yearTo,
  addedSince: filterParameters.addedSince,
  citedHere: filterParameters.citedHere,
  sort: z
    .enum(paperSorts)
    .optional()
    .transform((sort) => sort ?? 'longHorizon')
    .meta({
      description:
        'longHorizon (default) or enterprise: best score first; newest: latest year first; added: latest day of becoming public first; cited: those first that most papers of the library cite.',
      example: 'added',
    }),
  ids: idsParameter(),
  fields: fieldsParameter(agentPaperFields),
  detail: detailParameter(),
  limit: limitParameter(),
  cursor: cursorParameter(),
  maxTokens: maxTokensParameter(),
})

const paperQuery = z.object({
  include: z
    .enum(['fullText'])
    .optional()
    .meta({ description: 'fullText: the full text as well, if the library has it.' }),
  detail: detailParameter(),
  cursor: cursorParameter(),
  maxTokens: maxTokensParameter(),
})

type PaperListQuery = Pick<
  z.infer<typeof paperListQuery>,
  'chapter' | 'type' | 'min_lh_score' | 'yearFrom' | 'yearTo' | 'addedSince' | 'citedHere'
>

const toPaperFilter = ({ min_lh_score: minLongHorizon, ...given }: PaperListQuery): LibraryFilter =>
  filterOf({ ...given, minLongHorizon })

/** A paper in a list when fields were named. */
const requestedFields = agentPaperPart.meta({ description: 'With the requested fields.' })

const paperListResponse = z.strictObject({
  total: z.int().meta({ description: 'All matches, before limit; of papers requested by ids, those that were found.' }),
  totalIsExact: z
    .literal(false)
    .optional()
    .meta({
      description: `Only with yearFrom, yearTo, addedSince or citedHere: there are more than ${groupedNumber(MAX_COUNTED)} matches, and total is as many.`,
    }),
  papers: z.array(z.union([agentListedPaper.partial({ year: true }).extend(listedAbstract), requestedFields])),
  missing: z
    .array(z.strictObject({ id: z.string(), reason: z.enum(['not_found', 'retracted']) }))
    .optional()
    .meta({ description: 'Of papers requested by ids, those that are not here, under the names that were given.' }),
  redirects: z
    .array(z.strictObject({ from: z.string(), to: z.string() }))
    .optional()
    .meta({ description: 'Ids that now lead to another paper.' }),
  ...budgetFields,
})

/** With a budget, the first answer has everything except the texts that do not fit; later ones have the rest. */
const paperAnswer = z.union([agentPaper, agentPaper.partial().required({ id: true }).extend(budgetFields)])

const presentListItemBy = (paper: Paper, detail: Detail | null) =>
  detail === 'ids'
    ? { id: paper.id, title: paper.title }
    : { ...presentAgentListedPaper(paper), ...(detail === 'abstract' ? presentAbstract(paper) : {}) }

/** What to show of each paper in a list: the named fields, or else what `detail` says. */
type RequestedFields = { fields?: readonly string[] | undefined; detail: Detail | null }

/** @param provenance of the papers of the list, where it was requested */
const presentRequested = (
  paper: Paper,
  { fields, detail }: RequestedFields,
  provenance: ReadonlyMap<string, PublicProvenance>,
) =>
  fields === undefined
    ? presentListItemBy(paper, detail)
    : pickFields(presentAgentPaper({ ...paper, fullText: null }, false, provenance.get(paper.id)), fields)

type Ports = { store: Store; cursors: Cursors; pageHeaders: PaginationHeaders; publicUrl: () => string }

const presentAll = async ({ store, publicUrl }: Ports, papers: readonly Paper[], requested: RequestedFields) => {
  const ids = requested.fields?.includes('provenance') === true ? papers.map(({ id }) => id) : []
  const provenance = await store.public.papers.provenance(ids)
  return papers.map((paper) => presentRequested(withFileAddress(paper, publicUrl()), requested, provenance))
}

const namedPapers = async (ports: Ports, ids: readonly string[], requested: RequestedFields): Promise<Reply> => {
  const { store, publicUrl } = ports
  const references = ids.map((id) => parsePaperReference(id, publicUrl()))
  const { papers, missing, redirects } = await resolvePublicPapers(store.public.papers, references)
  return json(200, {
    total: papers.length,
    papers: await presentAll(ports, papers, requested),
    missing: missing.map(({ index, reason }) => ({ id: ids[index] ?? '', reason })),
    redirects,
  })
}

const idsWithBudgetFailure = (): Failure =>
  validationFailure([{ path: 'maxTokens', message: 'cannot be combined with ids; request fewer papers at once' }])

/** No cursor is longer than one with this position. */
const LONGEST_POSITION: LibraryPosition = { step: 9_999_999, after: 0 }

type List = {
  read(limit: number): Promise<{ papers: Paper[]; nextCursor: string | null }>
  longestCursor: string
}

/** The papers after a cursor. Throws `invalid` for one of another list. */
const openList = (
  { store, cursors }: Ports,
  { conditions, sort, cursor }: { conditions: PaperListQuery; sort: PaperSort; cursor: string | undefined },
): List => {
  const { chapter, type, min_lh_score: least, yearFrom, yearTo, addedSince, citedHere } = conditions
  const filter = toPaperFilter(conditions)
  // Lists without bounds in time keep the cursors that they had before there were any.
  const bounds = [yearFrom, yearTo, addedSince].some((bound) => bound !== null) ? [yearFrom, yearTo, addedSince] : []
  const narrowed = [chapter, type, least, ...bounds, ...(citedHere ? ['citedHere'] : [])]
  if (sort === 'longHorizon') {
    const question = `agent ${JSON.stringify(narrowed)}`
    const after = cursors.read(question, cursor)
    return {
      read: async (limit) => {
        const { papers, next } = await store.public.papers.list(filter, after, limit)
        return { papers, nextCursor: next === null ? null : cursors.sign(question, next) }
      },
      longestCursor: cursors.sign(question, 0),
    }
  }
  const question = `agent ${JSON.stringify([...narrowed, sort])}`
  const position = readPosition(cursors, question, cursor)
  return {
    read: async (limit) => {
      const { papers, next } = await store.public.library.list(filter, orders[sort], position, limit)
      return { papers, nextCursor: next === null ? null : signPosition(cursors, question, next) }
    },
    longestCursor: signPosition(cursors, question, LONGEST_POSITION),
  }
}

const countPapers = async ({ papers, library }: Store['public'], filter: LibraryFilter) =>
  filtersOnly(filter, 'chapter', 'type', 'minLongHorizon')
    ? { papers: await papers.countByAttributes(filter), isExact: true }
    : library.count(filter, MAX_COUNTED)

const listPapers =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const { store, pageHeaders } = ports
    const { cursor, limit, detail, maxTokens, ids, fields, ...conditions } = readQuery(context, paperListQuery)
    if (ids !== undefined && maxTokens !== null) throw idsWithBudgetFailure()
    if (ids !== undefined) return namedPapers(ports, ids, { fields, detail })
    const number = await changeNumber(store.public)
    const { sort, ...narrowing } = conditions
    const list = openList(ports, { conditions: narrowing, sort, cursor })
    const page = await list.read(limit)
    const { papers: total, isExact } = await countPapers(store.public, toPaperFilter(narrowing))
    const totals = { total, ...(isExact ? {} : { totalIsExact: false as const }) }
    const items = await presentAll(ports, page.papers, { fields, detail })
    const links = { asked: knownParameters(context, paperListQuery), limit, total: isExact ? total : null }
    if (maxTokens === null)
      return json(
        200,
        { ...totals, papers: items },
        { ...number, ...pageHeaders(context, { ...links, next: page.nextCursor }) },
      )
    const compose = (papers: typeof items, nextCursor: string | null) => ({ ...totals, papers, nextCursor })
    const fitted = fitAnswer(
      {
        items,
        from: { item: 0, character: 0 },
        compose: (shown, next) => compose([...shown], next === null ? null : list.longestCursor),
        shorten: ({ id, title }) => ({ id, ...(title === undefined ? {} : { title }) }),
        hasMore: page.nextCursor !== null,
      },
      maxTokens,
    )
    const { length } = fitted.papers
    const shown = length === items.length ? page : await list.read(length)
    const next = shown.nextCursor
    const body = withEstimate(compose(fitted.papers, next))
    return json(200, body, { ...number, ...pageHeaders(context, { ...links, next }) })
  }

const showPaper =
  ({ store, cursors, publicUrl }: Ports) =>
  async (context: Context) => {
    const { include, detail, maxTokens, cursor } = readQuery(context, paperQuery)
    const paper = await getPublicPaper(store.public.papers, pathId(context))
    await turnAfter(paper.fullText)
    const provenance = (await store.public.papers.provenance([paper.id])).get(paper.id)
    const whole = presentAgentPaper(withFileAddress(paper, publicUrl()), include === 'fullText', provenance)
    if (detail === null && maxTokens === null && cursor === undefined) return json(200, whole)
    const { abstract = '', houseComment = '', fullText = '', ...card } = whole
    const key = { id: card.id, title: card.title }
    const texts = [
      ...(detail === null || detail === 'abstract' ? [['abstract', abstract] as const] : []),
      ...(detail === null ? [['houseComment', houseComment] as const] : []),
      ...(include === 'fullText' ? [['fullText', fullText] as const] : []),
    ]
    const version = await store.public.passages.currentVersion(paper.id)
    const question = `paper ${JSON.stringify([paper.id, version, include, detail])}`
    return fitTexts(cursors, { cursor, maxTokens }, { question, key, card: detail === 'ids' ? key : card, texts })
  }

export const paperRoutes = (ports: Ports): Route[] => [
  {
    ...agentRoute,
    path: '/api/v1/papers',
    summary: 'List indexed papers with filters, highest longHorizonScore first',
    query: paperListQuery,
    responses: {
      200: {
        description: 'A page of papers; Link names the next page.',
        schema: paperListResponse,
        headers: [...PAGE_HEADERS, 'X-Change-Seq'],
      },
    },
    handle: listPapers(ports),
  },
  {
    ...agentRoute,
    path: '/api/v1/papers/:id',
    summary: 'Full metadata of one paper',
    query: paperQuery,
    responses: {
      200: { description: 'The paper.', schema: paperAnswer },
      ...noPublicPaper,
    },
    handle: showPaper(ports),
  },
]
