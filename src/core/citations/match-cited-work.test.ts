import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CitedWork } from './cited-work.ts'
import { isReferenceTo } from './match-cited-work.ts'

const cited = (given: Partial<CitedWork>): CitedWork => ({
  doi: null,
  arxivId: null,
  openalexId: null,
  title: null,
  year: null,
  authors: [],
  text: null,
  ...given,
})

const WORK = {
  title: 'Plans of agents: a study of memory',
  authors: ['Grace Hopper', 'Alan Turing'],
  year: 2023,
  doi: '10.1000/plans',
  arxivId: '2301.00001',
}

const isTo = (given: Partial<CitedWork>): boolean => isReferenceTo(cited(given), WORK)

test('identifiers decide, and different arXiv ids mean different works', () => {
  assert.ok(isTo({ doi: '10.1000/plans', title: 'Anything' }))
  assert.ok(isTo({ arxivId: '2301.00001' }))
  assert.ok(!isTo({ arxivId: '2301.00002', title: WORK.title, authors: ['G. Hopper'], year: 2023 }))
})

test('a title needs an author and a year that agree, or four words of its own', () => {
  const { title } = WORK
  assert.ok(isTo({ title, authors: ['G. Hopper'], year: 2022 }))
  assert.ok(isTo({ title }))
  assert.ok(!isTo({ title, authors: ['B. Other'], year: 2023 }))
  assert.ok(!isTo({ title, authors: ['G. Hopper'], year: 2010 }))
  assert.ok(!isReferenceTo(cited({ title: 'Plans' }), { ...WORK, title: 'Plans', arxivId: null }))
})

const text = (line: string): Partial<CitedWork> => ({ title: 'A part that was taken for the title', text: line })

test('a reference as printed is to the work whose title, first author and year are in it', () => {
  assert.ok(isTo(text('Hopper G and Turing A 2023 Plans of agents: a study of memory J. Plans 3 1–9')))
  assert.ok(!isTo(text('Hopper G 2023 Reply to Plans of agents: a study of memory J. Plans 3')))
  assert.ok(!isTo(text('Other B 2023 Plans of agents: a study of memory J. Plans 3 1–9')))
  assert.ok(!isTo(text('Hopper G 2003 Plans of agents: a study of memory J. Plans 3 1–9')))
})

test('a short title stands alone behind its first author, with its year', () => {
  const work = { ...WORK, title: 'Kinds of plans' }
  const isToIt = (line: string): boolean => isReferenceTo(cited(text(line)), work)
  assert.ok(isToIt('Hopper: Kinds of plans. J. Plans 3, 1–9 (2023)'))
  assert.ok(isToIt('Hopper, Kinds of plans, J. Plans 3 (2024) 1–9.'))
  assert.ok(!isToIt('Hopper: Kinds of plans in use. J. Plans 3, 1–9 (2023)'))
  assert.ok(!isToIt('Hopper: Kinds of plans. J. Plans 3, 1–9 (2020)'))
  assert.ok(!isToIt('Hopper: Kinds of plans. J. Plans 3, 1–9'))
  assert.ok(!isToIt('Other: Kinds of plans. J. Plans 3, 1–9 (2023)'))
  assert.ok(!isReferenceTo(cited(text('Hopper: Plans. J. Plans 3, 1–9 (2023)')), { ...WORK, title: 'Plans' }))
})

test('a surname with a hyphen or an apostrophe is found as it is printed', () => {
  const line = 'Two-Hopper G and O’Neil P 2023 Plans of agents: a study of memory J. Plans 3 1–9'
  for (const author of ['Grace Two-Hopper', "Pat O'Neil"])
    assert.ok(isReferenceTo(cited(text(line)), { ...WORK, authors: [author] }))
})
