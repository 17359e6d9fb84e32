import fc, { type Arbitrary } from 'fast-check'
import { weighted } from '../choices.ts'
import { anyText, legalLine } from '../odd-text.ts'
import { invalidValue, validValue, type Hints, type JsonSchema } from '../schema-values.ts'
import type { Written } from './request.ts'
import { newId } from './address.ts'

/** What a schema cannot say about a field, by its name. */
const hints: Hints = {
  id: newId,
  title: legalLine(200).map((text) => `${text}!`),
  year: fc.integer({ min: 1990, max: 2027 }),
  authors: fc.array(
    legalLine(60).map((text) => `${text}.`),
    { minLength: 1, maxLength: 4 },
  ),
  chapter: fc.integer({ min: 1, max: 7 }),
  url: fc.webUrl({ withQueryParameters: true }),
  storageUrl: fc.webUrl(),
  date: fc.constantFrom('2024', '2024-05', '2024-02-29'),
  doi: fc.nat(999).map((number) => `10.1000/${number}`),
  arxivId: fc.integer({ min: 10_000, max: 99_999 }).map((number) => `2401.${number}`),
  concepts: fc.array(fc.constantFrom('planning', 'Planning', 'memory', 'tool use', 'c++', '東京', '😀', '...'), {
    maxLength: 4,
  }),
  frameworkMappings: fc.array(fc.constantFrom('ReAct', 'Reflexion', 'Voyager'), { maxLength: 3 }),
  topics: fc.array(fc.constantFrom('agents', 'planning', 'evaluation'), { maxLength: 3 }),
  name: legalLine(60).map((text) => `${text}.`),
  message: legalLine(200).map((text) => `${text}.`),
  email: fc.oneof(
    fc.emailAddress(),
    fc.constantFrom('ada@example.org', 'ben@example.org', 'ada@xn--bcher-kva.example'),
  ),
}

type Broken = (text: string) => string | Uint8Array

/** Ways in which JSON is broken, or not acceptable to a careful parser. */
const breakage: Arbitrary<Broken> = fc.oneof<Arbitrary<Broken>[]>(
  fc.nat().map((at) => (text) => text.slice(0, at % Math.max(1, text.length))),
  fc.constantFrom<Broken[]>(
    () => '',
    (text) => `\ufeff${text}`,
    (text) => `${text}}`,
    (text) => `${text}\u0000`,
    (text) => `${text}//`,
    (text) => text.replaceAll('"', "'"),
    (text) => text.replace('{', '{"id":"p1","id":"p2",'),
    (text) => Buffer.concat([Buffer.from(text.slice(0, -2)), Buffer.from([0xff, 0xc3, 0x28]), Buffer.from('"}')]),
  ),
  fc
    .constantFrom('['.repeat(20), '{"a":'.repeat(20), '['.repeat(17) + ']'.repeat(17), '['.repeat(50_000))
    .map((deep) => () => deep),
  fc
    .constantFrom('1e400', '-1e400', '123456789012345678901234567890', '0.1e-400')
    .map((number) => (text) => text.replace(/:\s*\d[^,}\]]*/u, `:${number}`)),
)

/** One byte more than some limit. */
const tooLong: Arbitrary<Broken> = fc
  .constantFrom(4_097, 32_769, 1_048_577)
  .map((length) => (text) => text.padEnd(length))

const strayMembers = fc.dictionary(
  fc.oneof(anyText, fc.constantFrom('__proto__', 'constructor', 'status', 'state')),
  fc.jsonValue({ maxDepth: 2 }),
  { maxKeys: 4 },
)

const asJson = (value: unknown): Written => {
  const isObject = typeof value === 'object' && value !== null
  return (id) => JSON.stringify(id === null || !isObject ? value : { ...value, id })
}

/** A body by its schema: mostly valid, else wrong or broken in one way. */
export const bodyOf = ({ schema }: { schema: JsonSchema }): Arbitrary<Written> => {
  const whole = validValue(schema, hints)
  return weighted<Written>(
    [10, whole.map(asJson)],
    [4, invalidValue(schema, hints).map((value) => () => JSON.stringify(value))],
    [1, fc.tuple(whole, strayMembers).map(([value, extra]) => asJson({ ...extra, ...(value as object) }))],
    [1, fc.jsonValue({ stringUnit: 'binary' }).map((value) => () => JSON.stringify(value))],
    [
      1,
      fc.tuple(whole, tooLong).map(
        ([value, longer]): Written =>
          (id) =>
            longer(String(asJson(value)(id))),
      ),
    ],
    [
      2,
      fc.tuple(whole, breakage).map(
        ([value, broken]): Written =>
          (id) =>
            broken(String(asJson(value)(id))),
      ),
    ],
  )
}

/** What is sent to an operation that takes no body. */
export const strayBody: Arbitrary<Written | null> = weighted<Written | null>(
  [15, fc.constant(null)],
  [1, fc.constantFrom('{}', 'x', '', 'List-Unsubscribe=One-Click').map((text) => () => text)],
)
