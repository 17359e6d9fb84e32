import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReadRecord } from '#core/imports/imported-record.ts'
import { paragraphs } from '#formats/text/text.ts'
import { xmlReader } from './read-xml.ts'

const read = (text: string): ReadRecord[] => {
  const reader = xmlReader(text)
  return [...reader.push(text), ...reader.end()]
}

const fieldsOf = (text: string): Record<string, unknown> => {
  const [record] = read(text)
  assert.ok(record !== undefined && 'fields' in record, JSON.stringify(record))
  return record.fields
}

const reasonsIn = (text: string): string[] =>
  read(text).map((record) => ('reason' in record ? `${record.position}: ${record.reason}` : 'a record'))

test('a document without works says so, with what it says itself', () => {
  assert.deepEqual(reasonsIn('<book><entry/></book>').slice(1), [])
  assert.deepEqual(
    reasonsIn('<crossref><doi_data><collection><property><item/></property></collection></doi_data></crossref>'),
    [
      'the whole: It contains no works: it is a document <crossref>. The nearest are rss (has item; lacks rss, channel, title), arxiv-atom (lacks feed, entry, author, title), oai-pmh (lacks OAI-PMH, record, header, metadata); docs/formats.md has all formats.',
    ],
  )
  assert.deepEqual(reasonsIn('<OAI-PMH><error code="noRecordsMatch">No matches</error></OAI-PMH>'), [
    'the whole: It contains no works, but says: No matches',
  ])
  const id = 'http://arxiv.org/api/errors#incorrect_id_format_for_x'
  const feed = `<feed><entry><id>${id}</id><title>Error</title><summary>incorrect id</summary></entry></feed>`
  assert.deepEqual(reasonsIn(feed), ['line 1: It contains no works, but says: incorrect id'])
})

const rdf = (...resources: string[]): string => `<rdf:RDF xmlns:rdf="r">${resources.join('')}</rdf:RDF>`
const citing = (reference: string, title = 'T'): string =>
  `<Article><itemType>journalArticle</itemType><isPartOf rdf:resource="${reference}"/><title>${title}</title></Article>`
const journal = (name: string): string =>
  `<Journal rdf:about="${name}"><isPartOf rdf:resource="${name}"/><title>J</title></Journal>`

/** Titles of records and their journals. */
const journalsIn = (...resources: string[]): unknown[] =>
  read(rdf(...resources)).map((record) =>
    'fields' in record ? [record.fields.title, record.fields.container] : record.reason,
  )

test('RDF of Zotero: a journal may stand before or after its articles, name itself, and be missing', () => {
  assert.deepEqual(journalsIn(citing('#j', 'One'), journal('#j'), citing('#j', 'Two')), [
    ['One', 'J'],
    ['Two', 'J'],
  ])
  assert.deepEqual(journalsIn(citing('#missing', 'One'), citing('#j', 'Two'), journal('#j')), [
    ['One', undefined],
    ['Two', 'J'],
  ])
  const many = Array.from({ length: 6_000 }, (_, index) => citing('#missing', `${index}`))
  assert.equal(journalsIn(...many).length, 6_000)
})

test('RDF without items is refused; of RDF that breaks off, the items before are read', () => {
  assert.match(
    reasonsIn(rdf(journal('#j'))).join(),
    /^the whole: It contains no works: it is a document <RDF>\. The near/u,
  )
  assert.match(
    reasonsIn(rdf(citing('#j')).slice(0, -'</rdf:RDF>'.length)).join(),
    /^line 1: The rest of the XML cannot be read: .*,a record$/u,
  )
})

const datafield = (tag: string, ...parts: string[]): string =>
  `<datafield tag="${tag}">${parts.map((part) => `<subfield code="${part[0]}">${part.slice(1)}</subfield>`).join('')}</datafield>`
const marc = (...fields: string[]): string =>
  `<record><controlfield tag="008">150527s2014    xx</controlfield>${datafield('245', 'aT')}${fields.join('')}</record>`
