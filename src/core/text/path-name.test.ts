import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { pathName } from './path-name.ts'
import { textKey } from './tokenize.ts'

test('spellings of a name that differ in case, marks, punctuation or spacing have one address', () => {
  for (const name of ['José-Luis García', 'jose luis garcia', 'JOSE  LUIS GARCÍA', 'José-Luis. García,'])
    assert.equal(pathName(name), 'jose-luis-garcia', name)
  assert.equal(pathName('Proc. of the ICML (2024)'), 'proc-of-the-icml-2024')
  assert.equal(pathName('C++ Report'), 'c++-report')
  assert.equal(pathName('王伟'), '王伟')
  assert.equal(pathName('Ιωάννης Παπαδόπουλος'), 'ιωαννης-παπαδοπουλος')
})

test('a name of signs alone and a very long one have no address', () => {
  for (const name of ['', '???', '—', '..', 'n'.repeat(201)]) assert.equal(pathName(name), null, name)
})

test('the address of any name has its key, is its own address, and fits into a path', () => {
  const name = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc
      .array(fc.constantFrom('Wang', '王', 'é', '-', '.', '++', '#', ' ', '’', '1', '/', 'ß'), { maxLength: 8 })
      .map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(name, (text) => {
      const path = pathName(text)
      if (path === null) return
      assert.equal(textKey(path), textKey(text))
      assert.doesNotMatch(path, /[/.\s?]/u)
      assert.equal(decodeURIComponent(encodeURIComponent(path)), path)
    }),
  )
})
