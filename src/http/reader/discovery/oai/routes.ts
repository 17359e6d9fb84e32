import type { Context } from 'hono'
import type { CitedWork } from '#core/citations/cited-work.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Mailbox } from '#core/mail/mailbox.ts'
import type { Store } from '#ports/store/store.ts'
import { MIN_COMPRESSED_BYTES } from '#http/caching/response-cache.ts'
import { compress, negotiateEncoding } from '#http/caching/content-encoding.ts'
import { FORM_BODY_TYPES, readFormBody } from '#http/input/body.ts'
import type { Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import {
  findFormat,
  idOfIdentifier,
  presentError,
  presentFormats,
  presentIdentity,
  presentList,
  presentRecord,
  presentSets,
  type Relations,
} from './present.ts'
import { OaiError, listSets } from './protocol.ts'
import { writeResumptionToken } from './resumption-token.ts'
import { listRange, readOaiRequest, type OaiRequest } from './request.ts'
import type { LiveSite } from '#ports/site.ts'

type Ports = { store: Store; clock: Clock; site: LiveSite; mailFrom: Mailbox | null; publicUrl: () => string }
type Pairs = readonly (readonly [name: string, value: string])[]
type Frame = { site: string; now: Date; given: Pairs }

const XML_TYPE = 'text/xml; charset=utf-8'
const RECORDS_PER_PAGE = 100

const findPaper = async ({ store }: Ports, site: string, identifier: string) => {
  const id = idOfIdentifier(site, identifier)
  const found = id === null ? null : await store.public.harvest.paper(id)
  if (found === null) throw new OaiError('idDoesNotExist', 'There is no such item.')
  return found
}

/** References and citing papers in one record; a list of records is no place for more. */
const MOST_RELATED = 200

const findRelations = async (
  { public: { citations } }: Store,
  papers: readonly { id: string; paper: Paper | null }[],
): Promise<Relations> => {
  const relations = new Map<string, { cited: CitedWork[]; citing: Paper[] }>()
  for (const { id, paper } of papers) {
    if (paper === null) continue
    const { references } = await citations.references(id, null, MOST_RELATED)
    const { papers: citing } = await citations.citing(id, null, MOST_RELATED)
    if (references.length + citing.length > 0) relations.set(id, { cited: references.map(({ work }) => work), citing })
  }
  return relations
}

type ListRequest = Extract<OaiRequest, { state: unknown }>

const answerList = async ({ store }: Ports, frame: Frame, { verb, state }: ListRequest): Promise<string> => {
  const found = await store.public.harvest.papers(listRange(state), RECORDS_PER_PAGE + 1)
  if (found.length === 0 && state.after === 0)
    throw new OaiError('noRecordsMatch', 'No record of that set changed in that time.')
  const papers = found.slice(0, RECORDS_PER_PAGE)
  const last = papers.at(-1)
  const next =
    found.length > papers.length && last !== undefined
      ? writeResumptionToken({ ...state, after: last.seq, listed: state.listed + papers.length })
      : null
  const token = next ?? (state.after === 0 ? null : '')
  const format = findFormat(state.metadataPrefix)
  const relations = verb === 'ListRecords' && format.hasRelations ? await findRelations(store, papers) : new Map()
  return presentList({ ...frame, relations }, format, { verb, papers, token, listed: state.listed })
}

/** The contact address for harvesters; if none is configured, the one that every host must have (RFC 2142). */
const contactOf = ({ mailFrom }: Ports, site: string): string =>
  mailFrom?.address ?? `postmaster@${new URL(site).hostname}`

const answer = async (ports: Ports, frame: Frame): Promise<string> => {
  const { store, site } = ports
  const request = readOaiRequest(frame.given)
  switch (request.verb) {
    case 'Identify': {
      const began = (await store.public.harvest.firstChangeAt()) ?? frame.now.toISOString()
      return presentIdentity(frame, { houseName: site.current().name, contact: contactOf(ports, frame.site), began })
    }
    case 'ListSets':
      return presentSets(frame, listSets(await store.public.chapters.names()))
    case 'ListMetadataFormats':
      if (request.identifier !== null) await findPaper(ports, frame.site, request.identifier)
      return presentFormats(frame)
    case 'GetRecord': {
      const format = findFormat(request.metadataPrefix)
      const found = await findPaper(ports, frame.site, request.identifier)
      const relations = format.hasRelations ? await findRelations(store, [found]) : new Map()
      return presentRecord({ ...frame, relations }, format, found)
    }
    default:
      return answerList(ports, frame, request)
  }
}

const answerOrError = async (ports: Ports, given: Pairs): Promise<string> => {
  const frame = { site: ports.publicUrl(), now: ports.clock.now(), given }
  try {
    return await answer(ports, frame)
  } catch (error) {
    if (!(error instanceof OaiError)) throw error
    return presentError(frame, error)
  }
}

/** Compressed if the client accepts that (OAI-PMH 2.0, section 3.1.3), since a page of records is large. */
const reply = async (ports: Ports, context: Context, given: Pairs): Promise<Reply> => {
  const body = await answerOrError(ports, given)
  const whole: Reply = { status: 200, body, type: XML_TYPE, headers: { Vary: 'Accept-Encoding' } }
  const encoding = negotiateEncoding(context.req.header('accept-encoding'))
  if (encoding === 'identity' || body.length < MIN_COMPRESSED_BYTES) return whole
  const bytes = await compress(body, encoding)
  return { ...whole, bytes, headers: { ...whole.headers, 'Content-Encoding': encoding } }
}

/** Not cached: every answer contains the time at which it was made. */
const oaiRoute = {
  path: '/oai',
  access: 'public',
  caching: 'none',
  allowCors: true,
  summary: 'The repository for harvesters (OAI-PMH 2.0)',
  responses: {
    200: { description: 'The requested records or information, or an error of the protocol.', type: XML_TYPE },
  },
} as const

/** OAI-PMH 2.0: six verbs by GET and POST. */
export const oaiRoutes = (ports: Ports): Route[] => [
  {
    ...oaiRoute,
    method: 'get',
    handle: (context: Context) => reply(ports, context, [...new URL(context.req.url).searchParams]),
  },
  {
    ...oaiRoute,
    method: 'post',
    bodyTypes: FORM_BODY_TYPES,
    handle: async (context: Context) => reply(ports, context, (await readFormBody(context)).pairs),
  },
]
