import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { linkIn, markupOf, seen } from '../../support/markup.ts'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { decide, submitInto } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'

const service = await startTestService({ after })
await service.accept(
  wholePaper({
    id: 'p1',
    title: 'First <b>of</b> all',
    concepts: ['memory', 'planning'],
    houseCommentary: 'As **p2** says.',
  }),
  wholePaper({ id: 'p2', title: 'Second of all', concepts: ['planning', 'tools'] }),
  leastPaper({ id: 'p3', title: 'Third of all' }),
  leastPaper({ id: 'p4', title: 'Retracted' }),
  leastPaper({ id: 'p5', title: 'Fifth of all' }),
)
await decide(service, 'p4', 'retract')
await submitInto(service, { key: await service.key('submit'), state: 'pending', paper: { id: 'p6', title: 'Hidden' } })

const pageAt = async (search: string): Promise<string> => markupOf(await service.get(`/compare${search}`))

test('papers stand side by side in the order of the address, with what they share and what differs', async () => {
  const markup = await pageAt('?ids=p2,p1')
  assert.match(seen(markup), /Second of all Save First <b>of<\/b> all Save/u)
  assert.match(seen(markup), /Shared concepts planning planning Other concepts tools memory/u)
  assert.match(seen(markup), /Why it matters A plain answer [^.]*\. As Second of all says\./u)
  assert.equal(await pageAt('?ids=p2&ids=p1'), markup, 'as a form sends them')
})

test('an unpublished paper looks like a missing one, and a row without any value is left out', async () => {
  const [hidden, missing] = [await pageAt('?ids=p3,p5,p6'), await pageAt('?ids=p3,p5,p9')]
  assert.equal(hidden.replaceAll('p6', 'p9'), missing)
  assert.match(seen(missing), /Not in the library: p9\./u)
  assert.doesNotMatch(seen(missing), /Why it matters|Chapter/u)
  assert.doesNotMatch(await pageAt('?ids=p3,p4'), /Retracted</u)
})

test('up to four are compared, and fewer than two say how to choose', async () => {
  assert.match(seen(await pageAt('?ids=p1,p2,p3,p5,p7')), /The first 4 of 5 papers are compared\./u)
  for (const search of ['', '?ids=', '?ids=p1'])
    assert.match(seen(await pageAt(search)), /Choose two, three or four papers/u)
  for (const wrong of ['x', 'p1;p2', 'p1'.repeat(90)])
    assert.equal((await service.get(`/compare?ids=${wrong}`)).status, 400)
})

test('a related paper leads to the comparison with it', async () => {
  const page = await markupOf(await service.get('/papers/p1'))
  assert.equal(linkIn(page, /^Compare$/u), '/compare?ids=p1,p2')
})
