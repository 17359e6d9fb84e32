import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exampleValue, pythonLiteral, writeExamples } from './examples.ts'

const examplesOf = (request: Parameters<typeof writeExamples>[0]): Record<string, string> =>
  Object.fromEntries(writeExamples(request))

test('a GET request is short in each language', () => {
  const { curl, JavaScript, Python } = examplesOf({
    method: 'GET',
    url: 'https://library.test/api/papers?q=a',
    headers: {},
  })
  assert.equal(curl, "curl 'https://library.test/api/papers?q=a'")
  assert.equal(
    JavaScript,
    "const response = await fetch('https://library.test/api/papers?q=a')\nconsole.log(response.status, await response.text())",
  )
  assert.match(
    Python ?? '',
    /^import urllib\.request\n\nrequest = urllib\.request\.Request\(\n {4}"https:\/\/library\.test\/api\/papers\?q=a",\n\)/u,
  )
})

test('quotes and backslashes are escaped in every language', () => {
  const text = `it's "a\\b"`
  const {
    curl = '',
    JavaScript = '',
    Python = '',
  } = examplesOf({
    method: 'PUT',
    url: 'https://library.test/x',
    headers: { 'If-Match': '"3"' },
    body: { json: { text, isOpen: true, none: null } },
  })
  assert.ok(curl.startsWith(`curl -X PUT 'https://library.test/x' \\\n  -H 'If-Match: "3"' \\\n  -d '`), curl)
  assert.ok(curl.includes(String.raw`it'\''s`), curl)
  const options = JavaScript.slice(JavaScript.indexOf('{'), JavaScript.lastIndexOf(')\nconsole'))
  assert.ok(options.includes(`'If-Match': '"3"'`), options)
  assert.ok(options.includes(JSON.stringify(text)), options)
  assert.ok(
    Python.includes(`data=json.dumps({"text": ${JSON.stringify(text)}, "isOpen": True, "none": None}).encode()`),
    Python,
  )
  assert.equal(pythonLiteral([1, 'a', false]), '[1, "a", False]')
})

test('an example has the required members of a schema, and the first of its choices', () => {
  const schema = {
    type: 'object',
    properties: {
      id: { type: 'string' },
      state: { enum: ['open', 'taken'] },
      years: { type: 'array', items: { type: 'integer', minimum: 1800 } },
      either: { anyOf: [{ const: true }, { type: 'null' }] },
      left: { type: 'number' },
    },
    required: ['id', 'state', 'years', 'either'],
  }
  assert.deepEqual(exampleValue(schema), { id: 'text', state: 'open', years: [1800], either: true })
})
