import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { wholePaper } from '../../support/service/papers.ts'
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
  assert.match(theirs, /<a href="#text">Full text<\/a>/u)
  assert.match(own, /<a href="#text">Note<\/a>/u)
  const text = await read('/papers/p2/text')
  assert.match(text, /<title>Note: Of animals/u)
  assert.match(text, / · note by the editors<\/p>/u)
  assert.match(await read('/papers/p1/text'), / · full text<\/p>/u)
})

const basis = async (id: string) => {
  const page = await read(`/papers/${id}`)
  return [/published by [^<]+, from (?<what>[^.]+)\./u, /By the editors, from (?<what>[^.]+)\./u].map(
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

test('a list says in which text the words of a question are, and whether there is a full text or a note', async () => {
  assert.deepEqual(await places('zebras'), ['in the abstract', 'in the summary'])
  assert.deepEqual(await places('giraffes'), ['in the full text', 'in the note'])
  const list = await read('/?q=giraffes')
  assert.deepEqual([list.includes('<li>note</li>'), list.includes('<li>full text</li>')], [true, true])
})
