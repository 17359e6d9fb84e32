import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '../../test/support/generated/text.ts'
import { Failure } from '#core/failure.ts'
import { parseStrictJson } from './parse-strict-json.ts'
import { budget } from '../../test/support/budgets.ts'

const refused = (text: string, message: RegExp | string): void => {
  assert.throws(() => parseStrictJson(text), { name: 'Failure', code: 'malformed', message }, text.slice(0, 80))
}

/** Whether a text is refused; anything but `malformed` fails the test. */
const isRefused = (text: string): boolean => {
  try {
    parseStrictJson(text)
    return false
  } catch (error) {
    assert.ok(error instanceof Failure, String(error))
    assert.equal(error.code, 'malformed')
    return true
  }
}

const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth)

test('what JSON.parse reads is read alike', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6, noUnicodeString: false }), fc.constantFrom(0, 2), (value, space) => {
      const text = JSON.stringify(value, null, space)
      assert.deepStrictEqual(parseStrictJson(text), JSON.parse(text))
    }),
    { numRuns: budget('properties') },
  )
})

test('broken JSON is refused in one plain sentence, and its cause is kept for the log', () => {
  for (const text of [
    '',
    ' ',
    '{',
    '{"a":1,}',
    "{'a':1}",
    '{"a" 1}',
    '[1 2]',
    'nul',
    '01',
    '"a\nb"',
    '\ufeff{}',
    '{}{}',
    'NaN',
  ])
    refused(text, 'This is not valid JSON.')
  try {
    parseStrictJson('{"a":}')
    assert.fail('it was read')
  } catch (error) {
    assert.ok(error instanceof Failure && error.cause instanceof SyntaxError)
  }
})

test('16 levels are read and 17 are refused, of lists, objects or both', () => {
  for (const [open, inner, close] of [
    ['[', '', ']'],
    ['{"a":', '1', '}'],
    ['[{"a":', '1', '}]'],
  ] as const) {
    const levels = open.startsWith('[{') ? 2 : 1
    const times = 16 / levels
    assert.doesNotThrow(() => parseStrictJson(open.repeat(times) + inner + close.repeat(times)))
    refused(`[${open.repeat(times)}${inner}${close.repeat(times)}]`, 'The JSON is nested more than 16 levels deep.')
  }
})

test('depth is counted where it is, not by how many brackets there are', () => {
  assert.doesNotThrow(() => parseStrictJson(`[${Array.from({ length: 100 }, () => nested(15, '[', ']')).join(',')}]`))
  refused(`[${nested(15, '[', ']')},${nested(16, '[', ']')}]`, /more than 16 levels/u)
})

