import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { seen } from '../../support/markup.ts'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { startTestService } from '../../support/service/test-service.ts'

const service = await startTestService({ after })
const texts = { abstract: 'Zebras plan.', fullText: 'Giraffes remember.' }
await service.accept(
  wholePaper({ id: 'p1', ...texts }),
  wholePaper({ id: 'p2', ...texts, title: 'Of animals', abstractBy: 'editors', fullTextKind: 'note' }),
  wholePaper({ id: 'p3', title: 'Of nothing', abstract: undefined, houseCommentary: undefined }),
)

const read = async (path: string): Promise<string> => (await service.get(path)).text()

const kinds = new Set(['Abstract', 'Summary', 'Full text', 'Note'])

/** The headings of a page, without markup. */
const headingsOf = (page: string): string[] =>
  [...page.matchAll(/<h2[^>]*>(?<text>[^<]+)<\/h2>/gu)].map(({ groups }) => groups?.text ?? '')

const shown = (page: string) => headingsOf(page).filter((heading) => kinds.has(heading))

test('a page calls an abstract, a summary, a full text and a note by their names', async () => {
  const [own, theirs] = [await read('/papers/p2'), await read('/papers/p1')]
  assert.deepEqual(
    [shown(theirs), shown(own)],
    [
      ['Abstract', 'Full text'],
      ['Summary', 'Note'],
    ],
  )
  assert.match(theirs, /<a href="#text"[^>]*>Full text<\/a>/u)
  assert.match(own, /<a href="#text"[^>]*>Note<\/a>/u)
  const text = await read('/papers/p2/text')
  assert.match(text, /<title>Note: Of animals/u)
  assert.match(text, / · note by the editors<\/p>/u)
  assert.match(await read('/papers/p1/text'), / · full text<\/p>/u)
})

const basis = async (id: string) => {
  const page = await read(`/papers/${id}`)
  return [/published by [^<]+, from (?<what>[^.]+)\./u, /By the editors of [^<]+?, from (?<what>[^.]+)\./u].map(
    (wanted) => wanted.exec(page)?.groups?.what,
  )
}

test('under each judgment stands from what it was made', async () => {
  assert.deepEqual(await basis('p1'), ['the full text', 'the full text'])
  assert.deepEqual(await basis('p2'), ['a summary and a note', 'a summary and a note'])
  assert.deepEqual(await basis('p3'), ['the title', undefined])
})

test('Markdown and text name them alike', async () => {
  const own = await read('/papers/p2.md')
  assert.match(own, /^## Summary\n\n> Zebras plan\.$/mu)
  assert.match(own, /^## Note\n\n> Giraffes remember\.$/mu)
  assert.match(own, /^- Scores and commentary from: a summary and a note$/mu)
  assert.match(await read('/papers/p1.md'), /^- Scores and commentary from: the full text$/mu)
  assert.match(await read('/papers/p2.txt'), /\n\nSummary\n\nZebras plan\.\n\nNote\n\nGiraffes remember\.\n$/u)
  assert.match(await read('/papers/p1.txt'), /\n\nAbstract\n\nZebras plan\.\n\nFull text\n\nGiraffes remember\.\n$/u)
})

const places = async (q: string) =>
  [...(await read(`/?q=${q}`)).matchAll(/<a class="place"[^>]*>(?<place>[^<]+)<\/a>/gu)]
    .map(({ groups }) => groups?.place ?? '')
    .toSorted()

test('a list says in which text the words of a question are', async () => {
  assert.deepEqual(await places('zebras'), ['in the abstract', 'in the summary'])
  assert.deepEqual(await places('giraffes'), ['in the full text', 'in the note'])
})

test('a passage names papers by ids only where they may be pages of an author’s text', async () => {
  const fullText = 'Okapis (p2) wait for hours.'
  await service.accept(leastPaper({ id: 'p8', fullText }))
  await service.accept(leastPaper({ id: 'p9', fullText, fullTextKind: 'note' }))
  const page = seen(await read('/?q=okapis'))
  assert.match(page, /Okapis \(p2\) wait for hours\. in the full text/u)
  assert.match(page, /Okapis wait for hours\. in the note/u)
})

test('a summary is given to no program as the abstract of the authors', async () => {
  const named = 'Summary by the editors of the library: Zebras plan.'
  const [own, theirs] = [await read('/papers/p2'), await read('/papers/p1')]
  assert.match(theirs, /<meta name="citation_abstract" content="Zebras plan\."/u)
  assert.doesNotMatch(own, /citation_abstract"/u)
  const described = async (id: string) => {
    const { abstract, description } = JSON.parse(await read(`/papers/${id}.jsonld`)) as Record<string, unknown>
    const [csl] = JSON.parse(await read(`/papers/${id}.csl.json`)) as Record<string, unknown>[]
    return [abstract, description, csl?.abstract, csl?.annote]
  }
  assert.deepEqual(await described('p1'), ['Zebras plan.', undefined, 'Zebras plan.', undefined])
  assert.deepEqual(await described('p2'), [undefined, named, undefined, named])
  assert.match(await read('/papers/p1.bib'), /^ {2}abstract = \{Zebras plan\.\},$/mu)
  assert.match(await read('/papers/p2.bib'), new RegExp(`^ {2}annote = \\{${named}\\},$`, 'mu'))
  assert.doesNotMatch(await read('/papers/p2.bib'), /^ {2}abstract = /mu)
  assert.match(await read('/papers/p1.ris'), /^AB {2}- Zebras plan\.\r$/mu)
  assert.match(await read('/papers/p2.ris'), new RegExp(`^N1  - ${named}\r$`, 'mu'))
  assert.doesNotMatch(await read('/papers/p2.ris'), /^AB {2}- /mu)
  const harvested = async (id: string, prefix: string) =>
    read(`/oai?verb=GetRecord&metadataPrefix=${prefix}&identifier=oai:127.0.0.1:${id}`)
  assert.match(await harvested('p2', 'oai_dc'), new RegExp(`<dc:description>${named}</dc:description>`, 'u'))
  assert.match(await harvested('p2', 'oai_datacite'), new RegExp(`descriptionType="Other">${named}<`, 'u'))
  assert.match(await harvested('p1', 'oai_datacite'), /descriptionType="Abstract">Zebras plan\.</u)
  const feed = await read('/papers.atom')
  assert.deepEqual([feed.includes(`>${named}<`), feed.includes('>Zebras plan.<')], [true, true])
  const csv = await read('/papers.csv')
  assert.deepEqual([/,abstract,abstractBy\r?\n/u.test(csv), /,Zebras plan\.,editors\r?\n/u.test(csv)], [true, true])
})
