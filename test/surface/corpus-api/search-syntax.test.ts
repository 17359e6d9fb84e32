import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { everything, startSearchedService } from '../../support/corpora/searched-papers.ts'

const { service, search } = await startSearchedService({ after })

/** Queries, and what they find. */
const found: Record<string, [string, string[]][]> = {
  'q searches title, abstract, authors and topics': [
    ['alphabet', ['p4']],
    ['robots', ['p1', 'p3']],
    ['lovelace', ['p1']],
    ['tools', ['p2']],
  ],
  'q searches nothing else': [
    ['zanzibar', []],
    ['quokka', []],
    ['wombat', []],
    ['numbat', []],
    ['platypus', []],
    ['p1', []],
    ['2025', []],
  ],
  'words are joined by AND, wherever they stand': [
    ['memory grace', ['p1', 'p2']],
    ['grace memory tools', ['p2']],
    ['memory AND grace', ['p1', 'p2']],
    ['memory nothingelse', []],
  ],
  'a phrase is found in that order only, within one field': [
    ['"language agents"', ['p1']],
    ['"agents language"', []],
    ['"long horizon"', ['p1', 'p2']],
    ['"tool use grace"', []],
    ['"ada lovelace grace hopper"', []],
    ['"Memory for tool use"', ['p2']],
  ],
  'a word after - must not occur': [
    ['planning -robot', []],
    ['memory -tools', ['p1']],
    ['-memory', ['p3', 'p4', 'p5', 'p6']],
    ['agents -"language agents"', ['p4']],
    ['-grace -author:núñez', ['p4', 'p5', 'p6']],
    ['memory -title:memory', ['p1']],
    ['long-horizon', ['p1', 'p2']],
  ],
  'OR joins two alternatives, tighter than AND': [
    ['alphabet OR ablation', ['p4', 'p6']],
    ['lovelace OR murray memory', ['p1', 'p2']],
    ['memory lovelace OR núñez', ['p1']],
    ['alphabet OR ablation OR evaluation', ['p3', 'p4', 'p6']],
    ['"tool use" OR "robot arms"', ['p2', 'p3']],
    ['title:memory OR author:lovelace', ['p1', 'p2']],
    ['memory OR robot -tools', ['p1', 'p3']],
  ],
  'word* finds what begins so': [
    ['plann*', ['p1', 'p3']],
    ['plannin*', ['p1']],
    ['lovel*', ['p1']],
    ['abla*', ['p6']],
    ['author:mur*', ['p2']],
    ['title:lovel*', []],
    ['zzz*', []],
  ],
  'title:, author:, abstract: and topic: look there only': [
    ['title:memory', ['p2']],
    ['topic:memory', ['p1', 'p2']],
    ['abstract:memory', ['p2']],
    ['author:grace', ['p1', 'p2']],
    ['author:"grace murray"', ['p2']],
    ['title:robot', []],
    ['topic:planning abstract:robots', ['p1']],
    ['TITLE:memory', ['p2']],
  ],
  'case, marks and endings do not matter': [
    ['EVALUATION', ['p3']],
    ['évaluation', ['p3']],
    ['naive', ['p3']],
    ['jose nunez', ['p3']],
    ['plans', ['p1']],
    ['planner', ['p3']],
    ['ROBOT', ['p1', 'p3']],
    ['ελληνικα', ['p5']],
    ['РУССКИЙ', ['p5']],
  ],
  'words with marks inside are found as one and by their parts': [
    ['gpt-4o', ['p2']],
    ['gpt4o', ['p2']],
    ['gpt', ['p2']],
    ['long-horizon', ['p1', 'p2']],
    ['memory-augmented', ['p2']],
    ['c++', ['p2']],
    ['c#', ['p2']],
  ],
  'Chinese and Japanese are found by what is typed of them': [
    ['計画', ['p5']],
    ['言語モデル', ['p5']],
    ['画', ['p5']],
    ['画計', []],
  ],
  'nothing typed is no search': [
    ['', everything],
    ['   ', everything],
    ['\t\n', everything],
  ],
  'what holds no word finds nothing': [
    ['!!!', []],
    ['"', []],
    ['""', []],
    ['-', []],
    ['*', []],
    ['()', []],
    [':', []],
    ['title:', []],
    ['\u0000', []],
    ['🙂', []],
    ['--', []],
    ["'", []],
  ],
  'punctuation beside a word changes nothing': [
    ['alphabet!!!', ['p4']],
    ['(alphabet', ['p4']],
    ['alphabet)', ['p4']],
    ['alphabet" ', ['p4']],
    ['"alphabet', ['p4']],
    ['^alphabet', ['p4']],
    ['alphabet;', ['p4']],
    ['alph\u0000', []],
    ['alphabet\u0000', ['p4']],
    ['{alphabet}', ['p4']],
    ['+alphabet', ['p4']],
  ],
  'what cannot be parsed is taken as words': [
    ['OR alphabet', []],
    ['alphabet OR', []],
    ['NEAR(alphabet)', []],
    ['alphabet AND', []],
    ['alphabet: missing', []],
    ['letters:alphabet', ['p4']],
    ['marks:all', []],
    ['rowid:1', []],
    ['title:title:alphabet', []],
  ],
}

for (const [sentence, table] of Object.entries(found))
  test(sentence, async () => {
    for (const [q, ids] of table) assert.deepEqual(await search(q), ids, `q=${JSON.stringify(q)}`)
  })

test('no text in q is an error', async () => {
  const pieces = [
    '"',
    '-',
    '*',
    ':',
    '(',
    ')',
    'OR',
    'AND',
    'NOT',
    'NEAR',
    'title:',
    'a',
    '\u0000',
    '\\',
    '%',
    ' ',
    '§all',
    '¦',
    '^',
    '+',
  ]
  const ends = ['', '"', '*', 'OR']
  // Each pair with one of the ends, each piece with all of them.
  for (const [at, first] of pieces.entries())
    for (const [turn, second] of pieces.entries()) {
      const q = first + second + ends[(at + turn) % ends.length]
      assert.equal((await service.get(`/api/papers?q=${encodeURIComponent(q)}`)).status, 200, JSON.stringify(q))
    }
})

test('signs of the index itself cannot be searched for', async () => {
  for (const q of ['§all', '"§all"', '§c2', 'marks:§c2', '"¦"', '¦'])
    assert.notDeepEqual(await search(q), everything, q)
  assert.deepEqual(await search('§c2'), [])
})
