import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { RecordLookup } from '#ports/record-lookup.ts'
import { samplePdf } from '../../support/files.ts'
import { madePdf, paragraph } from '../../support/pdf.ts'
import { type EditorSession, sameOrigin, signedIn } from '../../support/service/editor-session.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { startTestService } from '../../support/service/test-service.ts'

type Form = [string, string | File][]

const entity: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const plain = (text: string): string =>
  text.replaceAll(/&(?<name>[\w#]+);/gu, (whole, name: string) => entity[name] ?? whole)

/** What a browser would send of the form of a page. */
const formOf = (markup: string): Form => {
  const [, form = ''] = markup.split('<form class="add drop"')
  const fields: Form = []
  for (const [, attributes = ''] of form.matchAll(/<input (?<attributes>[^>]*)\/>/gu)) {
    const of = (name: string): string | undefined => new RegExp(`\\b${name}="([^"]*)"`, 'u').exec(attributes)?.[1]
    const type = of('type') ?? 'text'
    if (type === 'file' || (type === 'checkbox' && !/ checked\b/u.test(attributes))) continue
    fields.push([of('name') ?? '', plain(of('value') ?? '')])
  }
  for (const [, name = '', value = ''] of form.matchAll(
    /<textarea [^>]*name="(?<name>[^"]*)"[^>]*>\n(?<value>[^<]*)</gu,
  ))
    fields.push([name, plain(value)])
  for (const [, name = '', options = ''] of form.matchAll(
    /<select [^>]*name="(?<name>[^"]*)"[^>]*>(?<options>.*?)<\/select>/gsu,
  ))
    fields.push([name, /value="(?<value>[^"]*)" selected/u.exec(options)?.[1] ?? ''])
  return fields
}

const withFields = (form: Form, changes: Record<string, string | null>): Form => [
  ...form.filter(([name]) => !(name in changes)),
  ...Object.entries(changes).flatMap(([name, value]): Form => (value === null ? [] : [[name, value]])),
]

const start = async (t: TestContext, options: Parameters<typeof startTestService>[1] = {}) => {
  const service = await startTestService(t, options)
  const editor = await signedIn(service, 'editor')
  const send = async (fields: Form, who: EditorSession = editor) => {
    const body = new FormData()
    for (const [name, value] of fields) body.append(name, value)
    const headers = { ...who.headers, ...sameOrigin }
    const response = await fetch(`${service.url}/console/add`, { method: 'POST', headers, body, redirect: 'manual' })
    return { status: response.status, markup: await response.text() }
  }
  const papers = () => service.store.private.papers
  return { service, editor, send, papers }
}

const entry = (number: number): string =>
  `@article{k${number}, title={Plans of agents ${number} in the ${'abcdefghij'[number % 10]} field of ${'klmnopqrst'[Math.floor(number / 10)]}}, author={One, Ada and Two, Ben}, year={2024}, doi={10.1000/plan.${number}}, abstract={We plan <b>${number}</b>.}}\n`

test('fifty entries of BibTeX are pasted, looked at and put into review by one press', async (t) => {
  const { service, editor, send } = await start(t)
  const first = await (await editor.get('/console/add')).text()
  assert.match(first, /<textarea id="text" name="text" rows="8" dir="auto" aria-describedby="text-hint" autofocus>/u)
  assert.ok(first.length < 20_000)
  const text = Array.from({ length: 50 }, (_, index) => entry(index)).join('')
  const looked = await send([
    ['text', text],
    ['act', 'look'],
  ])
  assert.equal(looked.status, 200)
  assert.match(looked.markup, /50 of 50 records chosen/u)
  assert.match(looked.markup, /name="title\.49" value="Plans of agents 49 in the j field of o"/u)
  assert.match(looked.markup, /We plan &lt;b&gt;49&lt;\/b&gt;\./u)
  assert.match(looked.markup, /Missing: chapter\./u)
  assert.equal(await service.store.private.papers.isEmpty(), true, 'nothing is stored before the editor says so')
  t.diagnostic(`the page of 50 records has ${looked.markup.length} bytes`)
  const stored = await send([...formOf(looked.markup), ['act', 'review']])
  assert.equal(stored.status, 200)
  assert.match(stored.markup, /50 records: 50 new, 0 not new\./u)
  assert.equal((await service.store.private.queue.find('p50'))?.state, 'pending')
  const again = await send([...formOf(looked.markup), ['act', 'review']])
  assert.match(again.markup, /50 records: 0 new, 50 not new\./u, 'sending the page again stores nothing twice')
})

