import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { indexTokens, tokensOf } from '../../../test/support/search.ts'
import { keyTokens, PHRASE_BREAK, endsInSymbol, stem, textKey, tokenize } from './tokenize.ts'

/** Parts of each word, its joined form and its letters without a sign, with bars between: `long horizon|longhorizon`. */
const shown = (text: string): string[] =>
  tokenize(text).map(({ parts, joined, unsigned }) =>
    [parts, joined, unsigned]
      .filter((tokens) => tokens.length > 0)
      .map((tokens) => tokens.map(({ token }) => token).join(' '))
      .join('|'),
  )

const reads = (known: Record<string, string[]>): void => {
  for (const [text, found] of Object.entries(known)) assert.deepEqual(shown(text), found, text)
}

test('a text is split on anything but letters and digits, folded and stemmed', () => {
  reads({
    'Planning agents, planned (2025).': ['plan', 'agent', 'plan', '2025'],
    'a\u00a0b\tc\nd – e—f…g': ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
    '100% of “all” <b>': ['100', 'of', 'all', 'b'],
    '': [],
    ' .,;!? ': [],
  })
})

test('words held together by one joining mark are found as their parts and joined', () => {
  reads({
    'gpt-4o': ['gpt 4o|gpt4o'],
    'GPT‐4o': ['gpt 4o|gpt4o'],
    'long-horizon': ['long horizon|longhorizon'],
    'long‑horizon': ['long horizon|longhorizon'],
    'state-of-the-art': ['state of the art|stateoftheart'],
    'node.js': ['node js|nodej'],
    'and/or': ['and or|andor'],
    'R&D': ['r d|rd'],
    snake_case: ['snake case|snakecas'],
    '3.14': ['3 14|314'],
  })
})

test('two marks, or a mark at an end, do not join', () => {
  reads({
    'long--horizon': ['long', 'horizon'],
    '-long-': ['long'],
    'long -horizon': ['long', 'horizon'],
    'e.g.': ['e g|eg'],
    '...': [],
  })
})

test('c++ and c# are words of their own beside the bare letter', () => {
  reads({
    'C++': ['c＋＋|c'],
    'c#': ['c＃|c'],
    c: ['c'],
    'in C++.': ['in', 'c＋＋|c'],
    'c+': ['c'],
    'c++17': ['c＋＋|c', '17'],
    'objective-c++': ['object c＋＋|objectivec＋＋|c'],
  })
  for (const sign of ['c++', 'c#']) {
    const [word] = tokenize(sign)
    assert.equal(word?.parts.length, 1)
    assert.ok(word.parts.every(({ token }) => endsInSymbol(token)))
  }
  assert.equal(endsInSymbol('c'), false)
})

test('apostrophes of both kinds join, so that a word is found with and without', () => {
  reads({
    "don't": ['don t|dont'],
    'don’t': ['don t|dont'],
    "agent's": ['agent s|agent'],
    "'quoted'": ['quot'],
  })
})

test('accents, ligatures, widths and case do not matter', () => {
  const alike: [string, string][] = [
    ['Café', 'cafe'],
    ['Ångström', 'angstrom'],
    ['naïve', 'naive'],
    ['Žižek', 'zizek'],
    ['ﬁne', 'fine'],
    ['eﬀect', 'effect'],
    ['ＡＧＥＮＴ', 'agent'],
    ['İstanbul', 'istanbul'],
    ['ⅷ', 'viii'],
    ['x²', 'x2'],
    ['АГЕНТ', 'агент'],
    ['Ἀθήνα', 'αθηνα'],
  ]
  for (const [one, other] of alike) assert.deepEqual(shown(one), shown(other), one)
})

test('letters without a mark to strip are folded to what is typed for them', () => {
  const alike: [string, string][] = [
    ['Straße', 'STRASSE'],
    ['GROẞ', 'gross'],
    ['Łukasz', 'lukasz'],
    ['smørbrød', 'Smorbrod'],
    ['Ǿ', 'o'],
    ['Đorđe', 'dorde'],
    ['Ægir', 'aegir'],
    ['œuvre', 'oeuvre'],
    ['Þór', 'thor'],
    ['Guðrún', 'gudrun'],
    ['ısı', 'isi'],
    ['Ħamrun', 'hamrun'],
  ]
  for (const [one, other] of alike) {
    assert.deepEqual(shown(one), shown(other), one)
    assert.equal(textKey(one), textKey(other), one)
  }
})

test('only plain English letters have a stem', () => {
  assert.equal(stem('planning'), 'plan')
  assert.equal(stem('4o'), '4o')
  assert.equal(stem('агенты'), 'агенты')
  assert.equal(stem('is'), 'is')
  for (const name of ['constructor', 'prototype', 'tostring', '__proto__']) assert.equal(typeof stem(name), 'string')
})

