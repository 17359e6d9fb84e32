import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { wholePaper } from '../../support/service/papers.ts'
import { startTestService } from '../../support/service/test-service.ts'

const service = await startTestService({ after })
await service.accept(wholePaper())

const post = (fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${service.url}/check`, { method: 'POST', body: new URLSearchParams(fields), headers })

test('the page says what is wrong with a text, and keeps it', async () => {
  const empty = await post({ text: ' ' })
  assert.equal(empty.status, 400)
  assert.match(await empty.text(), /Nothing was checked\.<\/strong> Paste the text into the field first/u)
  const large = await post({ text: 'a'.repeat(205_000) })
  assert.equal(large.status, 413)
  assert.match(await large.text(), /larger than 200 kB; check it in parts/u)
  const many = await post({ text: '[p1] '.repeat(6_000) })
  assert.equal(many.status, 400)
  assert.match(await many.text(), /more than 5000 citations; send it in parts[^]*<textarea[^>]*>\n\[p1\] \[p1\]/u)
})

test('the page is for people on this site, and nothing of a text is cached', async () => {
  assert.equal((await post({ text: 'See [p1].' }, { Origin: 'https://elsewhere.example' })).status, 403)
  const checked = await post({ text: 'See [p1].' })
  assert.deepEqual([checked.status, checked.headers.get('cache-control')], [200, 'no-store'])
})