test('fields are edited in place, and a wrong one brings back all that was typed', async (t) => {
  const { service, send, papers } = await start(t)
  const { markup } = await send([
    ['text', '@misc{a, title={Plans}}\n@misc{b, title={More plans}, author={One, Ada}, year={2024}}'],
    ['act', 'look'],
  ])
  assert.match(markup, /Missing: authors, year, abstract, chapter, an identifier or address\./u)
  const typed = withFields(formOf(markup), {
    'authors.0': 'Ada One; Ben Two',
    'year.0': 'soon',
    'abstract.1': 'We "plan".\nMore.',
  })
  const refused = await send([...typed, ['act', 'review']])
  assert.equal(refused.status, 400)
  assert.match(refused.markup, /Nothing was stored yet: some fields are wrong/u)
  assert.match(refused.markup, /<a href="#year\.0">Record 1, Year<\/a>: must be a number\./u)
  assert.match(refused.markup, /id="year\.0" name="year\.0" value="soon"[^>]*aria-invalid="true"/u)
  assert.match(refused.markup, /value="Ada One; Ben Two"/u)
  assert.match(refused.markup, /We &quot;plan&quot;\.\nMore\./u)
  assert.equal(await papers().isEmpty(), true)
  const doi = 'https://doi.org/10.1000/Plans'
  const right = withFields(formOf(refused.markup), { 'year.0': '2023', 'doi.0': doi, 'chapter.0': '2', 'add.1': null })
  const stored = await send([...right, ['act', 'publish']])
  assert.match(stored.markup, /1 record: 1 new, 0 not new\.[^]*is in the library/u)
  const paper = (await papers().findByIds(['p1'])).get('p1')
  assert.deepEqual(
    [paper?.authors, paper?.year, paper?.doi, paper?.url, paper?.chapter],
    [['Ada One', 'Ben Two'], 2023, '10.1000/plans', 'https://doi.org/10.1000/Plans', 2],
  )
  assert.equal((await papers().findByIds(['p2'])).size, 0, 'what was not chosen is not stored')
  assert.equal((await service.store.private.queue.find('p1'))?.state, 'accepted')
})

test('what the library has is shown and not chosen, and an identifier alone waits in the inbox', async (t) => {
  const { service, send } = await start(t)
  await service.accept({ ...leastPaper(), title: 'Plans of agents <b>', doi: '10.1000/plans' })
  const { markup } = await send([
    ['text', '10.1000/PLANS\n10.1000/other\nOne, A., & Two, B. (2024). Plans of nobody. Press.\n10.1000/other'],
    ['act', 'look'],
  ])
  assert.match(
    markup,
    /Already in the library \(accepted\): <a href="\/console\/papers\/p1\/edit">p1<\/a> <span dir="auto">Plans of agents &lt;b&gt;<\/span>, same DOI/u,
  )
  assert.match(markup, /name="add\.0" value="yes" \/>/u)
  assert.match(markup, /name="add\.1" value="yes" checked \/>/u)
  assert.match(markup, /Only its identifier is known/u)
  assert.match(markup, /name="authors\.2" value="A\. One; B\. Two"/u)
  assert.match(markup, /The same as <a href="#row-1">record 2<\/a>/u)
  const stored = await send([...formOf(markup), ['act', 'review']])
  assert.match(
    stored.markup,
    /2 records: 1 new, 1 not new\.[^]*waits in the inbox[^]*Plans of nobody[^]*waits in review/u,
  )
  const [candidate] = await service.store.private.candidates.findByIdentifiers({ doi: '10.1000/other', arxivId: null })
  assert.equal(candidate?.state, 'open')
  const known = await send([
    ['text', '10.1000/other'],
    ['act', 'look'],
  ])
  assert.match(known.markup, /It waits in the <a href="\/console\/candidates">inbox<\/a>/u)
  const completed = withFields(formOf(known.markup), {
    'title.0': 'The other plan',
    'authors.0': 'Ada One',
    'year.0': '2022',
  })
  assert.match((await send([...completed, ['act', 'review']])).markup, /1 record: 1 new/u)
  const [taken] = await service.store.private.candidates.findByIdentifiers({ doi: '10.1000/other', arxivId: null })
  assert.equal(taken?.state, 'kept', 'it is taken out of the inbox')
})

test('files of several kinds are read together, and a PDF is stored with its paper', async (t) => {
  const { service, send } = await start(t)
  const pdf = await madePdf({ title: 'Checkpoints for Agents', authors: 'Ada Example', body: paragraph('We', 12, 90) })
  const { status, markup } = await send([
    ['file', new File([new Uint8Array(pdf)], 'one.pdf')],
    ['file', new File([new Uint8Array(samplePdf('scan'))], 'scan.pdf')],
    ['file', new File(['TY  - JOUR\nTI  - Plans\nAU  - One, Ada\nPY  - 2024\nER  - \n'], 'two.ris')],
    ['file', new File(['Only words.'], 'readme.txt')],
    ['file', new File([], 'empty.txt')],
    ['act', 'look'],
  ])
  assert.equal(status, 200)
  assert.match(markup, /<bdi>readme\.txt<\/bdi>: The content is not in a supported format/u)
  assert.match(markup, /<bdi>empty\.txt<\/bdi>: It is empty\./u)
  assert.match(markup, /name="title\.0" value="Checkpoints for Agents"/u)
  assert.match(markup, /The PDF [^]*name="title\.1" value=""/u, 'a scan is filled in by hand')
  assert.match(markup, /name="title\.2" value="Plans"/u)
  const filled = withFields(formOf(markup), {
    'year.0': '2026',
    'title.1': 'A scan',
    'authors.1': 'Ben Two',
    'year.1': '1950',
  })
  const stored = await send([...filled, ['act', 'publish']])
  assert.match(stored.markup, /3 records: 3 new/u)
  for (const id of ['p1', 'p2']) {
    const { files } = await service.store.private.files.getByPaper(id)
    assert.equal(files[0]?.name, id === 'p1' ? 'one.pdf' : 'scan.pdf')
  }
})

