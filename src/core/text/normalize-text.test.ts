import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '../../../test/support/generated/text.ts'
import { codePointLength, normalizeText, textError, terminalSafe, slug } from './normalize-text.ts'
import { budget } from '../../../test/support/budgets.ts'

const LONE = /lone surrogates/u
const form = fc.constantFrom<'line' | 'block'>('line', 'block')

test('a text with a NUL character is refused in lines and blocks', () => {
  for (const text of ['\0', 'a\0b', 'a\0\n', '\ud800\0'])
    for (const kind of ['line', 'block'] as const)
      assert.equal(textError(text, kind), 'must not contain a NUL character')
})

test('a text with half a surrogate pair is refused, a whole pair is not', () => {
  for (const text of ['\ud800', 'a\udc00b', '\udc00\ud800', 'x\ud83d', '\ud83d\ud83d\ude00'])
    for (const kind of ['line', 'block'] as const) assert.match(textError(text, kind) ?? '', LONE)
  assert.equal(textError('\ud83d\ude00', 'line'), null)
})

test('a line holds no control characters and no breaks of any kind', () => {
  const controls = Array.from('\t\n\v\f\r\u0001\u001b\u007f\u0080\u0085\u009f\u2028\u2029')
  for (const sign of controls)
    assert.equal(textError(`a${sign}b`, 'line'), 'must be one line without control characters', JSON.stringify(sign))
  assert.equal(textError('Größe × 2 – “ok” 漢字 🙂', 'line'), null)
})

test('a block may hold tabs and line breaks, but no other control characters', () => {
  assert.equal(textError('a\tb\nc\r\nd', 'block'), null)
  for (const sign of '\u0001\b\v\f\u000e\u001b\u001f\u007f')
    assert.equal(textError(`a${sign}b`, 'block'), 'must not contain control characters', JSON.stringify(sign))
})

test('more than 30 combining marks in a row are refused, and 30 are not', () => {
  for (const mark of ['\u0301', '\u20dd', '\u{1d167}'])
    for (const kind of ['line', 'block'] as const) {
      assert.equal(textError(`a${mark.repeat(30)}b${mark.repeat(30)}`, kind), null)
      assert.match(textError(`a${mark.repeat(31)}`, kind) ?? '', /more than 30 combining marks/u)
    }
  assert.match(textError('\u0301\u0323'.repeat(16), 'line') ?? '', /combining marks/u)
})

test('marks are counted as they are decomposed, so that what is stored can be stored again', () => {
  for (const text of [`a${'\u0344'.repeat(16)}`, `\u00e1${'\u0301'.repeat(30)}`, `\u0958${'\u0301'.repeat(30)}`])
    assert.match(textError(text, 'line') ?? '', /combining marks/u, JSON.stringify(text))
  for (const text of [`a${'\u0344'.repeat(15)}`, `\u00e1${'\u0301'.repeat(29)}`, `\u0958${'\u0301'.repeat(29)}`])
    assert.equal(textError(normalizeText(text, 'line'), 'line'), null, JSON.stringify(text))
})

test('text is stored in NFC, so that equal texts are equal bytes', () => {
  assert.equal(normalizeText('cafe\u0301', 'line'), 'caf\u00e9')
  assert.equal(normalizeText('\u1112\u1161\u11ab', 'block'), '\ud55c')
  assert.equal(normalizeText('\u212b', 'line'), '\u00c5')
})

test('a line loses white space at its ends, a block keeps it', () => {
  assert.equal(normalizeText(' \u00a0a  b\u3000', 'line'), 'a  b')
  assert.equal(normalizeText('  indented\n', 'block'), '  indented\n')
})

test('what is stored is stored again unchanged, and without an error', () => {
  fc.assert(
    fc.property(anyText, form, (text, kind) => {
      if (textError(text, kind) !== null) return
      const stored = normalizeText(text, kind)
      assert.equal(normalizeText(stored, kind), stored)
      assert.equal(textError(stored, kind), null)
      assert.equal(normalizeText(text.normalize('NFD'), kind), stored)
    }),
    { numRuns: budget('properties') },
  )
})

test('length is counted in characters, not in UTF-16 units', () => {
  assert.equal(codePointLength(''), 0)
  assert.equal(codePointLength('漢字'), 2)
  assert.equal(codePointLength('🙂🙂'), 2)
  assert.equal(codePointLength('\ud800'), 1)
})

test('control characters and overrides of direction are written out', () => {
  assert.equal(terminalSafe('a\u001b[2Jb'), 'a\\u001b[2Jb')
  assert.equal(terminalSafe('\u009b31mred\u0085'), '\\u009b31mred\\u0085')
  assert.equal(terminalSafe('safe \u202etxt.exe\u202c'), 'safe \\u202etxt.exe\\u202c')
  assert.equal(terminalSafe('over\rwritten'), 'over\\u000dwritten')
  assert.equal(terminalSafe('seen\u{e0041}\u{e007f}'), 'seen\\udb40\\udc41\\udb40\\udc7f')
})

test('what people write is left alone', () => {
  const text = 'Größe\t漢字 🙂\r\nשלום \u200fעולם\n👩‍🔬'
  assert.equal(terminalSafe(text), text)
})

test('JSON says the same, whatever is in it', () => {
  fc.assert(
    fc.property(fc.dictionary(anyText, fc.array(anyText)), (value) => {
      const safe = terminalSafe(JSON.stringify(value))
      assert.deepEqual(JSON.parse(safe), JSON.parse(JSON.stringify(value)))
      assert.equal(terminalSafe(safe), safe)
    }),
    { numRuns: budget('properties') },
  )
})

test('an id is the name in lower case, words joined by hyphens', () => {
  const known: Record<string, string> = {
    'task decomposition': 'task-decomposition',
    'Task  Decomposition': 'task-decomposition',
    'long-horizon planning': 'long-horizon-planning',
    'ReAct (2022)': 'react-2022',
    'naïve Bäume': 'naive-baume',
    'ﬁne-tuning': 'fine-tuning',
    '¿Qué?': 'que',
    'A*': 'a',
    'C++': 'c-plus-plus',
    'C# (2026)': 'c-sharp-2026',
    'Straße maps': 'strasse-maps',
    深度学习: '深度学习',
    '모델 평가': '모델-평가',
  }
  for (const [name, id] of Object.entries(known)) assert.equal(slug(name), id)
})

test('a name without any letter or digit has an id too', () => {
  for (const name of ['', '   ', '!!!', '---', '🙂', '\u0301']) assert.equal(slug(name), 'unnamed', name)
})

test('an id has at most 80 characters and does not end in the middle of a word’s hyphen', () => {
  assert.equal(slug(`${'a'.repeat(79)} b`), 'a'.repeat(79))
  assert.equal(slug('𠮷'.repeat(100)), '𠮷'.repeat(80))
})

test('whatever the name, the id is short, readable in an address, and its own id', () => {
  fc.assert(
    fc.property(anyText, (name) => {
      const id = slug(name)
      assert.match(id, /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u)
      assert.ok(Array.from(id).length <= 80)
      assert.equal(slug(id), id)
    }),
    { numRuns: budget('properties') },
  )
})