test('nesting without end is refused, not a crash', () => {
  refused(nested(1_000_000, '[', ']'), /more than 16 levels/u)
  refused('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000), /more than 16 levels/u)
  refused('['.repeat(1_000_000), 'This is not valid JSON.')
})

test('a name given twice is refused, at any level', () => {
  refused('{"a":1,"a":1}', 'The JSON contains the name "a" twice.')
  refused('{"a":1,"b":{"c":1,"c":2}}', 'The JSON contains the name "c" twice.')
  refused('[{"a":1},{"b":[{"a":{},"x":[],"a":1}]}]', 'The JSON contains the name "a" twice.')
  refused('{"":1,"":2}', 'The JSON contains the name "" twice.')
  refused('{"a" : 1 ,\n"a"\t:2}', 'The JSON contains the name "a" twice.')
})

test('a name given twice is seen through its escapes', () => {
  refused(String.raw`{"a":1,"\u0061":2}`, /twice/u)
  refused(String.raw`{"\u0061":1,"\u0061":2}`, /twice/u)
  refused(String.raw`{"é":1,"\u00E9":2}`, /twice/u)
  refused(String.raw`{"\u00e9":1,"\u00E9":2}`, /twice/u)
  refused(String.raw`{"/":1,"\/":2}`, /twice/u)
  refused(String.raw`{"\n":1,"\u000a":2}`, /twice/u)
  refused(String.raw`{"🙂":1,"\ud83d\ude42":2}`, /twice/u)
})

test('the same name in different objects, and the same text as name and value, are no repetition', () => {
  for (const text of [
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a","b":"a"}',
    '{"a":["a","a"],"b":{"a":1}}',
    '{"a":1,"A":2}',
    String.raw`{"\\u0061":1,"a":2}`,
    '{"é":1,"e\u0301":2}',
  ])
    assert.deepStrictEqual(parseStrictJson(text), JSON.parse(text))
})

test('brackets, colons, commas and escaped quotes inside strings are only text', () => {
  for (const value of [
    '{"a":1,"a":2}',
    '['.repeat(40),
    '","a":"',
    'a\\',
    '\\"',
    '\\\\"{"',
    '"',
    '\u2028\u2029',
    { 'a":1,"a': 1, '{[': ']}', '\\': '\\', '\\"': '"' },
  ]) {
    const text = JSON.stringify({ first: value, second: value })
    assert.deepStrictEqual(parseStrictJson(text), JSON.parse(text))
  }
  refused(String.raw`{"a\"":1,"b":"\"}{","a\"":2}`, /twice/u)
})

test('__proto__ is a name like any other: it changes no prototype and may stand once', () => {
  const value = parseStrictJson('{"__proto__":{"admin":true},"constructor":1}')
  assert.ok(typeof value === 'object' && value !== null)
  assert.deepEqual(Object.keys(value), ['__proto__', 'constructor'])
  assert.equal(Object.getPrototypeOf(value), Object.prototype)
  assert.equal(Reflect.get({}, 'admin'), undefined)
  refused('{"__proto__":1,"__proto__":2}', /twice/u)
  refused(String.raw`{"__proto__":1,"\u005f_proto__":2}`, /twice/u)
})

test('values beside objects are read too', () => {
  for (const text of ['null', 'true', '0', '-1.5e3', '"a:b"', '[]', '{}', ' [1 , "a" ] '])
    assert.deepStrictEqual(parseStrictJson(text), JSON.parse(text))
  assert.equal(parseStrictJson('1e400'), Infinity)
})

test('strings of millions of characters are read', () => {
  for (const long of ['x'.repeat(6_000_000), '\\"'.repeat(1_000_000), '🙂'.repeat(1_000_000)]) {
    const text = JSON.stringify({ fullText: long, id: 'p1' })
    assert.deepStrictEqual(parseStrictJson(text), { fullText: long, id: 'p1' })
  }
})

/** JSON with names as they come, so that some repeat, and what must be said of it. */
type Node = { text: string; depth: number; doubled: boolean }
const name = fc.constantFrom('a', String.raw`\u0061`, 'b', '__proto__', '{', String.raw`\"`, String.raw`\\`, '')
const leaf = fc
  .oneof(
    fc.constantFrom('1', 'null', '"a"', '"]"', String.raw`"\\"`, String.raw`"\",\"a\":"`),
    anyText.map((text) => JSON.stringify(text)),
  )
  .map((text): Node => ({ text, depth: 0, doubled: false }))
const { node } = fc.letrec<{ node: Node }>((tie) => {
  const list = fc.array(tie('node'), { maxLength: 3 }).map((nodes): Node => ({
    text: `[${nodes.map(({ text }) => text).join(' , ')}]`,
    depth: 1 + Math.max(0, ...nodes.map(({ depth }) => depth)),
    doubled: nodes.some(({ doubled }) => doubled),
  }))
  const object = fc.array(fc.tuple(name, tie('node')), { maxLength: 3 }).map((members): Node => ({
    text: `{${members.map(([key, { text }]) => `"${key}": ${text}`).join(',')}}`,
    depth: 1 + Math.max(0, ...members.map(([, { depth }]) => depth)),
    doubled:
      new Set(members.map(([key]) => (key === String.raw`\u0061` ? 'a' : key))).size < members.length ||
      members.some(([, { doubled }]) => doubled),
  }))
  return { node: fc.oneof({ depthSize: 'small' }, leaf, list, object) }
})

test('exactly what is too deep or names something twice is refused', () => {
  fc.assert(
    fc.property(node, fc.constantFrom(0, 10, 12, 14, 16), ({ text, depth, doubled }, around) => {
      const whole = nested(around, '[', ']').replace(']', () => `${text}]`)
      assert.equal(isRefused(around === 0 ? text : whole), doubled || depth + around > 16, text)
    }),
    { numRuns: budget('cheapProperties') },
  )
})

test('any text is read as JSON.parse reads it, or refused as malformed', () => {
  const scraps = fc
    .array(fc.constantFrom(...Array.from('{}[]:,"\\ \n1a'), '"a"', '"b":', 'null', '\\u0061'), { maxLength: 14 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.oneof(scraps, anyText), (text) => {
      if (!isRefused(text)) assert.deepStrictEqual(parseStrictJson(text), JSON.parse(text))
    }),
    { numRuns: budget('cheapProperties') },
  )
})

test('texts of millions of characters are read, however they are escaped', () => {
  for (const piece of ['plain ', 'quoted \\" ', 'backslashes \\\\', 'one \\u00fc '])
    assert.deepEqual(
      Object.keys(parseStrictJson(`{"a":"${piece.repeat(1_500_000)}","b":1}`) as object),
      ['a', 'b'],
      piece,
    )
})
