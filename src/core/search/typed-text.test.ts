import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameMatches, typedQuery } from './typed-text.ts'

test('the last word that is typed is a prefix, the others are whole, and fillers do not count', () => {
  const query = typedQuery('how do agents rememb', 'title')
  assert.deepEqual(
    query?.all.map((group) => group[0]),
    [
      { field: 'title', tokens: ['agent'], prefix: false },
      { field: 'title', tokens: ['rememb'], prefix: true },
    ],
  )
  assert.equal(typedQuery('an ag', 'title'), null)
  assert.equal(typedQuery('', 'title'), null)
})

test('signs of the search language are no operators here, and a long text costs no more than its end', () => {
  const query = typedQuery(`${'many '.repeat(2_000)}-"agents OR" title:pla`, 'title')
  assert.deepEqual([query?.none, query?.all.length], [[], 6])
})

test('a name is meant where each typed word begins one of its words', () => {
  assert.equal(nameMatches('Zoë van der Example', 'zoe exa'), true)
  assert.equal(nameMatches('Zoë van der Example', 'exa zo'), true)
  assert.equal(nameMatches('Zoë van der Example', 'zoe xa'), false)
  assert.equal(nameMatches('Zoë', ''), false)
})
