import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { clientSchema } from '../../scripts/client-schema.ts'
import { typeOfSchema } from '../../scripts/type-of-schema.ts'

test('the types of the client are those of the server; npm run client:types writes them', () => {
  const kept = readFileSync(new URL('../../clients/typescript/src/schema.ts', import.meta.url), 'utf8')
  // Not compared by assert: the difference of two long texts takes minutes.
  assert.ok(kept === clientSchema(), 'clients/typescript/src/schema.ts is out of date: run npm run client:types')
  assert.ok((kept.match(/^ {2}'(?:GET|POST|PUT|PATCH|DELETE) \//gmu) ?? []).length > 55)
})

const typed = (schema: Record<string, unknown>): string => typeOfSchema(schema).replaceAll(/\s+/gu, ' ')

test('schemas become types: needed and optional members, lists, choices, words, open and closed objects', () => {
  assert.equal(
    typed({
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Its */ name.' },
        'two words': { type: ['integer', 'null'] },
        tags: { type: 'array', items: { enum: ['a', 'b'] } },
      },
      required: ['id'],
    }),
    '{ /** Its * / name. */ id: string "two words"?: (number | null) tags?: ("a" | "b")[] }',
  )
  assert.equal(
    typed({ anyOf: [{ const: true }, { type: 'array', prefixItems: [{ type: 'number' }, {}] }] }),
    '(true | [number, unknown])',
  )
  assert.equal(typed({ type: 'object', additionalProperties: { type: 'boolean' } }), 'Record<string, boolean>')
  assert.equal(typed({ type: 'object', additionalProperties: false }), 'Record<string, never>')
  assert.equal(typed({ allOf: [{ type: 'string' }, {}] }), 'string & unknown')
  assert.throws(() => typed({ $ref: '#/x' }), /cannot be read/u)
})
