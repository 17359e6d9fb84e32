import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '../../../test/support/generated/any-text.ts'
import { isLinear } from '../../../test/support/process/growth.ts'
import { indexTokens } from '../../../test/support/database/index-tokens.ts'
import { PHRASE_BREAK, endsInSymbol, fold, stem, textKey, tokenize, type Token } from './tokenize.ts'

const tokensOf = (text: string, stemmed = true): Token[] =>
  tokenize(text, stemmed).flatMap(({ parts, joined, unsigned }) => [...parts, ...joined, ...unsigned])

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

test('wherever a token is found, its span alone gives that token again', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const { parts, joined } of tokenize(text)) {
        for (const { token, start, end } of parts) {
          const again = tokenize(text.slice(start, end)).flatMap((word) => word.parts)
          assert.ok(0 <= start && start < end && end <= text.length)
          assert.ok(
            again.some((other) => other.token === token),
            JSON.stringify(text),
          )
        }
        for (const { token, start, end } of joined)
          assert.deepEqual(
            tokenize(text.slice(start, end)).flatMap((word) => word.joined.map((other) => other.token)),
            [token],
          )
      }
    }),
    { numRuns: 1_000 },
  )
})

test('parts of a text follow one another: offsets never go back', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      let before = -1
      for (const { start } of tokenize(text).flatMap((word) => word.parts)) {
        assert.ok(start > before)
        before = start
      }
    }),
    { numRuns: 1_000 },
  )
})

test('no token of any text holds ASCII punctuation, upper case or white space, or is empty', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const { token } of [...tokensOf(text), ...tokensOf(text, false)])
        assert.match(token, /^(?:[a-z0-9]|[^\u0000-\u00a0\s])+$/u)
      for (const token of indexTokens([text])) assert.doesNotMatch(token, /^[\u00a7"*]/u)
    }),
    { numRuns: 2_000 },
  )
})

test('the same holds for every letter, digit and mark of Unicode, and folding any of them twice changes nothing', () => {
  const taken = /[\p{L}\p{N}\p{M}]/u
  const alikeInThousands = /[\p{Script=Han}\p{Script=Hangul}]/u
  const wrong: string[] = []
  for (let code = 0; code <= 0x10_ffff; code += 1) {
    const character = String.fromCodePoint(code)
    if (!taken.test(character) || alikeInThousands.test(character)) continue
    for (const token of indexTokens([`a${character}b ${character}`]))
      if (!/^(?:[a-z0-9]|[^\u0000-\u00a6\s])+$/u.test(token) && token !== PHRASE_BREAK) wrong.push(code.toString(16))
    const folded = fold(character)
    if (fold(folded) !== folded) wrong.push(`fold ${code.toString(16)}`)
  }
  assert.deepEqual(wrong, [])
})

test('folding what is folded changes nothing, nor does folding the key of a name', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const folded = fold(text)
      assert.equal(fold(folded), folded)
      const key = textKey(text)
      if (/[\p{L}\p{N}]/u.test(key)) assert.equal(fold(key), key)
    }),
    { numRuns: 2_000 },
  )
})

test('very long runs of letters are cut alike wherever they stand, and cost no more than their length', () => {
  const long = 'ab1'.repeat(100_000)
  const [word] = tokenize(`x ${long} y`).slice(1)
  assert.deepEqual(word?.parts, [{ token: long.slice(0, 32), start: 2, end: 2 + long.length }])
  assert.deepEqual(indexTokens([long]), indexTokens([`${long}c`]))
  assert.equal(tokensOf('é'.repeat(200))[0]?.token, 'e'.repeat(32))
  assert.equal(tokensOf('𝒳'.repeat(200))[0]?.token, 'x'.repeat(32))
  for (const sign of ['ab1', 'a-', '深', "'", '\u0301', "a'", 'a\u0301'])
    assert.ok(
      isLinear(38_400, (size) => tokenize(sign.repeat(size))),
      sign,
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

test('what keeps values apart is no word that anyone can type', () => {
  assert.deepEqual(tokenize(PHRASE_BREAK), [])
  fc.assert(
    fc.property(anyText, (text) => {
      for (const { token } of tokensOf(text)) assert.ok(!token.includes(PHRASE_BREAK))
    }),
  )
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

test('a name without any letter has a key of its own', () => {
  assert.equal(textKey('!!!'), '!!!')
  assert.notEqual(textKey('!!!'), textKey('???'))
  assert.equal(textKey('🙂'), '🙂')
})
