import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subscriberCsv } from './csv.ts'

const since = '2026-11-20T10:00:00.000Z'

test('subscribers are written with a head, one a line, and a missing name is empty', () => {
  assert.equal(
    subscriberCsv([
      { email: 'a@example.org', name: 'Ada', since },
      { email: 'b@example.org', name: null, since },
    ]),
    'email,name,since\r\na@example.org,Ada,2026-11-20\r\nb@example.org,,2026-11-20\r\n',
  )
})

test('nothing is a formula where another character separates cells', () => {
  for (const [name, written] of [
    ['a;=1+1', `"a;'=1+1"`],
    ['a; =1', `"a;' =1"`],
    ['a;b', '"a;b"'],
    ['a;@x;-1', `"a;'@x;'-1"`],
    ['a\t=1', `a\t'=1`],
    [' =1', `' =1`],
    ['＝1', `'＝1`],
    ['\tx', `'\tx`],
    ['one-two', 'one-two'],
  ] as const)
    assert.equal(subscriberCsv([{ email: 'e', name, since }]).split('\r\n')[1], `e,${written},2026-11-20`)
})

test('what would break a table or run in a spreadsheet does neither', () => {
  const names = ['=HYPERLINK("http://x")', '+1', '-1', '@x', 'a "b", c']
  const lines = subscriberCsv(names.map((name) => ({ email: '=a@example.org', name, since }))).split('\r\n')
  assert.equal(lines[1], `'=a@example.org,"'=HYPERLINK(""http://x"")",2026-11-20`)
  assert.deepEqual(
    lines.slice(2, 6).map((line) => line.replace(`'=a@example.org,`, '').replace(',2026-11-20', '')),
    ["'+1", "'-1", "'@x", '"a ""b"", c"'],
  )
})
