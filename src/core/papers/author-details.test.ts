import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailLines, detailsOfAuthors, parseDetailLine } from './author-details.ts'

const orcid = '0000-0002-1825-0097'
const of = (name: string, position?: number, affiliations: string[] = [`${name} College`]) => ({
  name,
  ...(position === undefined ? {} : { position }),
  orcid: null,
  affiliations,
})
const placed = (authors: string[], given: Parameters<typeof detailsOfAuthors>[1]) =>
  detailsOfAuthors(authors, given).map(({ position, affiliations }) => [position, affiliations[0]])

test('details stay with their author when the list changes, and go with the name', () => {
  const given = [of('Ada', 1), of('Ben', 2)]
  assert.deepEqual(placed(['Ada', 'Ben'], given), [
    [1, 'Ada College'],
    [2, 'Ben College'],
  ])
  assert.deepEqual(placed(['New', 'Ben', 'Ada'], given), [
    [2, 'Ben College'],
    [3, 'Ada College'],
  ])
  assert.deepEqual(placed(['Ada B.', 'Ben'], given), [[2, 'Ben College']])
  assert.deepEqual(placed([], given), [])
})

test('authors of one name are told apart by their place', () => {
  const given = [of('Wei Wang', 1, ['One']), of('Wei Wang', 2, ['Two'])]
  assert.deepEqual(placed(['Wei Wang', 'Wei Wang'], given), [
    [1, 'One'],
    [2, 'Two'],
  ])
  assert.deepEqual(placed(['Wei Wang', 'Ada', 'Wei Wang'], given), [[1, 'One']], 'nobody knows whose the second is')
  assert.deepEqual(
    placed(['Wei Wang', 'Ada', 'Wei Wang'], [of('Wei Wang', undefined, ['A']), of('Wei Wang', undefined, ['B'])]),
    [
      [1, 'A'],
      [3, 'B'],
    ],
  )
  assert.deepEqual(placed(['Ada'], [of('Ada', undefined, [])]), [], 'what says nothing is dropped')
})

test('details as lines are read back', () => {
  const authors = ['Ada = B', 'Wei Wang', 'Wei Wang', 'Ben']
  const details = [{ position: 3, name: 'Wei Wang', orcid, affiliations: ['One', 'Two; Three'] }]
  const lines = detailLines(authors, details)
  assert.deepEqual(lines, ['Wei Wang = ', `Wei Wang = ${orcid} | One | Two; Three`])
  const read = lines.map(parseDetailLine).map(({ orcid: id = null, ...rest }) => ({ ...rest, orcid: id }))
  assert.deepEqual(detailsOfAuthors(authors, read), details)
  assert.deepEqual(parseDetailLine('Ada = 24 Street'), { name: 'Ada', affiliations: ['24 Street'] })
  assert.deepEqual(parseDetailLine('Ada'), { name: 'Ada', affiliations: [] })
})
