import fc, { type Arbitrary } from 'fast-check'
import { mostly, perhaps, weighted } from '../choices.ts'
import type { Operation } from '../../service/described-operations.ts'
import { seen, type GeneratedRequest, type Keys } from './request.ts'
import { address } from './address.ts'
import { query } from './query.ts'
import { headers, visible } from './headers.ts'
import { bodyOf, strayBody } from './body.ts'

/** What is written in place of an id by those who write addresses by hand, or mean harm. */
const rawSegment = fc.constantFrom(..."% %ff %2F %2e%2e .. a%2Fb %00 %E2%80%AE ' (1) p1;x p1/ %70%31 p1%20".split(' '))

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'QUERY', 'PURGE']

const method = (operation: Operation): Arbitrary<string> =>
  weighted(
    [14, fc.constant(operation.method)],
    [1, fc.constantFrom('HEAD', 'OPTIONS')],
    [1, fc.constantFrom(...METHODS)],
  )

const knownTag = fc.oneof(seen('tag'), fc.constantFrom('*', '"x"', 'W/"x", "y"', ''), visible('"'))

const tokenQuery = seen('token').map((token): GeneratedRequest['query'] => [['token', token]])

const requestFor = (operation: Operation, keys: Keys): Arbitrary<GeneratedRequest> => {
  const withToken = operation.template.endsWith('confirm') || operation.template === '/unsubscribe'
  return fc
    .record({
      operation: fc.constant(operation),
      method: method(operation),
      address: address(operation),
      segment: perhaps(5, rawSegment),
      query: withToken ? mostly(tokenQuery, query(operation)) : query(operation),
      headers: headers(keys, operation),
      ifNoneMatch: perhaps(40, knownTag),
      body: operation.body === null ? strayBody : perhaps(95, bodyOf(operation.body)),
      chunked: mostly(fc.constant(false), fc.boolean()),
      again: mostly(fc.constant(false), fc.constant(true)),
    })
    .map(({ address: addressed, ...request }) => ({ ...request, ...addressed }))
}

const weightOf = ({ tag, template, method, body, query: parameters }: Operation): number => {
  if (tag === 'Pages' || tag === 'Editorial API' || template.includes('health')) return 1
  if (method === 'PUT') return 12
  return body !== null || parameters.some(({ name }) => name === 'q') ? 8 : 4
}

/** Requests to all operations, those with much to get wrong more often. */
export const generatedRequests = (operations: readonly Operation[], keys: Keys): Arbitrary<GeneratedRequest> =>
  weighted(
    ...operations.map((operation): [number, Arbitrary<GeneratedRequest>] => [
      weightOf(operation),
      requestFor(operation, keys),
    ]),
  )
