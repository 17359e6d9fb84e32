import fc, { type Arbitrary } from 'fast-check'
import { mostly, perhaps, weighted } from '../choices.ts'
import type { Operation } from '../../service/described-operations.ts'
import { anyText } from '../odd-text.ts'
import { invalidValue, validValue, type Hints, type JsonSchema } from '../schema-values.ts'
import { searchString } from '../search-strings.ts'
import { seen, type GeneratedRequest, type Seen } from './request.ts'

export const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

/** Values of parameters that are texts to their schema and more to the service. */
const parameterHints: Hints = {
  q: searchString,
  limit: weighted(
    [4, fc.integer({ min: 1, max: 30 }).map(String)],
    [1, fc.constantFrom('500', '501', '007', '+5', '1'.repeat(400))],
  ),
  min_lh_score: weighted(
    [3, fc.double({ min: 0, max: 10, noNaN: true }).map((score) => score.toFixed(6))],
    [1, fc.constantFrom('0', '10', '7.5', '0.000001', '9.99999999999999999999')],
    [1, fc.constantFrom('10.1', '-1', '1e1', 'NaN', '00.5', '5.', '١', '0x5', '1e-7')],
  ),
}

/** What clients send that encode in Latin-1, or not at all. */
const misencoded = fc.constantFrom(
  'planning%20OR%20caf%E9',
  '-%FF',
  'planning%',
  'memory%20-%C3%28',
  'planning%00',
  '%E6%9D',
)

const parameterValue = (name: string, schema: JsonSchema): Arbitrary<string | Seen> => {
  if (name === 'cursor') return weighted<string | Seen>([4, seen('cursor')], [1, anyText.map(encoded)])
  const wrong = fc.oneof(invalidValue(schema), anyText)
  const usual = mostly(validValue(schema, parameterHints, name), wrong).map((value) => encoded(String(value)))
  return name === 'q' ? weighted([4, usual], [1, misencoded]) : usual
}

const pair = ({ name, schema }: Operation['query'][number]) => fc.tuple(fc.constant(name), parameterValue(name, schema))

const strayPair = fc.oneof(
  fc.tuple(
    fc.constantFrom('unknown', 'page', 'Q', 'q[]', '__proto__', 'constructor', 'toString', ''),
    anyText.map(encoded),
  ),
  fc.tuple(anyText.map(encoded), anyText.map(encoded)),
  // Malformed and unusual encodings.
  fc.tuple(
    fc.constantFrom('q', 'limit', '%71', 'x'),
    fc.constantFrom('%', '%f', '%ff', 'caf%E9', '%C3', '+', '%2B1', '%00', '%ED%A0%80', '=', '==', 'a=b'),
  ),
)

/** The query of an operation: mostly its own parameters with values that they take. */
export const query = ({ query: parameters }: Operation): Arbitrary<GeneratedRequest['query']> => {
  const known = parameters.map((parameter) => perhaps(parameter.name === 'cursor' ? 12 : 40, pair(parameter)))
  const some = fc.tuple(...known).map((pairs) => pairs.filter((values) => values !== null))
  const repeated = parameters.length === 0 ? strayPair : fc.oneof(...parameters.map(pair))
  return weighted(
    [18, some],
    [1, fc.tuple(some, strayPair).map(([pairs, stray]) => [...pairs, stray])],
    [1, fc.tuple(some, repeated).map(([pairs, sameMember]) => [...pairs, sameMember])],
  )
}
