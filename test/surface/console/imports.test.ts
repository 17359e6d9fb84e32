import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sameOrigin, signedIn } from '../../support/service/editor-session.ts'
import { startTestService } from '../../support/service/test-service.ts'
import { rowOf, workbookOf } from '../../support/xlsx.ts'

const TABLE = 'Werk;Menschen;Wann es erschien\n"Plans <b>; and agents";One, Ada;2024\nMore plans;Two, Ben;x\n'

test('a table is looked at, its columns are saved, and its papers wait for review', async (t) => {
  const service = await startTestService(t)
  const editor = await signedIn(service, 'editor')
  const send = async (path: string, content: string | Buffer, name = 'table.csv') => {
    const body = new FormData()
    body.append('file', new File([typeof content === 'string' ? content : new Uint8Array(content)], name))
    const headers = { ...editor.headers, ...sameOrigin }
    const response = await fetch(service.url + path, { method: 'POST', headers, body, redirect: 'manual' })
    return { status: response.status, markup: await response.text() }
  }
  for (const path of ['/console/imports/preview', '/console/imports']) {
    const { status, markup } = await send(path, TABLE)
    assert.equal(status, 415, path)
    assert.match(markup, /The columns of this table are not known: choose them below\./u)
    assert.match(markup, /<td dir="auto">Plans &lt;b&gt;; and agents<\/td>/u)
    assert.match(markup, /<option value="Menschen" selected>/u, 'proposed by what is in it')
  }
  const names = JSON.stringify(['Werk', 'Menschen', 'Wann es erschien'])
  const refused = await editor.post('/console/imports/columns', { names, title: '', year: 'Else' })
  assert.equal(refused.status, 400)
  assert.match(await refused.text(), /Title: must have a column\.[^]*Year: must be a column of the table\./u)
  assert.equal((await editor.post('/console/imports/columns', { names: '[]', title: 'Werk' })).status, 400)
  const chosen = { names, title: 'Werk', authors: 'Menschen', year: 'Wann es erschien' }
  const saved = await editor.post('/console/imports/columns', chosen)
  assert.deepEqual([saved.status, saved.headers.get('location')], [303, '/console/imports?done=saved'])
  const [remembered] = await service.store.private.tableColumns.list()
  assert.deepEqual(remembered?.columns, { title: 'Werk', authors: 'Menschen', year: 'Wann es erschien' })

  const preview = await send('/console/imports/preview', TABLE)
  assert.equal(preview.status, 200)
  assert.match(preview.markup, /2 records; 1 stored, 1 refused\. Nothing was stored\./u)
  assert.equal(await service.store.private.papers.isEmpty(), true)
  const { markup } = await send('/console/imports', TABLE)
  assert.match(markup, /2 records; 1 stored, 1 refused\. <a href="\/console\/queue\?session=/u)
  assert.match(markup, /<a href="\/console\/queue\/p1">p1<\/a> <span dir="auto">Plans &lt;b&gt;; and agents/u)
  assert.match(markup, /line 3<\/bdi><\/td><td>refused<\/td>/u)
  assert.equal((await service.store.private.queue.find('p1'))?.state, 'pending')

  const page = await (await editor.get('/console/imports?done=saved')).text()
  assert.match(page, /Choose the file again to import it\.[^]*title=Werk,authors=Menschen,year=Wann es erschien/u)
  const forgotten = await editor.post('/console/imports/columns/forget', { id: remembered?.id ?? '' })
  assert.equal(forgotten.headers.get('location'), '/console/imports?done=forgotten')
  assert.deepEqual(await service.store.private.tableColumns.list(), [])
  assert.equal((await editor.post('/console/imports/columns/forget', { id: 'x' })).status, 404)
})

test('fields without a column are left empty, and other files are imported or refused with a reason', async (t) => {
  const service = await startTestService(t)
  const editor = await signedIn(service, 'editor')
  const names = JSON.stringify(['Title', 'Year', 'Keywords'])
  await editor.post('/console/imports/columns', { names, title: 'Title', year: 'Year' })
  assert.deepEqual((await service.store.private.tableColumns.list())[0]?.columns, {
    title: 'Title',
    year: 'Year',
    topics: '',
  })
  const send = async (content: string | Buffer | null, path = '/console/imports'): Promise<[number, string]> => {
    const body = new FormData()
    body.append('other', 'x')
    if (content !== null) body.append('file', new File([new Uint8Array(Buffer.from(content))], 'a'))
    const response = await fetch(service.url + path, {
      method: 'POST',
      headers: { ...editor.headers, ...sameOrigin },
      body,
    })
    return [response.status, await response.text()]
  }
  const cases: [string | Buffer | null, number, RegExp][] = [
    ['@article{a, title={A study}, author={Ada One}, year={2024}}', 200, /1 record; 1 stored\./u],
    ['Only words.', 415, /it looks like plain text/u],
    ['%PDF-1.7', 415, /PDFs are read on the page “Files”/u],
    [Buffer.alloc(10_485_761, 'a'), 413, /at most 10 MiB: import it in parts/u],
    [null, 400, /must be chosen/u],
    [workbookOf([{ name: 'a', rows: '<row>' }]), 400, /The workbook cannot be read/u],
  ]
  for (const [content, status, message] of cases) {
    const [answered, markup] = await send(content)
    assert.equal(answered, status, markup)
    assert.match(markup, message)
  }
  const sheets = [
    { name: 'Known', rows: rowOf('Title', 'Authors', 'Year') + rowOf('B', 'Ada One', 2020) },
    { name: 'Mine', rows: rowOf('Werk', 'Jahr') + rowOf('C', 2021) },
  ]
  const [status, markup] = await send(workbookOf(sheets), '/console/imports/preview')
  assert.equal(status, 200)
  assert.match(markup, /Columns of <bdi>Mine<\/bdi>/u, 'the sheet that is not known is shown')
})
