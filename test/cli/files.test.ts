import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder, samplePdf, sha256Of } from '../support/files.ts'
import { migratedFile } from '../support/database/engines.ts'
import { commandInProcess } from '../support/process/process-corpus.ts'
import { leastPaper } from '../support/service/papers.ts'

test('longview files adds, lists, verifies, allows and removes', async (t) => {
  const folder = await temporaryFolder(t)
  const environment = {
    DATABASE_URL: `sqlite:${await migratedFile(t)}`,
    FILES: `file:${join(folder, 'files')}`,
    FILES_QUOTA: '2K',
    LOG_LEVEL: 'silent',
  }
  const run = (...args: string[]) => commandInProcess(args, environment)
  const json = async <T>(...args: string[]): Promise<T> => {
    const { code, stdout, stderr } = await run(...args, '--json')
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout) as T
  }
  const file = async (name: string, content: Uint8Array | string) => {
    await mkdir(join(folder, 'in'), { recursive: true })
    await writeFile(join(folder, 'in', name), content)
    return join(folder, 'in', name)
  }
  await run('ingest', await file('papers.jsonl', JSON.stringify(leastPaper())), '--accept')

  const [first, second] = [samplePdf('one', 1_000), samplePdf('two', 900)]
  const added = await run('files', 'add', 'p1', await file('1.pdf', first), await file('2.pdf', second))
  assert.equal(added.code, 0, added.stderr)
  assert.match(added.stderr, /Only editors get it: the licence of p1 is not known to be open/u)
  type Listed = { open: boolean; permission: string | null; files: { sha256: string; name: string; bytes: number }[] }
  const listed = await json<Listed>('files', 'list', 'p1')
  assert.deepEqual(
    listed.files.map(({ sha256, name, bytes }) => [sha256, name, bytes]),
    [
      [sha256Of(second), '2.pdf', 900],
      [sha256Of(first), '1.pdf', 1_000],
    ],
  )
  assert.equal(listed.open, false)
  await json('files', 'allow', 'p1')
  assert.deepEqual((({ open, permission }) => [open, permission])(await json<Listed>('files', 'list', 'p1')), [
    true,
    'allowed',
  ])

  const refusals: [string[], RegExp][] = [
    [
      ['add', 'p1', await file('3.pdf', samplePdf('three', 500))],
      /leaves no room for another 500: an operator can raise FILES_QUOTA/u,
    ],
    [['add', 'p1', await file('page.html', '<html>')], /page\.html: file: is not a PDF/u],
    [['add', 'p1', join(folder, 'nowhere.pdf')], /nowhere\.pdf cannot be read/u],
    [['add', 'p2', await file('4.pdf', first)], /There is no paper p2/u],
    [['remove', 'p1', 'f'.repeat(64)], /has no file f+\./u],
    [['allow', 'p2'], /There is no paper p2/u],
    [['allow', 'p1', '--never', '--by-licence'], /not both/u],
  ]
  for (const [args, message] of refusals) {
    const { code, stderr } = await run('files', ...args)
    assert.equal(code, 1, args.join(' '))
    assert.match(stderr, message)
  }
  const all = await run('files', 'list')
  assert.match(all.stderr, /^2 files, 0 of them unused, take 1900 bytes of at most 2048\.$/mu)

  assert.deepEqual(await json('files', 'verify'), { faults: [] })
  const stored = join(folder, 'files', sha256Of(first).slice(0, 2), sha256Of(first))
  await writeFile(stored, samplePdf('eno', 1_000))
  const verified = await run('files', 'verify')
  assert.deepEqual([verified.code, verified.stdout.split('\n')[0]], [1, `${sha256Of(first)} changed`])
  await json('files', 'remove', 'p1', sha256Of(first))
  assert.deepEqual(
    (await json<Listed>('files', 'list', 'p1')).files.map(({ name }) => name),
    ['2.pdf'],
  )
})
