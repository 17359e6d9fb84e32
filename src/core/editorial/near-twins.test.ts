import assert from 'node:assert/strict'
import { test } from 'node:test'
import { doSteps } from '#core/steps.ts'
import { findNearTwinsInSteps } from './near-twins.ts'

const findNearTwins = (names: { id: string; name: string }[], most: number) =>
  doSteps(findNearTwinsInSteps(names, most))

const pairs = (...names: string[]): string[] =>
  findNearTwins(
    names.map((name) => ({ id: name, name })),
    50,
  ).map(({ first, second, by }) => `${first.name} = ${second.name} (${by})`)

test('names that differ by ending, hyphen, spacing, case or a letter are probably one', () => {
  assert.deepEqual(pairs('tool use', 'Memory', 'tool uses'), ['tool use = tool uses (form)'])
  assert.deepEqual(pairs('multi-agent systems', 'multiagent system'), [
    'multi-agent systems = multiagent system (form)',
  ])
  assert.deepEqual(pairs('checkpointing', 'chekpointing'), ['checkpointing = chekpointing (letter)'])
  assert.deepEqual(pairs('alignment', 'allignment'), ['alignment = allignment (letter)'])
  assert.deepEqual(pairs('recovery', 'recoverx'), ['recovery = recoverx (letter)'])
})

test('names of a few letters, and numbers that differ, are not', () => {
  assert.deepEqual(pairs('cat', 'car', 'memory', 'planning', 'version 2 plans', 'version 3 plans'), [])
})

test('no more pairs are returned than were asked for', () => {
  const names = Array.from({ length: 30 }, (_, index) => `memory${'s'.repeat(index % 2)} of kind${' '.repeat(index)}`)
  const twins = findNearTwins(
    names.map((name, id) => ({ id: String(id), name })),
    7,
  )
  assert.equal(twins.length, 7)
})
