import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { openContent } from '#formats/open-content.ts'
import { readRecords } from '#formats/read-records.ts'
import { withoutTagsAround } from './text.ts'

const [MARKED, PLAIN] = ['<i>E. coli</i> in H<sub>2</sub>O and <b><i>x</i></b>', 'E. coli in H2O and x']

test('a title loses elements around its words, and keeps its mathematics', () => {
  const mathematics = '$a<b$ and <i> or c>d</b>'
  const titles = [MARKED, mathematics, null].map(withoutTagsAround)
  assert.deepEqual(titles, [PLAIN, mathematics, null])
})

const titleIn = async (content: string): Promise<unknown> => {
  const source = await openContent(Readable.from([Buffer.from(content)]))
  for await (const { records } of readRecords(source, null))
    for (const record of records) return 'fields' in record && record.fields.title
  return null
}

test('what reference managers and databases export has titles without elements', async () => {
  const files = [
    `@article{a, title = {${MARKED}}, author = {Ada Example}, year = 2024}`,
    `TY  - JOUR\nTI  - ${MARKED}\nAU  - Example, Ada\nPY  - 2024\nER  - \n`,
    `FN Clarivate Analytics Web of Science\nVR 1.0\nPT J\nAU Example, A\nTI ${MARKED}\nPY 2024\nER\n\nEF\n`,
    `Title,Authors,Year\n${MARKED},Ada Example,2024\n`,
  ]
  for (const file of files) assert.equal(await titleIn(file), PLAIN, file)
})
