import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import type { Dump } from '#core/dump.ts'
import { serveBy } from '../support/process/longview-process.ts'
import { madePdf, paragraph } from '../support/pdf.ts'
import { leastPaper, wholePaper } from '../support/service/papers.ts'

/**
 * The program as `npm run build` makes it, installed like any package: in a new folder, next to the one package that it does not
 * contain. Everything that only a build can break is tried once: dynamic imports, threads, processes, and files that are read.
 */

const execute = promisify(execFile)
const ROOT = resolve(import.meta.dirname, '../..')

let home = ''
let executable = ''

before(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'longview-built-')))
  const installed = join(home, 'node_modules')
  await mkdir(installed)
  await symlink(join(ROOT, 'node_modules/better-sqlite3'), join(installed, 'better-sqlite3'))
  await execute(process.execPath, ['scripts/build.ts', '--to', join(installed, 'longview')], { cwd: ROOT })
  executable = join(installed, 'longview/longview.js')
})

after(() => rm(home, { recursive: true }))

/** An empty corpus; `environment` names it. */
const newCorpus = async (name: string) => {
  const folder = join(home, name)
  await mkdir(folder)
  const path = join(folder, 'longview.db')
  const environment = { PATH: '', HOME: home, DATABASE_URL: `sqlite:${path}`, PORT: '0', STARTER_CORPUS: 'off' }
  return { folder, path, environment }
}
type Environment = Awaited<ReturnType<typeof newCorpus>>['environment']

const longview = (args: readonly string[], env: Environment, flags: readonly string[] = []) =>
  execute(process.execPath, [...flags, executable, ...args], { cwd: home, env })

/** Starts the server; it is killed with the test. */
const serve = (t: TestContext, environment: Environment, args: readonly string[] = []) =>
  serveBy([process.execPath, executable, 'serve', ...args], { environment, folder: home }, (child) =>
    t.after(() => child.kill('SIGKILL')),
  )

const textAt = async (address: string): Promise<string> => {
  const response = await fetch(address)
  assert.equal(response.status, 200, address)
  return response.text()
}

const titlesAt = async (address: string): Promise<string[]> =>
  (JSON.parse(await textAt(address)) as { papers: { title: string }[] }).papers.map(({ title }) => title)

test('the server answers every surface, from the starter corpus to an asset, and stops', async (t) => {
  const { environment } = await newCorpus('served')
  const server = await serve(t, { ...environment, STARTER_CORPUS: 'on' })
  assert.ok((await titlesAt(`${server.url}/api/papers?limit=20`)).length > 5)
  const page = await textAt(`${server.url}/`)
  const asset = /href="(?<path>\/assets\/[^"]+\.css)"/u.exec(page)?.groups?.path ?? ''
  assert.match(await textAt(`${server.url}${asset}`), /^[^<]+\{/u)
  for (const path of ['/api/v1/papers', '/openapi.json', '/docs', '/map', '/stats', '/console'])
    assert.ok((await textAt(`${server.url}${path}`)).length > 0, path)
  assert.match(await textAt(`${server.url}/share.png`), /PNG/u)
  assert.match(await textAt(`${server.url}/briefs`), /<article|<h1/u)
  assert.equal(await server.stop(), 0)
  assert.doesNotMatch(server.stderr(), /"level":(?:50|60)|could not/u)
})

test('two workers share a port, and stop', async (t) => {
  const { environment } = await newCorpus('shared')
  const server = await serve(t, environment, ['--workers', '2'])
  for (let request = 0; request < 4; request += 1) assert.ok((await textAt(`${server.url}/api/papers`)).length > 0)
  assert.equal(await server.stop(), 0)
})

const bibtex = `@article{one, title = {Checkpoints in {\\"O}sterreich}, author = {Example, Ada}, year = {2024}, doi = {10.1000/one}}`

