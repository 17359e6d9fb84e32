import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Paper } from '#core/papers/paper.ts'
import { corePaper } from '../../../../test/support/database/stored.ts'
import { citationTags } from './metadata.ts'

const tagsOf = (given: Partial<Paper>) =>
  citationTags(
    corePaper({ authors: ['Ada Example', 'Ludwig van Beethoven', 'OpenAI'], ...given }),
    'https://library.example/papers/p1',
  )
const valuesOf = (given: Partial<Paper>, name: string): string[] =>
  tagsOf(given).flatMap(([tag, content]) => (tag === name ? [content] : []))

/** The tags of its journal, book or series, and of its institution. */
const containers = (kind: Paper['kind']): string[] =>
  tagsOf({ kind, container: 'C', institution: 'I' }).flatMap(([tag, content]) =>
    content === 'C' || content === 'I' ? [tag] : [],
  )

test('family names come first, since programs take the last word of a name for the family name', () => {
  assert.deepEqual(valuesOf({}, 'citation_author'), ['Example, Ada', 'van Beethoven, Ludwig', 'OpenAI'])
  const authorNames = [{ name: 'Kim Ada', family: 'Kim', given: 'Ada' }]
  assert.deepEqual(valuesOf({ authors: ['Kim Ada'], authorNames }, 'citation_author'), ['Kim, Ada'])
  // Two words on either side of the comma would make two authors of one.
  assert.deepEqual(valuesOf({ authors: ['Mary Ann de Vries'] }, 'citation_author'), ['Mary Ann de Vries'])
  assert.deepEqual(valuesOf({ authors: ['Ada de Vries'] }, 'citation_author'), ['de Vries, Ada'])
})

test('the tags of a container and an institution never suggest another kind of paper', () => {
  assert.deepEqual(containers('journal-article'), ['citation_journal_title'])
  assert.deepEqual(containers('conference-paper'), ['citation_conference_title'])
  assert.deepEqual(containers('chapter'), ['citation_inbook_title'])
  assert.deepEqual(containers('book'), ['citation_series_title'])
  assert.deepEqual(containers('thesis'), ['citation_series_title', 'citation_dissertation_institution'])
  assert.deepEqual(containers('report'), ['citation_series_title', 'citation_technical_report_institution'])
  assert.deepEqual(containers(null), ['citation_journal_title'])
})