test('a word without its stem keeps its letters', () => {
  assert.deepEqual(
    tokensOf('Planning long-horizon', false).map(({ token }) => token),
    ['planning', 'long', 'horizon', 'longhorizon'],
  )
})

test('a run of CJK is taken as overlapping pairs, and each character begins one token', () => {
  assert.deepEqual(tokenize('深度学习'), [
    {
      parts: [
        { token: '深度', start: 0, end: 2 },
        { token: '度学', start: 1, end: 3 },
        { token: '学习', start: 2, end: 4 },
        { token: '习', start: 3, end: 4, single: 'last' },
      ],
      joined: [],
      unsigned: [],
    },
  ])
  assert.deepEqual(tokenize('学')[0]?.parts, [{ token: '学', start: 0, end: 1, single: 'whole' }])
  reads({
    エージェント: ['エー ーシ シェ ェン ント ト'],
    모델: ['모델 델'],
    AI模型2: ['ai 模型 型 2'],
    '大模型、小模型': ['大模 模型 型', '小模 模型 型'],
    𠮷野家: ['𠮷野 野家 家'],
  })
})

test('offsets of CJK pairs count in UTF-16 units, as the text does', () => {
  const text = 'x 𠮷野家'
  assert.deepEqual(
    tokensOf(text).map(({ start, end }) => text.slice(start, end)),
    ['x', '𠮷野', '野家', '家'],
  )
})

test('composed and decomposed letters are one', () => {
  const letters = fc.string({ unit: fc.constantFrom(...Array.from('éñåÅçṩựΆйἂ aé-')), maxLength: 20 })
  fc.assert(
    fc.property(letters, (text) => {
      assert.deepEqual(indexTokens([text.normalize('NFD')]), indexTokens([text.normalize('NFC')]))
    }),
  )
})

test('each token’s offsets point at the span of the original text that it comes from', () => {
  const text = 'Ünïted ﬁnds: C++ and GPT-4o, “x²”'
  assert.deepEqual(
    tokensOf(text).map(({ start, end }) => text.slice(start, end)),
    ['Ünïted', 'ﬁnds', 'C++', 'C', 'and', 'GPT', '4o', 'GPT-4o', 'x²'],
  )
})

test('the index of a field holds the parts in order, then the joined forms, each once', () => {
  assert.deepEqual(indexTokens(['Long-horizon GPT-4o agents and GPT-4o']), [
    ...'long horizon gpt 4o agent and gpt 4o'.split(' '),
    PHRASE_BREAK,
    'longhorizon',
    PHRASE_BREAK,
    'gpt4o',
  ])
})

test('the values of a field are kept apart, so that no phrase reaches from one into the next', () => {
  assert.deepEqual(indexTokens(['tool use', 'memory']), ['tool', 'us', PHRASE_BREAK, 'memori'])
  assert.deepEqual(indexTokens(['', '!', 'memory']), ['memori'])
  assert.deepEqual(indexTokens([]), [])
})

test('names that differ only in case, marks, punctuation or spacing have one key', () => {
  const alike = [
    ['Task decomposition', 'task-decomposition', ' TASK  DECOMPOSITION ', 'Täsk “decomposition”'],
    ['long-horizon', 'Long Horizon', 'long–horizon'],
    ['café', 'cafe\u0301', 'CAFE'],
  ]
  for (const names of alike) assert.equal(new Set(names.map(textKey)).size, 1, String(names[0]))
})

test('names of different words have different keys, also where the search takes them for one', () => {
  assert.notEqual(textKey('plan'), textKey('planning'))
  assert.notEqual(textKey('agent'), textKey('agents'))
  assert.notEqual(textKey('tool use'), textKey('use tool'))
  assert.deepEqual(['C', 'C++', 'c#', 'Objective-C++', 'objective c'].map(textKey), [
    'c',
    'c++',
    'c#',
    'objective c++',
    'objective c',
  ])
})

test('the key of a plain name has the words that any text is split into', () => {
  const plain = fc.array(fc.constantFrom(..."Ab9 .,'-"), { maxLength: 70 }).map((letters) => letters.join(''))
  fc.assert(
    fc.property(plain, (text) => {
      const words = keyTokens(text).map(({ token }) => token)
      assert.equal(textKey(text), words.join(' ') || text.trim())
    }),
  )
  assert.equal(textKey(" O'Brien-Li, J.-P. "), 'o brien li j p')
})

test('a name without any letter has a key of its own', () => {
  assert.equal(textKey('!!!'), '!!!')
  assert.notEqual(textKey('!!!'), textKey('???'))
  assert.equal(textKey('🙂'), '🙂')
})
