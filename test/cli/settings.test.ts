import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused } from '../support/process/longview-process.ts'
import { processCorpus } from '../support/process/process-corpus.ts'

type Shown = { settings: Record<string, unknown>; version: number }

test('settings are shown, set, exported and imported, and a server shows them at once', async (t) => {
  const corpus = await processCorpus(t)
  const server = await corpus.serveHere()
  const home = async () => (await fetch(`${server.url}/`)).text()
  assert.match(await home(), /<h1 dir="auto">Longview<\/h1>/u)
  assert.deepEqual(await corpus.json('settings', 'set', 'name', 'Sleep Library'), { version: 1 })
  assert.match(await home(), /<h1 dir="auto">Sleep Library<\/h1>/u)

  const logo = await corpus.file('logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script/><path d="M0 0"/></svg>')
  assert.deepEqual(await corpus.json('settings', 'set', 'logo', `@${logo}`), { version: 2 })
  assert.deepEqual(await corpus.json('settings', 'set', 'off', '["gaps"]', '--from', '2'), { version: 3 })
  assertRefused(await corpus.run('settings', 'set', 'off', '[]', '--from', '2'), /changed in the meantime/u)
  assertRefused(await corpus.run('settings', 'set', 'accentColor', 'red'), /accentColor: must be a colour/u)

  const { settings, version } = await corpus.json<Shown>('settings', 'show')
  assert.deepEqual(
    [version, settings.name, settings.off, settings.logo],
    [3, 'Sleep Library', ['gaps'], '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"></path></svg>'],
  )
  const exported = (await corpus.run('settings', 'export')).stdout
  assert.deepEqual(JSON.parse(exported), settings)
  assert.deepEqual(await corpus.json('settings', 'set', 'name', 'null'), { version: 4 })
  assert.equal((await corpus.json<Shown>('settings', 'show')).settings.name, 'Longview')
  assert.deepEqual(await corpus.json('settings', 'import', await corpus.file('settings.json', exported)), {
    version: 5,
  })
  assert.deepEqual((await corpus.json<Shown>('settings', 'show')).settings, settings)
  await server.stop()
})

test('a stored name wins over HOUSE_NAME', async (t) => {
  const corpus = await processCorpus(t, { HOUSE_NAME: 'Of the environment' })
  assert.equal((await corpus.json<Shown>('settings', 'show')).settings.name, 'Of the environment')
  await corpus.json('settings', 'set', 'name', 'Stored')
  assert.equal((await corpus.json<Shown>('settings', 'show')).settings.name, 'Stored')
})
