import { addressOf, nextCursor, type AddressValues } from './address.ts'
import { Listing } from './listing.ts'
import type {
  Answer,
  AnswerOf,
  BodyOf,
  CallOptions,
  InputOf,
  OperationKey,
  OperationName,
  QueryOf,
} from './operation-types.ts'
import { operations } from './schema.ts'
import type { Incoming, Outgoing } from './transport.ts'

type Transport = (outgoing: Outgoing) => Promise<Incoming>

/** The input of any operation. */
type AnyInput = {
  path?: Readonly<Record<string, unknown>>
  query?: Readonly<Record<string, unknown>>
  body?: unknown
  headers?: Readonly<Record<string, string>>
} & CallOptions

type Input<Name extends OperationKey | OperationName> =
  Record<string, never> extends InputOf<Name> ? [input?: InputOf<Name>] : [input: InputOf<Name>]

const byKey = new Map<string, (typeof operations)[OperationName]>(
  Object.values(operations).map((operation) => [operation.key, operation]),
)

const findOperation = (name: string): (typeof operations)[OperationName] => {
  const operation = byKey.get(name) ?? (Object.hasOwn(operations, name) ? operations[name as OperationName] : undefined)
  if (operation === undefined) throw new TypeError(`There is no operation ${name}.`)
  return operation
}

/** Calls operations by name; the types give the input and response of each. */
export const createCaller = (baseUrl: string, transport: Transport) => {
  const request = (
    name: string,
    { path = {}, query = {}, headers = {}, body, signal, timeoutMs }: AnyInput,
  ): Promise<Incoming> => {
    const { key, needsKey } = findOperation(name)
    const [method = '', template = ''] = key.split(' ')
    const address = addressOf(baseUrl, template, { path: path as AddressValues, query: query as AddressValues })
    return transport({ method, address, needsKey, headers, body, signal, timeoutMs })
  }

  /** Calls any operation. Returns its response with status, headers and ETag. */
  const send = async <Name extends OperationKey | OperationName>(
    name: Name,
    ...[input]: Input<Name>
  ): Promise<Answer<AnswerOf<Name>>> => {
    const { status, headers, data } = await request(name, input ?? {})
    return { status, headers, etag: headers.get('etag'), data: data as AnswerOf<Name> }
  }

  /** The same, but null if the response with this ETag is still current. */
  const sendIfChanged = async <Name extends OperationKey | OperationName>(
    name: Name,
    etag: string,
    ...[input]: Input<Name>
  ): Promise<Answer<AnswerOf<Name>> | null> => {
    const given: AnyInput = input ?? {}
    const { status, headers, data } = await request(name, {
      ...given,
      headers: { ...given.headers, 'If-None-Match': etag },
    })
    return status === 304 ? null : { status, headers, etag: headers.get('etag'), data: data as AnswerOf<Name> }
  }

  /** A list whose pages are linked by a cursor, in the body or in the Link header. */
  const list = <Name extends OperationKey | OperationName, Item>(
    name: Name,
    itemsOf: (page: AnswerOf<Name>) => readonly Item[],
    { query, body, ...options }: { query?: QueryOf<Name>; body?: Partial<BodyOf<Name>> } & CallOptions,
  ): Listing<Item, AnswerOf<Name>> =>
    new Listing({
      itemsOf,
      request: async (place) => {
        const cursor = place === undefined ? {} : { cursor: place }
        const input = body === undefined ? { query: { ...query, ...cursor } } : { body: { ...body, ...cursor } }
        const { data, headers } = await request(name, { ...options, ...input })
        const { nextCursor: stated } = data as { nextCursor?: string | null }
        return { page: data as AnswerOf<Name>, next: stated === undefined ? nextCursor(headers) : stated }
      },
    })

  return { send, sendIfChanged, list }
}

export type Caller = ReturnType<typeof createCaller>
