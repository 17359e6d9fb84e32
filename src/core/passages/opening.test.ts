import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstQuestionOf, firstSentenceAlone, firstSentenceOf, openingOf } from './opening.ts'

test('the opening of a text is its first paragraph without marks, headings and ids of papers', () => {
  const cases: [string, string][] = [
    ['One line.', 'One line.'],
    ['# A title\n\nThe *first* **paragraph**\nin two lines.\n\nThe second.', 'The first paragraph in two lines.'],
    ['- a point\n- another', 'a point another'],
    ['> Quoted `code` and snake_case_words, _stressed_.', 'Quoted code and snake_case_words, stressed.'],
    ['See [the page](https://example.org "there") and ![a picture](x.png).', 'See the page and a picture.'],
    ['The ledger of MemStrata (p113) and others (p1, p2 and p30).', 'The ledger of MemStrata and others.'],
    ['Two \\* three \\_ four, p7 stays.', 'Two * three _ four, p7 stays.'],
    ['', ''],
    ['---\n\n', ''],
  ]
  for (const [text, opening] of cases) assert.equal(openingOf(text), opening)
})

test('no more than the beginning of a long text is read', () => {
  assert.equal(openingOf(`${'a'.repeat(100_000)}end`).length, 2_000)
  assert.equal(openingOf('['.repeat(100_000)).length, 2_000)
})

test('a sentence ends where the reader sees it end, and a question is found after others', () => {
  assert.equal(firstSentenceOf('It scores 0.5 on **GAIA**. Then more.'), 'It scores 0.5 on GAIA.')
  assert.equal(firstSentenceOf(''), '')
  assert.equal(firstQuestionOf('Scores rose. *Why* do they fall (p3)? Nobody knows.'), 'Why do they fall?')
  assert.equal(firstQuestionOf('Nobody asks.\n\nReally?'), null)
})

test('a first sentence stands alone unless it points back or mentions another paper', () => {
  const alone = [
    'Rules beat *similarity* where truth depends on time. It shows.',
    'Items are counted once.',
    'Sober figures.',
    'Theory comes late here.',
    'Both-sided tests are rare.',
  ]
  for (const text of alone) assert.equal(firstSentenceAlone(text), firstSentenceOf(text), text)
  const others = [
    'It keeps a ledger.',
    'It’s the first of its kind.',
    '**This** gave the field its unit.',
    'These are small gains.',
    'However, nobody measured it.',
    'The same holds elsewhere.',
    'A ledger as in MemStrata (p113) keeps facts.',
    'Unlike p12, agents plan here.',
    '# A heading\n\nThey plan.',
    '',
  ]
  for (const text of others) assert.equal(firstSentenceAlone(text), null, text)
})
