import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stem } from '#core/text/tokenize.ts'
import { indexTokens, found } from '../../../../test/support/search.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'

// Which texts a query finds.

test('every prefix of three letters or more finds the word', () => {
  const vocabulary =
    'planning agents reliability environment efficiency governance performance management deployment measurement ' +
    'optimization dependencies happily studies running capabilities awareness references autonomous systematic ' +
    'observability reinforcement negative representation successfully evaluators hierarchical memories decomposition ' +
    'generalize hopefulness effectively adaptive retrieval orchestration benchmark enterprise accountability experiments'
  for (const word of vocabulary.split(' '))
    for (let letters = 3; letters <= word.length; letters += 1)
      assert.ok(found(`${word.slice(0, letters)}*`, word), `${word.slice(0, letters)}* for ${word}`)
  assert.ok(found('used*', 'used') && found('useful*', 'useful') && found('abs*', 'abs'))
})

test('a word finds what was stored, whether it is typed composed or decomposed', () => {
  for (const word of ['데이터', 'データ', 'ガイド', 'café', 'Ångström', 'định']) {
    assert.ok(found(word.normalize('NFD'), word.normalize('NFC')), word)
    assert.ok(found(word.normalize('NFC'), word.normalize('NFC')), word)
  }
})

test('a text without any word finds nothing', () => {
  for (const text of [
    '',
    ' ',
    '!!!',
    '"',
    '""',
    '-',
    '*',
    '-*',
    '-"',
    ':',
    '🙂',
    '\0',
    '\ud800',
    '¦',
    '§all'.slice(0, 1),
  ])
    assert.deepEqual(parseSearchQuery(text), { all: [], none: [] }, JSON.stringify(text))
  assert.equal(found('!!!', 'anything'), false)
})

test('“long horizon” and long-horizon find each other', () => {
  for (const text of ['Long-horizon tasks', 'long horizon tasks', 'Long\u2011Horizon tasks'])
    for (const query of ['long-horizon', '"long horizon"', 'long horizon', '"long-horizon tasks"'])
      assert.ok(found(query, text), `${query} in ${text}`)
  assert.ok(found('longhorizon', 'Long-horizon tasks'))
  assert.ok(!found('"horizon long"', 'Long-horizon tasks'))
})

test('a prefix finds its word, also where the index knows the word by two letters', () => {
  const words = 'useful usefulness using adding added doing being ties died lied planning memories agencies'.split(' ')
  for (const word of words)
    for (let length = 3; length <= word.length; length += 1) {
      const [group = []] = parseSearchQuery(`${word.slice(0, length)}*`).all
      const indexed = stem(word)
      const isFound = group.some(({ tokens: [token = ''], prefix }) =>
        prefix ? indexed.startsWith(token) : indexed === token,
      )
      assert.ok(isFound, `${word.slice(0, length)}* finds ${word}`)
    }
})

test('a phrase does not reach over what keeps two values apart', () => {
  const index = indexTokens(['tool use', 'memory of agents'])
  assert.ok(index.includes('memori'))
  const { all } = parseSearchQuery('"use memory"')
  assert.deepEqual(all, [[{ field: null, tokens: ['us', 'memori'], prefix: false }]])
  assert.notEqual(index.indexOf('memori'), index.indexOf('us') + 1)
})
