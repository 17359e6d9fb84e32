import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { linkIn, seen } from '../../support/markup.ts'
import { decide, submitInto } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'

const service = await startTestService({ after })
await service.accept(
  wholePaper({ id: 'p1', title: 'First <b>of</b> all' }),
  leastPaper({ id: 'p2', title: 'Second of all' }),
  leastPaper({ id: 'p3', title: 'Retracted' }),
)
await decide(service, 'p3', 'retract')
await submitInto(service, { key: await service.key('submit'), state: 'pending', paper: { id: 'p4', title: 'Hidden' } })

const textAt = async (path: string, status = 200): Promise<string> => {
  const response = await service.get(path)
  assert.equal(response.status, status, path)
  return response.text()
}

test('a shared list has the papers of its link, in its order, with a button to save each', async () => {
  const markup = await textAt('/reading-list?ids=p2,p1,p2')
  assert.match(seen(markup), /Reading list 2 papers that somebody put together/u)
  assert.ok(markup.indexOf('Second of all') < markup.indexOf('First &lt;b&gt;'))
  assert.deepEqual(
    [...markup.matchAll(/data-save="(?<id>p\d+)"/gu)].map(({ groups }) => groups?.id),
    ['p2', 'p1'],
  )
  assert.equal(linkIn(markup, /^BibTeX$/u), '/reading-list.bib?ids=p2,p1')
})

test('an unpublished paper of a list looks like a missing one, and a retracted one says so', async () => {
  const [hidden, missing] = [await textAt('/reading-list?ids=p1,p4'), await textAt('/reading-list?ids=p1,p9')]
  assert.equal(hidden.replaceAll('p4', 'p9'), missing)
  assert.match(seen(missing), /Not in the library: p9\./u)
  assert.match(seen(await textAt('/reading-list?ids=p3')), /0 papers .* Retracted: p3\./u)
})

test('a list is there in every form of a list', async () => {
  assert.match(await textAt('/reading-list.bib?ids=p2,p1'), /^@\w+\{.*Second of all.*@\w+\{/su)
  assert.equal((await textAt('/reading-list.ris?ids=p2,p1')).match(/^ER {2}-/gmu)?.length, 2)
  assert.match(
    await textAt('/reading-list.md?ids=p2,p4'),
    /^# Papers\n\n- \[Second of all\]\([^)]+\/papers\/p2\), .*, p2\n$/u,
  )
  assert.equal((await textAt('/reading-list.jsonl?ids=p1')).split('\n').length, 2)
  assert.equal((await textAt('/reading-list.csv')).split('\r\n').length, 2)
})

const ids = (count: number): string => Array.from({ length: count }, (_, index) => `p${index + 1}`).join(',')

test('at most 200 papers are named, by their ids', async () => {
  await textAt(`/reading-list?ids=${ids(200)}`)
  assert.match(seen(await textAt(`/reading-list?ids=${ids(201)}`, 400)), /at most 200 papers/u)
  for (const wrong of ['x', 'p1;p2', 'p', '%00', `p${'1'.repeat(16)}`]) await textAt(`/reading-list?ids=${wrong}`, 400)
})

test('the page of the own list is the same for everybody, and says what it needs', async () => {
  const markup = await textAt('/reading-list')
  assert.match(seen(markup), /kept in this browser, without an account, up to 200 of them/u)
  assert.match(markup, /role="status">Saving papers needs a script\./u)
  assert.match(markup, /<link rel="canonical" href="[^"]+\/reading-list" \/>/u)
  const { headers } = await service.get('/reading-list')
  const same = await service.get('/reading-list', { 'if-none-match': headers.get('etag') ?? '' })
  assert.equal(same.status, 304)
})
