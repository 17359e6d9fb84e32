import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginningDistance, editDistance } from './edit-distance.ts'

test('slips are counted: other, missing, added and swapped letters', () => {
  assert.equal(editDistance('planning', 'planning', 2), 0)
  assert.equal(editDistance('planing', 'planning', 2), 1)
  assert.equal(editDistance('plannning', 'planning', 2), 1)
  assert.equal(editDistance('plenning', 'planning', 2), 1)
  assert.equal(editDistance('palnning', 'planning', 2), 1)
  assert.equal(editDistance('plans', 'planning', 2), 3)
  assert.equal(editDistance('memory', 'planning', 2), 3)
})

test('typed letters are compared with the nearest beginning of a word', () => {
  assert.equal(beginningDistance('plann', 'planning', 2), 0)
  assert.equal(beginningDistance('plnan', 'planning', 2), 1)
  assert.equal(beginningDistance('plenn', 'planning', 2), 1)
  assert.equal(beginningDistance('plannnings', 'planning', 2), 2)
  assert.equal(beginningDistance('memo', 'planning', 2), 3)
  assert.equal(beginningDistance('planning', 'pla', 2), 3)
})
