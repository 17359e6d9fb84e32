import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stem } from '#core/text/tokenize.ts'
import { commonNames, rarityAmongNames } from './plain-names.ts'

const assistant = stem('assistant')

test('a plain name counts no more than the name that most papers use', () => {
  const rarities: Record<string, number> = { agent: 0.1, [assistant]: 4, bot: 6, memori: 2 }
  const rarityOf = (word: string): number => rarityAmongNames(word, (asked) => rarities[asked] ?? 7)
  assert.equal(rarityOf(assistant), 0.1)
  assert.equal(rarityOf('bot'), 0.1)
  assert.equal(rarityOf('memori'), 2)
})

test('a plain name is as rare as it is where papers do not speak of agents', () => {
  assert.equal(
    rarityAmongNames('bot', (word) => (word === 'bot' ? 5 : 7)),
    5,
  )
})

test('a question without plain names looks up nothing more', () => {
  assert.deepEqual(commonNames(['memori', 'agent']), [])
  assert.ok(commonNames(['memori', assistant]).includes('agent'))
})
