import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { mergePaper } from '#actions/papers.ts'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { decide, submit } from '../../support/service/review.ts'
import { nameChapters } from '../../support/service/named-chapters.ts'
import { startTestService } from '../../support/service/test-service.ts'

const service = await startTestService({ after })
await nameChapters(service.store)

const ask = async (query: string): Promise<string> => {
  const response = await service.get(`/oai?${query}`)
  assert.equal(response.status, 200, query)
  assert.equal(response.headers.get('content-type'), 'text/xml; charset=utf-8')
  return response.text()
}

const errorOf = (text: string): string => /<error code="(?<code>\w+)">/u.exec(text)?.groups?.code ?? 'none'

/** Identifiers of headers, with a minus before those of deleted records. */
const headersOf = (text: string): string[] =>
  [...text.matchAll(/<header(?<deleted> status="deleted")?><identifier>oai:127\.0\.0\.1:(?<id>\w+)</gu)].map(
    ({ groups }) => `${groups?.deleted === undefined ? '' : '-'}${groups?.id}`,
  )

const tokenOf = (text: string): string | undefined =>
  /<resumptionToken cursor="\d+">(?<token>[^<]*)</u.exec(text)?.groups?.token

test('an empty repository says what it is, and has no records', async () => {
  const identity = await ask('verb=Identify')
  assert.match(identity, /<baseURL>http:\/\/127\.0\.0\.1:\d+\/oai<\/baseURL>\s*<protocolVersion>2\.0</u)
  assert.match(identity, /<deletedRecord>persistent</u)
  assert.equal(errorOf(await ask('verb=ListRecords&metadataPrefix=oai_dc')), 'noRecordsMatch')
})

test('a record has what catalogues know of a paper, in both formats', async () => {
  await service.accept(
    wholePaper({
      title: 'A & <b>',
      url: 'https://doi.org/10.1000/abc',
      concepts: ['tool use'],
      topics: ['tool use', 'x'],
    }),
    leastPaper({ id: 'p2' }),
  )
  const core = await ask('verb=GetRecord&identifier=oai:127.0.0.1:p1&metadataPrefix=oai_dc')
  assert.match(core, /<setSpec>chapter-4<\/setSpec>/u)
  assert.match(core, /<dc:title>A &amp; &lt;b&gt;<\/dc:title>\s*<dc:creator>Ada Example<\/dc:creator>/u)
  assert.equal(core.match(/<dc:subject>tool use</gu)?.length, 1)
  for (const address of [`${service.url}/papers/p1`, 'https://doi.org/10.1000/abc'])
    assert.ok(core.includes(`<dc:identifier>${address}</dc:identifier>`), address)
  const cite = await ask('verb=GetRecord&identifier=oai:127.0.0.1:p1&metadataPrefix=oai_datacite')
  assert.match(cite, /<identifier identifierType="DOI">10\.1000\/abc<\/identifier>/u)
  assert.match(cite, /<creatorName>Ada Example<\/creatorName><givenName>Ada<\/givenName><familyName>Example</u)
  const least = await ask('verb=GetRecord&identifier=oai:127.0.0.1:p2&metadataPrefix=oai_datacite')
  assert.match(least, /<identifier identifierType="URL">http:[^<]*\/papers\/p2<[^]*<publisher>\(:unkn\)</u)
})

test('each error of the protocol is named by its code, for any request', async () => {
  await submit(service, await service.key(), leastPaper({ id: 'p9' }))
  const wrong: [query: string, code: string][] = [
    ['', 'badVerb'],
    ['verb=Nothing', 'badVerb'],
    ['verb=Identify&verb=ListSets', 'badVerb'],
    ['verb=Identify&identifier=x', 'badArgument'],
    ['verb=GetRecord&identifier=oai:127.0.0.1:p1', 'badArgument'],
    ['verb=GetRecord&identifier=oai:127.0.0.1:p1&metadataPrefix=marc', 'cannotDisseminateFormat'],
    ['verb=GetRecord&identifier=oai:127.0.0.1:p9&metadataPrefix=oai_dc', 'idDoesNotExist'],
    ['verb=GetRecord&identifier=p1&metadataPrefix=oai_dc', 'idDoesNotExist'],
    ['verb=GetRecord&identifier=oai:127.0.0.1:%00&metadataPrefix=oai_dc', 'idDoesNotExist'],
    ['verb=ListMetadataFormats&identifier=oai:127.0.0.1:p9', 'idDoesNotExist'],
    ['verb=ListRecords', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&metadataPrefix=oai_dc', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2026-02-30', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2026-11-22T10:00Z', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2026-11-22&until=2026-11-22T10:00:00Z', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2026-11-23&until=2026-11-22', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&set=chapter-9', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&until=1999-12-31', 'noRecordsMatch'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2199-01-01', 'noRecordsMatch'],
    ['verb=ListRecords&resumptionToken=x', 'badResumptionToken'],
    ['verb=ListIdentifiers&resumptionToken=x&metadataPrefix=oai_dc', 'badArgument'],
    ['verb=ListSets&resumptionToken=x', 'badResumptionToken'],
  ]
  for (const [query, code] of wrong) {
    const text = await ask(query)
    assert.equal(errorOf(text), code, query)
    assert.equal(/<request verb=/u.test(text), code !== 'badVerb' && code !== 'badArgument', query)
  }
})