const inSru = (data: string): string =>
  `<z:searchRetrieveResponse xmlns:z="z"><z:records><z:record><z:recordData>${data}</z:recordData></z:record></z:records></z:searchRetrieveResponse>`

test('a catalogue’s answer (SRU) and OAI-PMH may hold MARCXML, MODS and Dublin Core', () => {
  const mods = '<mods><titleInfo><title>T</title></titleInfo></mods>'
  for (const data of [marc(), mods, '<dc><title>T</title></dc>']) assert.equal(fieldsOf(inSru(data)).title, 'T', data)
  for (const data of [marc(), mods])
    assert.equal(fieldsOf(`<OAI-PMH><record><metadata>${data}</metadata></record></OAI-PMH>`).title, 'T', data)
  assert.deepEqual(reasonsIn(inSru('&lt;record/&gt;')), [
    'line 1: Its data is packed as text: ask the catalogue with recordPacking=xml instead.',
  ])
})

/** Volume, issue, pages and year of an article in the words of field 773. */
const placeOf = (...parts: string[]): unknown => {
  const { volume, issue, pages, year } = fieldsOf(marc(datafield('773', ...parts)))
  return [volume, issue, pages, year]
}

test('MARC: the place of an article in words, in German and in fields of their own', () => {
  assert.deepEqual(placeOf('gVol. 521, no. 7553 (May 2015), p. 436-444'), ['521', '7553', '436-444', 2014])
  assert.deepEqual(placeOf('gBd. 12, Heft 3, Seite 4-9'), ['12', '3', '4-9', 2014])
  assert.deepEqual(placeOf('pPhys.Rev.', 'v12', 'n3', 'c4-9', 'y2013'), ['12', '3', '4-9', 2014])
  assert.deepEqual(fieldsOf(marc(datafield('024', 'a2210.03629', '2arXiv'))).arxivId, '2210.03629')
  assert.deepEqual(fieldsOf(marc(datafield('037', 'aarXiv:2210.03629'))).arxivId, '2210.03629')
  assert.deepEqual(fieldsOf(marc(datafield('700', 'aOne, A.', 'tA work'), datafield('110', 'aA Group.'))).authors, [
    'A Group',
  ])
})

const nameIn = (language: string, surname: string): string =>
  `<name xml:lang="${language}"><surname>${surname}</surname></name>`

const authorsOfArticle = (attributes: string): unknown =>
  fieldsOf(
    `<article ${attributes}><front><article-meta><contrib-group><contrib><name-alternatives>${nameIn('ja', '山田')}${nameIn('en', 'Yamada')}</name-alternatives></contrib></contrib-group></article-meta></front></article>`,
  ).authors

test('JATS: of a name in several scripts, that in the language of the article counts', () => {
  assert.deepEqual(authorsOfArticle(''), ['Yamada'])
  assert.deepEqual(authorsOfArticle('xml:lang="ja"'), ['山田'])
  assert.deepEqual(authorsOfArticle('xml:lang="fr"'), ['山田'])
})

const authorsInLine = (line: string): unknown =>
  fieldsOf(`<arXivRaw><id>2105.01234</id><title>T</title><authors>${line}</authors></arXivRaw>`).authors

test('arXivRaw: authors in one line may be a group and its members, and bear suffixes', () => {
  assert.deepEqual(authorsInLine('The X Collaboration: A. One, B. Two, Jr. (MIT, Cambridge) and C. Three'), [
    'The X Collaboration',
    'A. One',
    'B. Two Jr.',
    'C. Three',
  ])
})

const entry = (content: string): string =>
  `<feed><entry><title type="html">A &lt;i&gt;b&lt;/i&gt; &amp;amp; c</title>${content}</entry></feed>`

test('text of feeds that is HTML is read as such', () => {
  const { title, abstract } = fieldsOf(
    entry('<summary type="html">&lt;p&gt;One.&lt;/p&gt;&lt;p&gt;Two&lt;/p&gt;</summary>'),
  )
  assert.deepEqual([title, abstract], ['A b & c', 'One.\n\nTwo'])
  assert.equal(fieldsOf(entry('<content type="html">&lt;p&gt;One.&lt;/p&gt;</content>')).abstract, 'One.')
})

