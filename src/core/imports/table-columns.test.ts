import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#core/failure.ts'
import { columnsOption, parseTableColumns, tableColumnsText, type TableColumns } from './table-columns.ts'

test('columns are named as text, with quotes around what has a comma', () => {
  const cases: [string, TableColumns][] = [
    ['title=Titel,authors=Verfasser', { title: 'Titel', authors: 'Verfasser' }],
    [' title = Name des Werks , year="Jahr" ', { title: 'Name des Werks', year: 'Jahr' }],
    ['title="A, ""B"" = C",doi=a=b', { title: 'A, "B" = C', doi: 'a=b' }],
    ['title=T,topics=,', { title: 'T', topics: '' }],
    ["title=L'auteur", { title: "L'auteur" }],
  ]
  for (const [text, columns] of cases) {
    assert.deepEqual(parseTableColumns(text, 'columns'), columns, text)
    assert.deepEqual(parseTableColumns(tableColumnsText(columns), 'columns'), columns, 'read from what is written')
  }
  assert.equal(columnsOption({ title: "L'auteur" }), String.raw`--columns 'title=L'\''auteur'`)
})

test('what names no columns is refused with the remedy', () => {
  const cases: [string, RegExp][] = [
    ['titel=T', /^columns: names “titel”, which is not a field: the fields are title, authors, year/u],
    ['title=A,title=B', /^columns: names title twice$/u],
    ['Titel', /must be entries such as title=Titel.*it cannot be read from “Titel”$/u],
    ['title="A', /it cannot be read from “title="A”$/u],
    ['', /^columns: must name at least one field/u],
    [`title=${'x'.repeat(4_000)}`, /at most 4000 characters$/u],
  ]
  for (const [text, message] of cases)
    assert.throws(
      () => parseTableColumns(text, 'columns'),
      (error) => error instanceof Failure && error.code === 'invalid' && message.test(error.message),
      text,
    )
})
