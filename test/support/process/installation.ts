import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { TestContext } from 'node:test'

/** What a stranger types to install Longview, by docs/self-hosting.md, and the papers that they want to find after that. */

const PAGE = resolve(import.meta.dirname, '../../../docs/self-hosting.md')
const MOST_LINES = 6
const ENTRIES = 500
/** A word of every entry, and of no paper of the example corpus. */
const WORD = 'zirconia'
const ADDRESS = 'http://127.0.0.1:8080'

/** The lines that the docs give for a way: the first example below its heading. */
export const documentedLines = async (way: string): Promise<string[]> => {
  const example = new RegExp(`^### ${way}\\n(?:(?!^#)[^])*?^\`\`\`sh\\n(?<lines>[^]*?)^\`\`\``, 'mu').exec(
    await readFile(PAGE, 'utf8'),
  )
  return (example?.groups?.lines ?? '').split('\n').filter((line) => line !== '')
}

/** Where the next line is typed. */
export const folderAfter = (line: string, folder: string): string =>
  join(folder, /&& cd (?<entered>\S+)$/u.exec(line)?.groups?.entered ?? '.')

export const ownPapers = Array.from(
  { length: ENTRIES },
  (_, index) => `@article{own${index}, title = {Sintering of ${WORD} in batch ${index + 1_000}},
  author = {Example, Ada and Sample, Bo}, journal = {Journal of Examples}, year = {${2000 + (index % 25)}}}
`,
).join('\n')

/** Runs a program of this machine in the network of the installation. */
type Beside = (file: string, args: readonly string[]) => Promise<string>

const FETCH = `
const response = await fetch(process.argv[1])
const total = Number(response.headers.get('x-total-count'))
process.stdout.write(JSON.stringify({ status: response.status, total, text: await response.text() }))
`

const get = async (beside: Beside, path: string): Promise<{ total: number; text: string }> => {
  const printed = await beside(process.execPath, ['--input-type=module', '--eval', FETCH, `${ADDRESS}${path}`])
  const { status, total, text } = JSON.parse(printed) as { status: number; total: number; text: string }
  assert.equal(status, 200, text)
  return { total, text }
}

/** A search finds all entries, and the page of another shows one of them. */
export const assertSearchable = async (beside: Beside): Promise<void> => {
  assert.equal((await get(beside, `/api/papers?q=${WORD}&limit=1`)).total, ENTRIES)
  assert.match(
    (await get(beside, `/?q=${WORD}+1437`)).text,
    /Sintering of (?:<mark>)?zirconia(?:<\/mark>)? in batch (?:<mark>)?1437/u,
  )
}

/** The seconds of each line of a way. */
export const stopwatch = (t: TestContext, way: string, lines: readonly string[]) => {
  const seconds: number[] = []
  const timed = async <Result>(run: Promise<Result>): Promise<Result> => {
    const begun = performance.now()
    const result = await run
    seconds.push((performance.now() - begun) / 1_000)
    return result
  }
  /** Prints them, with those `before` the first line; returns them. */
  const report = (before = 0): readonly number[] => {
    assert.ok(lines.length > 2 && lines.length <= MOST_LINES, `${way} takes ${lines.length} lines`)
    const all = seconds.reduce((sum, each) => sum + each, before)
    t.diagnostic(
      `measured: ${way}, ${lines.length} lines, ${Math.round(all)} s (${seconds.map((each) => each.toFixed(1)).join(', ')})`,
    )
    return seconds
  }
  return { timed, report }
}
