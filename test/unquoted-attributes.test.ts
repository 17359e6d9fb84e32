import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const SOURCE = resolve(import.meta.dirname, '../src')

test('values are never written into unquoted attributes', () => {
  const unquoted = /=\$\{/u
  const pages = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => ({ file, text: readFileSync(join(SOURCE, file), 'utf8') }))
    .filter(({ text }) => text.includes('html`'))
  assert.ok(pages.length > 3, `only ${pages.length} page files were seen`)
  for (const { file, text } of pages)
    assert.doesNotMatch(text.replaceAll(/\?[\w-]+=\$\{|&[\w-]+=\$\{/gu, ''), unquoted, file)
  assert.match('<a href=${address}>', unquoted)
})