const article = (meta: string): string =>
  `<article xmlns:xlink="http://www.w3.org/1999/xlink"><front><article-meta>${meta}</article-meta></front></article>`
const member = '<contrib contrib-type="author"><name><surname>Member</surname></name></contrib>'

test('a group of JATS is one author, without its members', () => {
  const collab = `<collab>The X Collaboration <contrib-group>${member}</contrib-group></collab>`
  for (const type of ['author', 'collab'])
    assert.deepEqual(
      fieldsOf(article(`<contrib-group><contrib contrib-type="${type}">${collab}</contrib></contrib-group>`))
        .authorNames,
      [{ name: 'The X Collaboration', family: 'The X Collaboration' }],
      type,
    )
})

test('JATS: a line break parts words, and a licence has its address', () => {
  const { title, license } = fieldsOf(
    article(`<title-group><article-title>Part<break/>two</article-title></title-group><permissions><license><license-p>Under
      <ext-link xlink:href="https://creativecommons.org/licenses/by/4.0/">CC BY</ext-link>.</license-p></license></permissions>`),
  )
  assert.deepEqual([title, license], ['Part two', 'https://creativecommons.org/licenses/by/4.0/'])
})

test('a name of TEI keeps what stands behind it', () => {
  const name = '<persName><forename>Ada</forename><surname>One</surname><genName>Jr</genName></persName>'
  const source = `<sourceDesc><biblStruct><analytic><author>${name}</author></analytic></biblStruct></sourceDesc>`
  assert.deepEqual(fieldsOf(`<TEI><teiHeader><fileDesc>${source}</fileDesc></teiHeader></TEI>`).authors, ['Ada One Jr'])
})

test('DataCite is read within what Zenodo puts around it', () => {
  const resource = '<resource><titles><title>Data</title></titles></resource>'
  const metadata = `<metadata><oai_datacite><payload>${resource}</payload></oai_datacite></metadata>`
  assert.equal(fieldsOf(`<OAI-PMH><ListRecords><record>${metadata}</record></ListRecords></OAI-PMH>`).title, 'Data')
})

test('a text that a document indents as a whole keeps its paragraphs', () => {
  assert.equal(paragraphs('One\n      two\n      three'), 'One two three')
  assert.equal(paragraphs('One\n      two\n\n      three'), 'One two\n\nthree')
  assert.equal(paragraphs('  One\ntwo\n  three'), 'One two\n\nthree')
})

const dublinCore = (...types: string[]): string =>
  `<record><header><identifier>oai:a:1</identifier></header><metadata><dc><title>T</title><creator>One, Ada</creator><date>2024</date>${types.map((type) => `<type>${type}</type>`).join('')}</dc></metadata></record>`

test('Dublin Core: the kind is that of the usual vocabularies, and other types are reported', () => {
  const kindOf = (...types: string[]): unknown => fieldsOf(dublinCore(...types)).kind
  assert.equal(kindOf('info:eu-repo/semantics/article', 'info:eu-repo/semantics/publishedVersion'), 'journal-article')
  assert.equal(kindOf('Text', 'info:eu-repo/semantics/conferenceObject'), 'conference-paper')
  assert.equal(kindOf('Thesis (PhD)'), 'thesis')
  assert.equal(kindOf('text'), undefined)
  const [record] = read(dublinCore('text'))
  assert.ok(record !== undefined && 'fields' in record)
  assert.deepEqual(record.unmapped, ['type'])
})

const tei = (level: string): string =>
  `<TEI><teiHeader><fileDesc><titleStmt><title>T</title></titleStmt><publicationStmt><date when="2024"/></publicationStmt><sourceDesc><biblStruct><analytic><author><persName><surname>One</surname></persName></author></analytic><monogr><title level="${level}">J</title></monogr></biblStruct></sourceDesc></fileDesc></teiHeader></TEI>`

test('TEI: a paper whose volume is a journal is an article of it', () => {
  assert.deepEqual([fieldsOf(tei('j')).kind, fieldsOf(tei('m')).kind], ['journal-article', undefined])
})