test('papers are ingested from lines and from BibTeX, dumped, and found', async (t) => {
  const { folder, environment } = await newCorpus('ingested')
  const lines = [leastPaper(), wholePaper({ id: 'p2' })].map((paper) => `${JSON.stringify(paper)}\n`).join('')
  await writeFile(join(folder, 'papers.jsonl'), lines)
  await writeFile(join(folder, 'papers.bib'), bibtex)
  for (const [file, count] of [
    ['papers.jsonl', 2],
    ['papers.bib', 1],
  ] as const) {
    const { stdout } = await longview(['ingest', join(folder, file), '--accept', '--json'], environment)
    assert.equal((JSON.parse(stdout) as { stored: number }).stored, count, file)
  }
  const { stdout } = await longview(['dump', '--json'], environment)
  const [dump] = JSON.parse(stdout) as Dump[]
  assert.equal(dump?.files[0]?.counts.paper, 3)
  const { url } = await serve(t, environment)
  assert.deepEqual(await titlesAt(`${url}/api/papers?q=%C3%B6sterreich`), ['Checkpoints in Österreich'])
})

test('an import that a client sends is read by a process', async (t) => {
  const { environment } = await newCorpus('imported')
  const create = ['keys', 'create', '--label', 'importer', '--scope', 'ingest', '--json']
  const { key } = JSON.parse((await longview(create, environment)).stdout) as { key: string }
  const server = await serve(t, environment)
  const answer = await fetch(`${server.url}/api/editorial/imports`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/x-bibtex' },
    body: bibtex,
  })
  assert.equal(((await answer.json()) as { stored: number }).stored, 1)
  assert.equal(await server.stop(), 0)
})

/** Notes the arguments of every process that the program starts. */
const NOTING = `
import childProcess from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const { spawn } = childProcess
childProcess.spawn = (file, args, options) => {
  appendFileSync(new URL('started.jsonl', import.meta.url), JSON.stringify({ args, environment: options.env }) + '\\n')
  return spawn(file, args, options)
}
syncBuiltinESMExports()
`

/** Tries what a process that reads a foreign file must not be able to do; prints what it could. */
const tryEverything = (paths: readonly string[]): string => `
const could = []
const attempt = (what, work) => { try { work(); could.push(what) } catch (error) { if (error.code !== 'ERR_ACCESS_DENIED') could.push(what + ' ' + error.code) } }
const fs = process.getBuiltinModule('fs')
for (const path of ${JSON.stringify(paths)}) attempt(path, () => fs.readFileSync(path))
attempt('write', () => fs.writeFileSync('${join(home, 'written')}', ''))
attempt('start', () => process.getBuiltinModule('child_process').spawnSync(process.execPath))
attempt('thread', () => new (process.getBuiltinModule('worker_threads').Worker)('', { eval: true }))
const socket = process.getBuiltinModule('net').connect(9, '127.0.0.1')
socket.on('error', ({ code }) => {
  if (code !== 'ERR_ACCESS_DENIED') could.push('network ' + code)
  process.stdout.write(JSON.stringify(could))
})
`

test('a PDF is read by a process that can read neither the corpus nor keys', async () => {
  const { folder, path, environment } = await newCorpus('with-pdf')
  await writeFile(join(folder, 'noting.mjs'), NOTING)
  await writeFile(`${path}.key`, 'secret')
  const file = join(folder, 'paper.pdf')
  await writeFile(
    file,
    await madePdf({ title: 'Checkpoints for Agents', authors: 'Ada Example', body: paragraph('We', 12, 90) }),
  )
  const { stdout } = await longview(['ingest', file, '--accept', '--json'], environment, [
    '--import',
    join(folder, 'noting.mjs'),
  ])
  assert.equal((JSON.parse(stdout) as { stored: number }).stored, 1)
  const [started, ...others] = (await readFile(join(folder, 'started.jsonl'), 'utf8')).trimEnd().split('\n')
  assert.equal(others.length, 0)
  const { args, environment: given } = JSON.parse(started ?? '') as { args: string[]; environment: object }
  assert.deepEqual(given, {})
  const flags = args.filter((argument) => argument.startsWith('--'))
  const entry = args.find((argument) => argument.endsWith('.js')) ?? ''
  const forbidden = [path, `${path}.key`, file, join(ROOT, 'package.json'), '/etc/passwd']
  for (const name of forbidden) assert.ok(existsSync(name), name)
  const tried = await execute(process.execPath, [...flags, '--eval', tryEverything([entry, ...forbidden])], { env: {} })
  assert.deepEqual(JSON.parse(tried.stdout), [entry])
})
