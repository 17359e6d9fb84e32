import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ImportedRecord } from '#core/imports/imported-record.ts'
import { publicationKinds, type Bibliography } from '#core/papers/bibliography.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { TextKinds } from '#core/papers/text-kinds.ts'
import { bibtex } from '#schemas/citation/bibtex.ts'
import { referenceOf, type Reference } from '#schemas/citation/reference.ts'
import { ris } from '#schemas/citation/ris.ts'
import { parsePaper } from '#schemas/paper-schema.ts'
import { bibtexReader } from './bibtex-reader.ts'
import type { FormatReader } from './record.ts'
import { risReader } from './ris-reader.ts'
import { budget } from '../../test/support/budgets.ts'

type Form = { name: string; reader: () => FormatReader; write: (reference: Reference) => string; fixture: string }
const forms: Form[] = [
  { name: 'BibTeX', reader: bibtexReader, write: bibtex, fixture: 'library.bib' },
  { name: 'RIS', reader: risReader, write: ris, fixture: 'library.ris' },
]

const recordsIn = (form: Form, text: string): ImportedRecord[] => {
  const reader = form.reader()
  return [...reader.push(text), ...reader.end()].filter((record) => 'fields' in record)
}

const NOW = new Date('2026-11-20T10:00:00.000Z')

const stored = (fields: Record<string, unknown>): PaperWithText | null => {
  const checked = parsePaper({ ...fields, id: 'p1' }, NOW)
  return checked.ok ? checked.value.paper : null
}

/** What a citation has to keep, and nothing else: keywords, for example, may be split in another way. */
const cited = ({ title, authors, year, url, storageUrl, ...paper }: PaperWithText) => {
  const { authorNames, date, doi, arxivId, container, volume, issue, pages, publisher, kind, license } = paper
  const bibliography: Omit<Bibliography, 'authorDetails' | 'openAccess' | keyof TextKinds> = {
    authorNames,
    date,
    doi,
    arxivId,
    container,
    volume,
    issue,
    pages,
    publisher,
    kind,
    license,
  }
  return { title, authors, year, url, storageUrl, ...bibliography }
}

const again = (form: Form, paper: PaperWithText): PaperWithText | null => {
  const text = form.write(referenceOf(paper, 'https://library.example/papers/p1'))
  const [record, ...more] = recordsIn(form, text)
  assert.deepEqual(more, [], text)
  return record === undefined ? null : stored(record.fields)
}

for (const form of forms) {
  test(`${form.name}: importing what was exported gives what was imported`, () => {
    const text = readFileSync(new URL(`../../test/fixtures/formats/${form.fixture}`, import.meta.url), 'utf8')
    const papers = recordsIn(form, text)
      .map(({ fields }) => stored(fields))
      .filter((paper) => paper !== null)
    assert.ok(papers.length > 0)
    for (const paper of papers) {
      const back = again(form, paper)
      assert.ok(back !== null)
      assert.deepEqual(cited(back), cited(paper))
    }
  })

  test(`${form.name}: the same for whatever a record may say`, () => {
    const word = fc.constantFrom(
      'Agents',
      'von',
      'LLMs',
      'é',
      'Ångström',
      'a&b',
      '50%',
      '$x^2$',
      '$5',
      '_',
      '{x}',
      '\\alpha',
      '--',
      '#1',
      '~',
      '^',
      'and',
      'ß',
      '“q”',
      '東京',
      "O'Neil",
      '<i>',
    )
    const words = fc.array(word, { minLength: 1, maxLength: 6 }).map((some) => some.join(' '))
    const part = fc.constantFrom(
      'Ada',
      'Ludwig',
      'van der Berg',
      'Müller-Lüdenscheidt',
      'Šimůnek',
      'J. R.',
      'de Miranda Fragoso',
      '王',
    )
    const author = fc.oneof(
      fc.record({ family: part, given: part }),
      fc
        .constantFrom('OpenAI', 'European Space Agency', 'Barnes and Noble, Inc.', 'A, B, and C')
        .map((family) => ({ family, given: null })),
    )
    const paper = fc.record({
      title: words,
      people: fc.array(author, { minLength: 1, maxLength: 4 }),
      date: fc.constantFrom('2024', '2024-05', '2024-05-17'),
      container: fc.option(words),
      volume: fc.option(fc.constantFrom('12', 'A4', '3-4')),
      issue: fc.option(fc.constantFrom('1', '2-3')),
      pages: fc.option(fc.constantFrom('1-10', 'e815', 'E1-E9', '4:1-4:10', '1-2, 5-6')),
      publisher: fc.option(words),
      institution: fc.option(fc.constantFrom('MIT', 'Agents')),
      kind: fc.option(fc.constantFrom(...publicationKinds.filter((kind) => kind !== 'other'))),
      license: fc.option(fc.constantFrom('CC BY 4.0', 'https://creativecommons.org/licenses/by/4.0/')),
      doi: fc.option(fc.constantFrom('10.1000/x_y%3c(1)', '10.1016/s0140-6736(20)30183-5')),
      arxivId: fc.option(fc.constantFrom('2210.03629', 'math/0306266')),
      storageUrl: fc.option(fc.constantFrom('https://example.org/a_b-%7E1.pdf', 'https://example.org/?f=1&p={2}')),
    })
    fc.assert(
      fc.property(paper, ({ people, date, ...fields }) => {
        const named = people.map(({ family, given }) => ({
          name: given === null ? family : `${given} ${family}`,
          family,
          ...(given === null ? {} : { given }),
        }))
        const first = stored({
          ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)),
          authors: named.map(({ name }) => name),
          authorNames: named,
          year: 2024,
          ...(date.length > 4 ? { date } : {}),
        })
        assert.ok(first !== null)
        const imported = again(form, first)
        assert.ok(imported !== null)
        const back = again(form, imported)
        assert.ok(back !== null)
        assert.deepEqual(cited(back), cited(imported))
        assert.equal(imported.title, first.title)
        assert.deepEqual(imported.authorNames, first.authorNames)
        assert.equal(imported.publisher, first.publisher)
        assert.equal(imported.storageUrl === null, first.storageUrl === null)
        assert.equal(imported.kind, first.kind ?? imported.kind)
      }),
      { numRuns: budget('costlyProperties') },
    )
  })
}