test('sets and formats are listed, and POST answers as GET does', async () => {
  const sets = await ask('verb=ListSets')
  assert.match(sets, /<setSpec>chapter-1<\/setSpec><setName>Chapter 1: /u)
  assert.match(await ask('verb=ListMetadataFormats'), /<metadataPrefix>oai_dc<[^]*<metadataPrefix>oai_datacite</u)
  assert.deepEqual(headersOf(await ask('verb=ListIdentifiers&metadataPrefix=oai_dc&set=chapter-4')), ['p1'])
  const posted = await fetch(`${service.url}/oai`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'verb=ListSets',
  })
  const [byGet, byPost] = [sets, await posted.text()].map((text) => text.replace(/<responseDate>[^<]*/u, ''))
  assert.equal(byPost, byGet)
})

test('answers come compressed to those who take them so, by GET and POST', async () => {
  const query = 'verb=ListRecords&metadataPrefix=oai_datacite'
  const plain = (await ask(query)).replace(/<responseDate>[^<]*/u, '')
  const form = { method: 'POST', body: new URLSearchParams(query) }
  for (const encoding of ['gzip', 'br', 'identity'])
    for (const request of [{}, form]) {
      const response = await fetch(`${service.url}/oai${request === form ? '' : `?${query}`}`, {
        ...request,
        headers: { 'Accept-Encoding': encoding },
      })
      assert.equal(response.headers.get('content-encoding') ?? 'identity', encoding)
      assert.match(response.headers.get('vary') ?? '', /Accept-Encoding/u)
      assert.equal((await response.text()).replace(/<responseDate>[^<]*/u, '').length, plain.length)
    }
  assert.match(await ask('verb=Identify'), /<compression>gzip<\/compression>/u)
  const small = await fetch(`${service.url}/oai?verb=Nothing`, { headers: { 'Accept-Encoding': 'gzip' } })
  assert.equal(small.headers.get('content-encoding'), null)
})

test('a harvest whole while papers come, change and go ends with the live corpus and its deletions', async () => {
  await service.accept(...Array.from({ length: 250 }, (_, index) => leastPaper({ id: `p${100 + index}` })))
  const seen = new Map<string, string>()
  let query = 'verb=ListIdentifiers&metadataPrefix=oai_dc'
  for (let page = 0; ; page += 1) {
    const text = await ask(query)
    for (const header of headersOf(text)) seen.set(header.replace('-', ''), header)
    if (page === 0) {
      await decide(service, 'p100', 'retract', 'Wrong.')
      await service.accept(leastPaper({ id: 'p900' }))
      await service.run(mergePaper, { id: 'p2', into: 'p1', note: null, actor: 'test' })
    }
    const token = tokenOf(text)
    assert.notEqual(token, undefined, 'each page of several has a token, the last an empty one')
    if (token === '') break
    query = `verb=ListIdentifiers&resumptionToken=${token}`
  }
  const live = Array.from({ length: 249 }, (_, index) => `p${101 + index}`)
  assert.deepEqual([...seen.values()].toSorted(), ['-p100', '-p2', 'p1', 'p900', ...live].toSorted())
})

test('a harvest since a time has what changed from then on, deletions in every set', async () => {
  service.clock.advance(3_600)
  const from = `${service.clock.now().toISOString().slice(0, 19)}Z`
  await decide(service, 'p101', 'retract', 'Wrong.')
  await service.accept(leastPaper({ id: 'p901', chapter: 2 }))
  const since = `verb=ListIdentifiers&metadataPrefix=oai_dc&from=${from}`
  assert.deepEqual(headersOf(await ask(since)), ['-p101', 'p901'])
  assert.deepEqual(headersOf(await ask(`${since}&until=${from}&set=chapter-4`)), ['-p101'])
  const record = await ask('verb=GetRecord&identifier=oai:127.0.0.1:p101&metadataPrefix=oai_dc')
  assert.match(record, /<record><header status="deleted">[^]*<\/header><\/record>/u)
  assert.doesNotMatch(record, /<metadata>/u)
})