test('what cannot be read or stored is refused with a reason, and reviewers may not add', async (t) => {
  const { service, editor, send, papers } = await start(t)
  const cases: [Form, number, RegExp][] = [
    [[['act', 'look']], 400, /Paste something, or choose a file\./u],
    [
      [
        ['text', '{"a": 1}'],
        ['act', 'look'],
      ],
      400,
      /Could not be read:[^]*pasted text[^]*\{&quot;a&quot;: 1\}/u,
    ],
    [
      [
        ['text', 'x'],
        ['act', 'burn'],
      ],
      400,
      /must be one of/u,
    ],
    [
      [
        ['record.0', 'x'],
        ['act', 'review'],
      ],
      400,
      /A record of the form is damaged/u,
    ],
    [[['act', 'review']], 400, /choose at least one record/u],
    [
      [
        ['text', '10.1000/a'],
        ['act', 'review'],
      ],
      400,
      /was not looked at/u,
    ],
    [
      [
        ['text', '10.1000/a\n'.repeat(201)],
        ['act', 'look'],
      ],
      413,
      /more than 200 records/u,
    ],
    [
      [
        ['file', new File(['a'.repeat(10_485_761)], 'large.bib')],
        ['act', 'look'],
      ],
      400,
      /at most 10 MiB together/u,
    ],
  ]
  for (const [form, status, expected] of cases) {
    const answer = await send(form)
    assert.equal(answer.status, status, String(expected))
    assert.match(answer.markup, expected)
  }
  assert.equal(await papers().isEmpty(), true)
  assert.match(
    await (await editor.get('/console/papers')).text(),
    /<a class="add-link" href="\/console\/add" aria-keyshortcuts="\+">\+ Add<\/a>/u,
  )
  const reviewer = await signedIn(service, 'reviewer')
  assert.equal((await reviewer.get('/console/add')).status, 403)
  assert.doesNotMatch(await (await reviewer.get('/console/queue')).text(), /add-link/u)
  assert.equal((await send([['text', '10.1000/a']], reviewer)).status, 403)
})

test('the record of an identifier is looked up if the operator allows it, and what is not found says why', async (t) => {
  const asked: unknown[] = []
  const lookUpRecords: RecordLookup = async (listed) =>
    listed.map(({ position, fields }) => {
      asked.push(fields.doi)
      if (fields.doi !== '10.1000/plan') return { position, reason: 'There is no record of it.' }
      const found = { title: 'Plans <b>', authors: ['Ada One'], year: 2024, doi: '10.1000/plan' }
      return { format: 'csl-json', position, recordId: '10.1000/plan', fields: found, unmapped: [], source: '{}' }
    })
  const { service, send } = await start(t, { lookUpRecords })
  await service.accept({ ...leastPaper(), doi: '10.1000/known' })
  const form: Form = [
    ['text', '10.1000/plan\n10.1000/none\n10.1000/known'],
    ['act', 'look'],
  ]
  const { markup } = await send(form)
  assert.deepEqual(asked, ['10.1000/plan', '10.1000/none'], 'what the library has is not asked for')
  assert.match(markup, /name="title\.0" value="Plans &lt;b&gt;"/u)
  assert.match(markup, /Its record could not be fetched\. There is no record of it\./u)
  assert.doesNotMatch(markup, /RESOLVE_WHEN_ADDING/u)
  assert.match((await send([...formOf(markup), ['act', 'review']])).markup, /2 records: 1 new, 1 not new\./u)
  const { send: sendOffline } = await start(t)
  const offline = await sendOffline(form)
  assert.match(offline.markup, /an operator can allow it with RESOLVE_WHEN_ADDING\./u)
})

test('papers that have to be assessed first wait in review, also when they are to go straight into the library', async (t) => {
  const { service, send } = await start(t, { requireAssessment: 'editors' })
  const { markup } = await send([
    ['text', '@misc{a, title={Plans}, author={One, Ada}, year={2024}}'],
    ['act', 'look'],
  ])
  assert.match(markup, /go only papers that are assessed; the others wait in review/u)
  const stored = await send([...formOf(markup), ['act', 'publish']])
  assert.match(
    stored.markup,
    /1 record: 1 new, 0 not new\.[^]*<a href="\/console\/queue\/p1">p1<\/a>[^]*waits in review/u,
  )
  assert.equal((await service.store.private.queue.find('p1'))?.state, 'pending')
})
