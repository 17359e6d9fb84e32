import assert from 'node:assert/strict'
import { test } from 'node:test'
import { found } from '../../../test/support/search.ts'
import { MAX_QUERY_CHARACTERS, MAX_QUERY_TERMS, parseSearchQuery, type Pattern } from './search-query.ts'

const shownPattern = ({ field, tokens, prefix }: Pattern): string =>
  `${field === null ? '' : `${field}:`}${tokens.join('_')}${prefix ? '*' : ''}`

/** A query in one line: groups joined by `&`, their patterns by `|`, adjacent tokens by `_`, excluded patterns after `-`. */
const shown = (text: string): string => {
  const { all, none } = parseSearchQuery(text)
  return [
    ...all.map((group) => group.map(shownPattern).join('|')),
    ...none.map((pattern) => `-${shownPattern(pattern)}`),
  ].join(' & ')
}

const reads = (known: Record<string, string>): void => {
  for (const [text, expected] of Object.entries(known)) assert.equal(shown(text), expected, text)
}

test('words are joined by AND, each folded and stemmed as the index has it', () => {
  reads({
    planning: 'plan',
    'Planning  Agents': 'plan & agent',
    'planning AND agents': 'plan & agent',
    'planning, agents!': 'plan & agent',
    'CAFÉ ﬁnds': 'cafe & find',
  })
})

test('words in quotes must stand next to each other', () => {
  reads({
    '"long horizon planning"': 'long_horizon_plan',
    '"long-horizon planning"': 'long_horizon_plan',
    '"planning"': 'plan',
    'a "b c" d': 'a & b_c & d',
    'a"b c"d': 'a & b_c & d',
    '"open end': 'open_end',
    '""': '',
    '" "': '',
  })
})

test('a word with a joining mark is found as a phrase or joined', () => {
  reads({
    'long-horizon': 'long_horizon|longhorizon',
    'gpt-4o': 'gpt_4o|gpt4o',
    "don't": 'don_t|dont',
    'node.js': 'node_js|nodej',
  })
})

test('c++ and c# ask for the sign, also in a phrase, and c does not', () => {
  reads({ '"c++"': 'c＋＋', '"from C++ to c#"': 'from_c＋＋_to_c＃', 'objective-c++': 'object_c＋＋|objectivec＋＋' })
  reads({ 'c++': 'c＋＋', 'C#': 'c＃', c: 'c', '-c++': '-c＋＋', 'title:c#': 'title:c＃', 'c++17': 'c＋＋ & 17' })
})

test('a word after a minus is excluded', () => {
  reads({
    'agents -robot': 'agent & -robot',
    '-robot': '-robot',
    '-"long horizon"': '-long_horizon',
    '-long-horizon': '-long_horizon & -longhorizon',
    '-title:robot': '-title:robot',
    'a - b': 'a & b',
    'a -- b': 'a & b',
    'a-b': 'a_b|ab',
    '-a,b': '-a & -b',
    '-': '',
  })
})

test('OR joins the word before it and the word after it', () => {
  reads({
    'planning OR memory': 'plan|memori',
    'a OR b OR c': 'a|b|c',
    'x a OR b y': 'x & a|b & y',
    '"a b" OR title:c': 'a_b|title:c',
    'gpt-4o OR claude': 'gpt_4o|gpt4o|claud',
    'plan* OR memory': 'plan*|memori',
    'a OR b -c': 'a|b & -c',
  })
})

test('an operator that joins nothing is taken as a word', () => {
  reads({
    OR: 'or',
    AND: 'and',
    'OR a': 'or & a',
    'a OR': 'a & or',
    'a OR OR b': 'a & or & or & b',
    'a OR AND b': 'a & or & and & b',
    'a OR -b': 'a & or & -b',
    '-a OR b': 'or & b & -a',
    'a or b': 'a & or & b',
    'a Or b': 'a & or & b',
    '"a" "OR" "b"': 'a & or & b',
    'title:OR': 'title:or',
  })
})

test('AND may stand before an excluded word too', () => {
  reads({ 'a AND -b': 'a & -b', '-a AND b': 'b & -a', 'AND a': 'and & a', 'a AND': 'a & and' })
})

test('a word, phrase or prefix is bound to a field by its name', () => {
  reads({
    'title:planning': 'title:plan',
    'TITLE:planning': 'title:plan',
    'author:smith': 'authors:smith',
    'authors:smith': 'authors:smith',
    'abstract:"long horizon"': 'abstract:long_horizon',
    'topic:long-horizon': 'topics:long_horizon|topics:longhorizon',
    'topics:tools': 'topics:tool',
    'title:plan*': 'title:plan*',
    'title:a,b': 'title:a & title:b',
  })
})

test('a name that is no field is a word like any other', () => {
  reads({
    'gpt:4': 'gpt & 4',
    'year:2025': 'year & 2025',
    'https://example.org': 'http & exampl_org|exampleorg',
    'constructor:x': 'constructor & x',
    '__proto__:x': 'proto & x',
    'title:': 'titl',
    'title: planning': 'titl & plan',
    'note:"a b"': 'note_a_b',
    ':a': 'a',
  })
})

test('letters before an asterisk are a prefix', () => {
  reads({
    'plan*': 'plan*',
    'PLAN*': 'plan*',
    'long-hor*': 'long_hor*',
    'плани*': 'плани*',
    'näiv*': 'naiv*',
    'plan**': 'plan*',
  })
})

