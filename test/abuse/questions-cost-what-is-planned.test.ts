import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_ADDRESS_CHARACTERS, MAX_RANKED_CHARACTERS, MAX_WEIGHED_WORDS } from '#core/search/ranking/ranked-query.ts'
import { watchStatements } from '../support/database/statements.ts'
import { random } from '../support/generated/operations.ts'
import { mergeAll } from '../support/search.ts'
import { wholePaper } from '../support/service/papers.ts'
import { startTestService } from '../support/service/test-service.ts'

const WORDS = Array.from(
  { length: 90 },
  (_, index) => `${'bdfgklmnprst'[index % 12]}a${'bdfgklmnprst'[Math.floor(index / 12)]}o${index}`,
)

/** Words in no paper are looked up once more: nearest spellings, and a name. */
const STATEMENTS_TO_SPARE = 30
const ROWS_TO_SPARE = 300

const many = (word: (index: number) => string): string =>
  Array.from({ length: 64 }, (_, index) => word(index))
    .join(' ')
    .slice(0, MAX_ADDRESS_CHARACTERS)

/** Expensive queries: many words, every operator, words in no paper, long phrases, names of papers. */
const hostile = (): string[] => {
  return [
    many((index) => WORDS[index] ?? ''),
    many((index) => `-${WORDS[index]}`),
    many((index) => `${WORDS[index]} OR`),
    many((index) => `title:${WORDS[index]}*`),
    many((index) => `unknownword${index}x`),
    many((index) => `"${WORDS[index]} ${WORDS[index + 1]}"`),
    many((index) => `${WORDS[index]}-${WORDS[index + 1]}`).slice(0, 700),
    'a'.repeat(MAX_ADDRESS_CHARACTERS),
    'a*'.repeat(1_000),
    '"'.repeat(MAX_ADDRESS_CHARACTERS),
    '记忆'.repeat(30),
    'the of and '.repeat(180),
    `p1 10.1145/${'x'.repeat(1_900)}`,
    `${'('.repeat(900)}${WORDS[0]}${')'.repeat(900)}`,
  ]
}

test('a hostile question reads no more than the worst of the generated ones', async (t) => {
  const statements = watchStatements(t)
  const service = await startTestService(t)
  const r = random(14)
  const words = (count: number): string => Array.from({ length: count }, () => WORDS[r.whole(WORDS.length)]).join(' ')
  const papers = Array.from({ length: 60 }, (_, index) =>
    wholePaper({ id: `p${index + 1}`, title: words(5), abstract: words(60), fullText: words(300) }),
  )
  await service.accept(...papers)
  const costOf = async (q: string, path: string): Promise<{ statements: number; rows: number }> => {
    statements.length = 0
    const { status } = await service.get(`${path}?${new URLSearchParams({ q }).toString()}`)
    assert.ok(status === 200 || status === 400, `${status} for ${q.slice(0, 80)}`)
    return { statements: statements.length, rows: statements.reduce((sum, { rows }) => sum + rows, 0) }
  }
  for (const path of ['/api/v1/search', '/suggestions.json', '/']) {
    const worst = { statements: 0, rows: 0 }
    // From a word to all that a question may have, with operators and without, also such that nothing is found.
    for (const length of [1, 4, 14, 64])
      for (const sign of ['', 'title:', '-', '"unheard of" -']) {
        const q = `${words(length)} ${sign}${words(1)}`.split(' ').slice(-64).join(' ')
        const cost = await costOf(q, path)
        worst.statements = Math.max(worst.statements, cost.statements)
        worst.rows = Math.max(worst.rows, cost.rows)
      }
    assert.ok(worst.statements > 0, path)
    for (const q of hostile()) {
      const cost = await costOf(q, path)
      const figures: string = `${path} ${q.slice(0, 60)}: ${JSON.stringify([cost, worst])}`
      assert.ok(cost.statements <= worst.statements + STATEMENTS_TO_SPARE, figures)
      assert.ok(cost.rows <= worst.rows + ROWS_TO_SPARE, figures)
    }
  }
})

/** What an answer with twenty hits reads besides the words. */
const ROWS_OF_ANSWER = 600

test('a text of 20,000 characters looks each of 1,024 words up once in papers and once in full texts', async (t) => {
  const statements = watchStatements(t)
  const service = await startTestService(t)
  const papers = Array.from({ length: 30 }, (_, index) =>
    wholePaper({ id: `p${index + 1}`, title: `Paper ${index}`, abstract: WORDS.join(' '), fullText: WORDS.join(' ') }),
  )
  await service.accept(...papers)
  await mergeAll(service.store)
  const texts = {
    prose: Array.from({ length: 9_000 }, (_, index) => `${WORDS[index % 90]}${index % 7 === 0 ? index : ''}`).join(' '),
    'different words': Array.from({ length: 9_000 }, (_, index) => index.toString(36)).join(' '),
    'one long word': 'a-'.repeat(10_000),
    'Chinese characters': Array.from({ length: 20_000 }, (_, index) => String.fromCodePoint(0x4e_00 + index)).join(''),
    operators: 'title:plan* -"a b" OR '.repeat(900),
    identifiers: '10.1145/1 2401.12345 '.repeat(950),
  }
  for (const [name, text] of Object.entries(texts))
    for (const path of ['/api/v1/search', '/api/v1/passages']) {
      statements.length = 0
      const { status } = await service.send('POST', path, { q: text.slice(0, MAX_RANKED_CHARACTERS) })
      assert.equal(status, 200, name)
      const rows = statements.reduce((sum, { rows: read }) => sum + read, 0)
      assert.ok(statements.length <= 40, `${path} ${name}: ${statements.length} statements`)
      assert.ok(rows <= 2 * MAX_WEIGHED_WORDS + ROWS_OF_ANSWER, `${path} ${name}: ${rows} rows`)
    }
})
