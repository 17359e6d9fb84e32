import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const AUTOCANNON = fileURLToPath(import.meta.resolve('autocannon'))
const CONNECTIONS = 32

/** The report of an outside load generator: responses a second, and failed requests. */
export type OutsideLoad = { perSecond: number; failed: number }

type Target = { url: string; encoding: string; seconds: number }

const withWrk = async ({ url, encoding, seconds }: Target): Promise<OutsideLoad> => {
  const header = `Accept-Encoding: ${encoding}`
  const { stdout } = await run('wrk', ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-H', header, url])
  const socketErrors = /Socket errors: (?<counts>.+)/u.exec(stdout)?.groups?.counts?.match(/\d+/gu) ?? []
  const unwanted = /Non-2xx or 3xx responses: (?<count>\d+)/u.exec(stdout)?.groups?.count ?? 0
  return {
    perSecond: Number(/Requests\/sec:\s+(?<rate>[\d.]+)/u.exec(stdout)?.groups?.rate),
    failed: [...socketErrors, unwanted].reduce<number>((sum, count) => sum + Number(count), 0),
  }
}

const withAutocannon = async ({ url, encoding, seconds }: Target): Promise<OutsideLoad> => {
  const args = [AUTOCANNON, '-c', String(CONNECTIONS), '-d', String(seconds), '-H', `Accept-Encoding=${encoding}`]
  const { stdout } = await run(process.execPath, [...args, '--json', '--no-progress', url])
  const measured = JSON.parse(stdout) as {
    requests: { average: number }
    errors: number
    timeouts: number
    non2xx: number
  }
  return { perSecond: measured.requests.average, failed: measured.errors + measured.timeouts + measured.non2xx }
}

export type LoadGenerator = { name: string; drive(asked: Target): Promise<OutsideLoad> }

/** `wrk` if installed, since it needs a quarter of the processor time of autocannon, which is a dependency. */
export const loadGenerator = (): LoadGenerator =>
  spawnSync('wrk', ['-v']).error === undefined
    ? { name: `wrk -t1 -c${CONNECTIONS}`, drive: withWrk }
    : { name: `autocannon -c ${CONNECTIONS}`, drive: withAutocannon }
