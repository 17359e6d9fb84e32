import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { mailingChanges } from '#actions/mailings.ts'
import { sourceChanges } from '#actions/sources.ts'
import { endpointChanges } from '#actions/webhooks.ts'
import { accountChanges } from '#core/access/editor.ts'
import { auditPhrase, hasPhrase } from '#core/audit-phrases.ts'
import { messageStates } from '#core/mail/message.ts'
import { reviewEvents } from '#core/review/submission.ts'

const ACTIONS = new URL('../src/actions/', import.meta.url)

/** The acts that stand in actions as a text of two words with a point between them. */
const literalActs = (text: string): string[] =>
  [...text.matchAll(/\bact(?::| =)[^,\n]*/gu)].flatMap(([given]) =>
    [...given.matchAll(/'(?<act>[a-z-]+\.[a-z-]+)'/gu)].map(({ groups }) => groups?.act ?? ''),
  )

const composed = [
  ...accountChanges,
  ...reviewEvents.map((event) => `paper.${event}`),
  ...mailingChanges.map((change) => `mailing.${change}`),
  ...sourceChanges.map((change) => `source.${change}`),
  ...endpointChanges.map((change) => `webhook.${change}`),
  ...messageStates.map((state) => `message.${state}`),
]

test('every act that an action records has words', () => {
  const files = globSync('**/*.ts', { cwd: ACTIONS }).map((path) => readFileSync(new URL(path, ACTIONS), 'utf8'))
  const literal = files.flatMap(literalActs)
  assert.ok(literal.length > 40, `${literal.length} acts`)
  assert.deepEqual(
    [...new Set([...literal, ...composed])].filter((act) => !hasPhrase(act)),
    [],
  )
  assert.deepEqual(literalActs(`act: 'paper.invent',`), ['paper.invent'])
})

test('an act of another version of the program stands as it is', () => {
  assert.deepEqual(auditPhrase('paper.invent'), { words: 'did paper.invent on', isWhole: false })
  assert.equal(hasPhrase('toString'), false)
})
