import assert from 'node:assert/strict'
import { test } from 'node:test'
import { estimateTokens } from './estimate-tokens.ts'

test('tokens are counted by runs of letters, by digits, by signs and by bytes of what is not ASCII', () => {
  const counted: Record<string, number> = {
    '': 0,
    plan: 1,
    'planning ahead': 4,
    'a b c d': 4,
    'Zed Zed': 3,
    Lovelace: 4,
    RLHF: 4,
    ABc: 3,
    '2026': 4,
    '{"":""}': 6,
    né: 3,
    日本: 6,
    '\ud83d\ude00': 4,
    '\ud800': 3,
  }
  for (const [text, tokens] of Object.entries(counted)) assert.equal(estimateTokens(text), tokens, text)
})
