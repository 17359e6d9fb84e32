import assert from 'node:assert/strict'
import { test } from 'node:test'
import { childOf, continueTrace, newTrace, parseTraceparent, parseTracestate, traceHeaders } from './trace-context.ts'

// Values from the recommendation (https://www.w3.org/TR/trace-context-1/) and from its own tests.

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'

test('the examples of the standard are read', () => {
  assert.deepEqual(parseTraceparent(`00-${TRACE}-${PARENT}-01`), {
    traceId: TRACE,
    spanId: PARENT,
    isSampled: true,
  })
  assert.equal(parseTraceparent('00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00')?.isSampled, false)
  // Other flags count for nothing; of a later version, the part that is known is read.
  assert.equal(parseTraceparent(`00-${TRACE}-${PARENT}-ff`)?.isSampled, true)
  assert.equal(parseTraceparent(`cc-${TRACE}-${PARENT}-01`)?.traceId, TRACE)
  assert.equal(parseTraceparent(`cc-${TRACE}-${PARENT}-01-what-the-future-will-be-like`)?.traceId, TRACE)
  assert.equal(parseTracestate('rojo=00f067aa0ba902b7,congo=t61rcWkgMzE'), 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE')
  assert.equal(parseTracestate('fw529a3039@dt=FfMMNzE,  a-_*/z = b,,'), '')
  assert.equal(parseTracestate('fw529a3039@dt=FfMMNzE, \ta-_*/z=b c,,'), 'fw529a3039@dt=FfMMNzE,a-_*/z=b c')
})

test('a traceparent of any other form is ignored', () => {
  for (const header of [
    undefined,
    '',
    `ff-${TRACE}-${PARENT}-01`,
    `00-${TRACE}-${PARENT}-01-what-the-future-will-be-like`,
    `00-${TRACE}-${PARENT}-01.`,
    `cc-${TRACE}-${PARENT}-01.what-the-future-will-not-be-like`,
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${PARENT}-01`,
    `00-${TRACE}0-${PARENT}-01`,
    `00-${TRACE.slice(1)}-${PARENT}-01`,
    `00-${TRACE}-${PARENT}-1`,
    `00-${TRACE}-${PARENT}`,
    ` 00-${TRACE}-${PARENT}-01`,
    `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`,
    `cc-${TRACE}-${PARENT}-01-${'x'.repeat(1_000)}`,
  ])
    assert.equal(parseTraceparent(header), null, header ?? 'none')
})

test('a tracestate with an invalid member is ignored, and a long one is cut between members', () => {
  const [longKey, longTenant] = [`z${'a'.repeat(255)}`, `t${'a'.repeat(240)}@v${'a'.repeat(13)}`]
  for (const fine of [`a=${'x'.repeat(120)}`, 'foo@bar=1', '0foo@bar=1', 'a=b!+-<>~', 'foo=1 2'])
    assert.equal(parseTracestate(fine), fine)
  assert.equal(parseTracestate(`${longKey}=1`), `${longKey}=1`)
  assert.equal(parseTracestate(`${longTenant}=1`), `${longTenant}=1`)
  for (const wrong of [
    'foo=1,foo=2',
    'foo',
    'foo=',
    '=1',
    'Foo=1',
    '0foo=1',
    'foo@=1',
    '@foo=1',
    'foo@@bar=1',
    'foo@0bar=1',
    'foo=bar=baz',
    'foo=é',
    `${longKey}a=1`,
    `t${longTenant}=1`,
    `foo=${'x'.repeat(257)}`,
    Array.from({ length: 33 }, (_, index) => `k${index}=1`).join(','),
    'x'.repeat(1_000_000),
  ])
    assert.equal(parseTracestate(wrong), '', wrong.slice(0, 40))
  const short = Array.from({ length: 32 }, (_, index) => `key${index}=${'v'.repeat(16)}`)
  const passed = parseTracestate([`long=${'x'.repeat(200)}`, ...short.slice(0, 31)].join(','))
  assert.ok(passed.length <= 512 && passed.startsWith('key0=') && !passed.includes('long='))
  const whole = `long=${'x'.repeat(200)},${short.slice(0, 5).join(',')}`
  assert.equal(parseTracestate(whole), whole)
})

test('a request goes on with its trace, as a span of its own', () => {
  const tracestate = 'congo=t61rcWkgMzE'
  const trace = continueTrace({ traceparent: `00-${TRACE}-${PARENT}-03`, tracestate })
  assert.equal(trace.traceId, TRACE)
  assert.notEqual(trace.spanId, PARENT)
  const sent = childOf(trace)
  assert.notEqual(sent.spanId, trace.spanId)
  assert.deepEqual(traceHeaders(sent), { traceparent: `00-${TRACE}-${sent.spanId}-01`, tracestate })
  const begun = continueTrace({ traceparent: 'broken', tracestate })
  assert.notEqual(begun.traceId, TRACE)
  assert.deepEqual(traceHeaders(begun), { traceparent: `00-${begun.traceId}-${begun.spanId}-00` })
  const ids = new Set(Array.from({ length: 1_000 }, () => newTrace().traceId))
  assert.equal(ids.size, 1_000)
  for (const id of ids) assert.match(id, /^[\da-f]{32}$/u)
})
