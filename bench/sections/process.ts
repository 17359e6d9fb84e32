import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { benchPath, corpusOf } from '../corpora.ts'
import { wordAt } from '../generate-papers.ts'
import { drive, environmentOf, residentMegabytes, SERVE, start, startLongview, type Started } from '../machine.ts'
import { median } from '#core/numbers.ts'
import { rounded, type Row } from '../report.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const STARTS = 5

const firstResponseMs = async (startServer: () => Promise<Started>): Promise<number> => {
  const begun = performance.now()
  const server = await startServer()
  await (await fetch(`http://127.0.0.1:${server.port}/api/papers?limit=20`)).arrayBuffer()
  const ms = performance.now() - begun
  await server.stop()
  return ms
}

/** Builds the program as a package of its own; returns its executable. */
const buildProgram = async (): Promise<string> => {
  const installed = benchPath('node_modules')
  mkdirSync(installed, { recursive: true })
  const compiled = join(installed, 'better-sqlite3')
  if (!existsSync(compiled)) symlinkSync(join(ROOT, 'node_modules/better-sqlite3'), compiled)
  await promisify(execFile)(process.execPath, ['scripts/build.ts', '--to', join(installed, 'longview')], { cwd: ROOT })
  return join(installed, 'longview/longview.js')
}

const firstResponse = async (what: string, most: number, startServer: () => Promise<Started>): Promise<Row> => {
  const starts: number[] = []
  for (let start = 0; start < STARTS; start += 1) starts.push(await firstResponseMs(startServer))
  const value = median(starts)
  return {
    what: `first answer after start, ${what}, 100,000 papers, ms`,
    figure: rounded(value, 0),
    value,
    goal: { most },
  }
}

/** Many different requests, so that the router, the engine and the cache all work. */
const mixedPaths = (): string[] =>
  Array.from({ length: 3_000 }, (_, number) =>
    number % 3 === 0
      ? `/api/papers/p${number + 1}`
      : number % 3 === 1
        ? `/api/papers?q=${wordAt(number)}&limit=20`
        : `/api/v1/papers?chapter=${1 + (number % 7)}&limit=${20 + (number % 30)}`,
  )

/** What a process costs: time to the first response, from source and from the built package, and memory under load. */
export const ofTheProcess = async ({ seconds }: { seconds: number }): Promise<Row[]> => {
  const database = await corpusOf(100_000)
  const built = await buildProgram()
  const flags = SERVE.filter((argument) => argument.startsWith('--'))
  const fromSource = await firstResponse('from source', 1_000, () => startLongview(database))
  const fromPackage = await firstResponse('from the built package', 500, () =>
    start([...flags, built, 'serve'], environmentOf(database)),
  )
  const server = await startLongview(database)
  const load = await drive(server.port, mixedPaths(), { seconds, headers: 'Accept-Encoding: br\r\n' })
  const most = residentMegabytes(server, 'highest')
  const own = residentMegabytes(server, 'own')
  await server.stop()
  return [
    fromSource,
    fromPackage,
    {
      what: 'most resident memory under load, 100,000 papers, MB',
      figure: `${rounded(most, 0)} (${rounded(own, 0)} its own; ${Math.round(load.perSecond)}/s, p99 ${rounded(load.p99, 1)} ms, ${load.failed} failed)`,
      value: load.failed > 0 ? null : most,
      goal: { most: 300 },
    },
  ]
}
