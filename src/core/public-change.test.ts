import assert from 'node:assert/strict'
import { test } from 'node:test'
import { netChanges, type ChangedKind, type ChangeEvent } from './public-change.ts'

const net = (kind: ChangedKind, ...events: ChangeEvent[]): string[] =>
  netChanges(events.map((event) => ({ kind, id: 'x', event }))).map(({ event }) => event)

test('changes of one transaction come to one for each thing', () => {
  assert.deepEqual(net('paper', 'added'), ['added'])
  assert.deepEqual(net('paper', 'retracted', 'added'), ['revised'])
  assert.deepEqual(net('paper', 'retracted', 'merged'), ['merged'])
  assert.deepEqual(net('paper', 'revised', 'retracted'), ['retracted'])
  assert.deepEqual(net('paper', 'retracted', 'added', 'retracted'), ['retracted'])
  assert.deepEqual(net('gap', 'added', 'revised'), ['added'])
  assert.deepEqual(net('paper', 'added', 'retracted'), [])
  assert.deepEqual(net('concept', 'retracted', 'added'), [])
  assert.deepEqual(net('concept', 'retracted', 'added', 'revised'), ['revised'])
  assert.deepEqual(net('concept', 'retracted', 'merged'), ['merged'])
  const several = netChanges([
    { kind: 'paper', id: 'p2', event: 'added' },
    { kind: 'concept', id: 'p2', event: 'added' },
    { kind: 'paper', id: 'p1', event: 'retracted' },
  ])
  assert.deepEqual(
    several.map(({ kind, id }) => `${kind} ${id}`),
    ['paper p2', 'concept p2', 'paper p1'],
  )
})
