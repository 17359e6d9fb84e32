import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cp, readFile, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from 'node:test'
import { temporaryFolder } from '../support/files.ts'
import { readFileSync } from 'node:fs'
import { clientSchema } from '../../scripts/client-schema.ts'
import { typeOfSchema } from '../../scripts/type-of-schema.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const CLIENT = join(ROOT, 'clients/typescript')

type Packed = { name: string; files: { path: string; size: number }[] }

test('the package has what it needs and nothing else, and runs as built, with the libraries of browsers alone', async (t) => {
  const folder = await temporaryFolder(t)
  await cp(CLIENT, folder, { recursive: true, filter: (path) => !path.endsWith('/dist') })
  // Only for the compiler that the script before packing calls.
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const npm = (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
    assert.equal(status, 0, stderr)
    return stdout
  }
  // By its name: npm may be configured to run no scripts.
  npm('run', 'prepack')
  const stdout = npm('pack', '--dry-run', '--json', '--ignore-scripts')
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as Packed[]
  const files = (packed?.files ?? []).map(({ path }) => path)
  // Types grow with the interface and cost programs nothing; what runs stays small.
  const code = (packed?.files ?? []).filter(({ path }) => path.endsWith('.js'))
  const bytes = code.reduce((sum, { size }) => sum + size, 0)
  assert.ok(code.length > 5 && bytes < 40_000, `${bytes} bytes`)
  assert.deepEqual(files.filter((path) => !/^dist\/[a-z-]+\.(?:js|d\.ts)$/u.test(path)).toSorted(), [
    'LICENSE',
    'README.md',
    'package.json',
  ])
  const { exports, ...description } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    exports: Record<'.', { types: string; default: string }>
    dependencies?: object
  }
  assert.equal(description.dependencies, undefined)
  for (const path of Object.values(exports['.'])) assert.ok(files.includes(path.slice(2)), path)
  const built = (await import(pathToFileURL(join(folder, exports['.'].default)).href)) as Record<string, unknown>
  assert.deepEqual(Object.keys(built).toSorted(), [
    'LongviewError',
    'LongviewUnreachable',
    'createLongviewClient',
    'memoryCache',
  ])
})

test('the package has the version of the server that it is made from', async () => {
  const versions = await Promise.all(
    [CLIENT, ROOT].map(
      async (folder) => JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string },
    ),
  )
  assert.equal(versions[0]?.version, versions[1]?.version)
})

test('the types of the client are those of the server; npm run client:types writes them', () => {
  const kept = readFileSync(new URL('../../clients/typescript/src/schema.ts', import.meta.url), 'utf8')
  // Not compared by assert: the difference of two long texts takes minutes.
  assert.ok(kept === clientSchema(), 'clients/typescript/src/schema.ts is out of date: run npm run client:types')
  assert.ok((kept.match(/^ {2}'(?:GET|POST|PUT|PATCH|DELETE) \//gmu) ?? []).length > 55)
})

const typed = (schema: Record<string, unknown>): string => typeOfSchema(schema).replaceAll(/\s+/gu, ' ')

test('schemas become types: needed and optional members, lists, choices, words, open and closed objects', () => {
  assert.equal(
    typed({
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Its */ name.' },
        'two words': { type: ['integer', 'null'] },
        tags: { type: 'array', items: { enum: ['a', 'b'] } },
      },
      required: ['id'],
    }),
    '{ /** Its * / name. */ id: string "two words"?: (number | null) tags?: ("a" | "b")[] }',
  )
  assert.equal(
    typed({ anyOf: [{ const: true }, { type: 'array', prefixItems: [{ type: 'number' }, {}] }] }),
    '(true | [number, unknown])',
  )
  assert.equal(typed({ type: 'object', additionalProperties: { type: 'boolean' } }), 'Record<string, boolean>')
  assert.equal(typed({ type: 'object', additionalProperties: false }), 'Record<string, never>')
  assert.equal(typed({ allOf: [{ type: 'string' }, {}] }), 'string & unknown')
  assert.throws(() => typed({ $ref: '#/x' }), /cannot be read/u)
})