test('a prefix of fewer than three letters is taken as a word', () => {
  reads({ 'pl*': 'pl', '*': '', 'c++*': 'c＋＋', '3.1*': '3_1|31', '学*': '学*' })
})

test('of prefixes after a hyphen the first two count, further ones are words', () => {
  reads({
    'a-bcd* "x y" efg* h-ijk* -l-mno* p-qrs*': 'a_bcd* & x_y & efg* & h_ijk* & p_qr|pqr & -l_mno & -lmno',
  })
})

test('an asterisk elsewhere means nothing', () => {
  reads({ '*plan': 'plan', 'pl*an': 'pl & an', '"plan*"': 'plan' })
})

test('`plannin*` finds planning, which the index knows by a shorter stem', () => {
  assert.ok(shown('plannin*').split('|').includes('plan'))
  assert.equal(found('plannin*', 'Planning with tools'), true)
  assert.equal(found('plannin*', 'An airplane'), false)
})

test('a single character of Chinese, Japanese or Korean is a prefix, a run is its pairs', () => {
  reads({
    学: '学*',
    深度学习: '深度_度学_学习',
    '"深度 学习"': '深度_度_学习',
    '-学': '-学*',
    AI模型: 'ai_模型',
  })
  assert.ok(found('学', '深度学习'))
  assert.ok(found('习', '深度学习'))
  assert.ok(found('度学', '深度学习'))
  assert.ok(!found('学度', '深度学习'))
})

test('facet tokens of the index cannot be searched for', () => {
  for (const text of ['§all', '"§all"', '§c1', 'marks:§c1'])
    for (const { tokens } of parseSearchQuery(text).all.flat()) assert.ok(tokens.every((token) => !token.includes('§')))
})

test('256 characters are read and 257 are not, counted as a person counts', () => {
  assert.equal(MAX_QUERY_CHARACTERS, 256)
  assert.equal(parseSearchQuery('x'.repeat(256)).all.length, 1)
  assert.equal(parseSearchQuery('🙂'.repeat(256)).all.length, 0)
  for (const text of ['x'.repeat(257), ' '.repeat(257), '🙂'.repeat(257)])
    assert.throws(() => parseSearchQuery(text), {
      code: 'invalid',
      details: [{ path: 'q', message: 'must have at most 256 characters' }],
    })
})

test('16 words are read and 17 are not, wherever they stand', () => {
  assert.equal(MAX_QUERY_TERMS, 16)
  const sixteen = Array.from({ length: 16 }, (_, index) => `w${index}`)
  const tooMany = { code: 'invalid', details: [{ path: 'q', message: 'must have at most 16 words' }] }
  assert.equal(parseSearchQuery(sixteen.join(' ')).all.length, 16)
  assert.equal(parseSearchQuery(sixteen.join(' OR ')).all[0]?.length, 16)
  for (const text of [
    [...sixteen, 'x'].join(' '),
    [...sixteen, 'x'].join(' OR '),
    [...sixteen, '-x'].join(' '),
    [...sixteen, 'x*'].join(' '),
    `"${[...sixteen, 'x'].join(' ')}"`,
    [...sixteen, 'x'].join(','),
    `title:${[...sixteen, 'x'].join(',')}`,
  ])
    assert.throws(() => parseSearchQuery(text), tooMany, text)
})

test('of a long phrase the first twelve words are looked for', () => {
  const typed = 'one two three four five six seven eight nine ten eleven twelve thirteen'
  const [[pattern] = []] = parseSearchQuery(`"${typed}"`).all
  assert.equal(pattern?.tokens.length, 12)
  assert.deepEqual(pattern?.tokens, parseSearchQuery(`"${typed.replace(' thirteen', '')}"`).all[0]?.[0]?.tokens)
})

test('a row of words ends where words that come again outnumber different ones', () => {
  reads({
    '"a b a b a b a"': 'a_b_a_b_a',
    'a-a-a-a-a-a': 'a_a_a_a|aaaaaa',
    'a-a-a-a-abc*': 'a_a_a_a_abc*',
    'a-a-a-a-a-a-abc*': 'a_a_a_a',
    '"to be or not to be"': 'to_be_or_not_to_be',
    '"the plan of the agent of the team of the house"': 'the_plan_of_the_agent_of_the_team_of_the_hous',
    '"a b c d a b c d"': 'a_b_c_d_a_b_c_d',
  })
})

test('of rows that must all be found, those beyond eight words are single words', () => {
  reads({
    '"a b" "c d" "e f" "g h"': 'a_b & c_d & e_f & g_h',
    '"a b" "c d" "e f" "g h" i-j k-xyz*': 'a_b & c_d & e_f & g_h & i|ij & j|ij & k & xyz*',
    '"a b c d e f g h i"': 'a_b_c_d_e_f_g_h_i',
    '"a b c d e f g h i" title:"a b" c': 'a_b_c_d_e_f_g_h_i & title:a & title:b & c',
    '"a b c d" "e f g h" "b e" x-a': 'a_b_c_d & e_f_g_h & x|xa',
  })
})

test('rows that are joined by OR stay rows', () => {
  reads({ 'a-b OR a-c OR a-d OR a-e OR a-f': 'a_b|ab|a_c|ac|a_d|ad|a_e|ae|a_f|af' })
})

test('rows that are excluded, and words outside of rows, may come again', () => {
  reads({ '-"a b a b a b a b"': '-a_b_a_b_a_b_a_b', 'a a a a a a a a': 'a & a & a & a & a & a & a & a' })
})
