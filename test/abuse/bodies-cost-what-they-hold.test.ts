import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { describedOperations } from '../support/fuzz/contract.ts'
import { costlyTexts } from '../support/generated/costly-texts.ts'
import { largestValue } from '../support/generated/largest-values.ts'
import { normalizedCharacters } from '../support/normalized-characters.ts'
import { textKey } from '#core/text/tokenize.ts'
import { wholePaper } from '../support/service/papers.ts'
import { startTestService } from '../support/service/test-service.ts'

/** Enough for every list and text to be long, and for a test of every route with every text. */
const BODY_BYTES = 60_000
/**
 * Characters normalized for such a body: 100 for each byte, because U+FDFA has three bytes and becomes eighteen characters, twice,
 * and a text is read for its check, its key and its index. A small body may change a paper that is as large.
 */
const MAX_NORMALIZED = 100 * BODY_BYTES

const service = await startTestService({ after })
await service.accept(wholePaper({ id: 'p1' }))
const key = await service.key('submit', 'review')

const costOf = async (method: string, path: string, body: string): Promise<{ count: number; status: number }> => {
  let status = 0
  const send = () => service.send(method, path, body, { 'x-api-key': key, 'if-match': '*' })
  const count = await normalizedCharacters(async () => {
    // The connection of a refused body is closed, on a busy machine just when the next request has taken it.
    const response = await send().catch(send)
    await response.arrayBuffer()
    ;({ status } = response)
  })
  return { count, status }
}

test('every route folds a body only a few times, with any text in its fields', async () => {
  // Read here: a connection that was opened with the file is idle until the test begins, and may be closed by then.
  const operations = (await describedOperations(service)).filter(({ body }) => body !== null)
  assert.ok(operations.length > 15, String(operations.length))
  for (const { method, template, body } of operations)
    for (const [name, make] of Object.entries(costlyTexts)) {
      const json = JSON.stringify(largestValue(body?.schema ?? {}, make, BODY_BYTES))
      const { count, status } = await costOf(method, template.replaceAll(/\{\w+\}/gu, 'p1'), json)
      const figures: string = `${method} ${template} with ${name}: ${count} for ${json.length} (${status})`
      assert.ok(status > 0 && status < 500, figures)
      assert.ok(count < MAX_NORMALIZED, figures)
    }
})

test('a text that is folded anew for each of its pieces is caught', async () => {
  const text = costlyTexts['long sentences of words that grow']?.(10_000) ?? ''
  const pieces = text.split('. ')
  const count = await normalizedCharacters(() => {
    for (const [from] of pieces.entries())
      for (const to of [1, 2, 3, 4, 5, 6]) textKey(pieces.slice(from, from + to).join(' '))
  })
  // As many as the body has room for.
  const texts = BODY_BYTES / Buffer.byteLength(text)
  assert.ok(texts * count > MAX_NORMALIZED, String(count))
})
