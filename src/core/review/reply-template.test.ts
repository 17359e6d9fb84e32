import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultReplyTemplates, REPLY_TEMPLATE_ID, applyReplyTemplateOverrides } from './reply-template.ts'

const one = { event: 'ask', name: 'Data' } as const

test('what ships can be used as it is', () => {
  assert.deepEqual(applyReplyTemplateOverrides([]), defaultReplyTemplates)
  assert.equal(new Set(defaultReplyTemplates.map(({ id }) => id)).size, defaultReplyTemplates.length)
  for (const { id } of defaultReplyTemplates) assert.match(id, REPLY_TEMPLATE_ID)
  for (const event of ['accept', 'ask', 'reject'])
    assert.ok(defaultReplyTemplates.some((shipped) => shipped.event === event))
})

test('editors change, add and remove templates', () => {
  const changed = applyReplyTemplateOverrides([
    { ...one, id: 'ask-abstract', body: 'Say more.' },
    { ...one, id: 'reject-duplicate', body: null },
    { ...one, id: 'ask-data', body: 'Which data?' },
    { ...one, id: 'ask-gone', body: null },
  ])
  assert.equal(changed.length, defaultReplyTemplates.length)
  assert.deepEqual(
    changed.find(({ id }) => id === 'ask-abstract'),
    { ...one, id: 'ask-abstract', body: 'Say more.' },
  )
  assert.equal(
    changed.some(({ id }) => id === 'reject-duplicate'),
    false,
  )
  assert.deepEqual(changed.at(-1), { ...one, id: 'ask-data', body: 'Which data?' })
})
