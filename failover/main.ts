import { execFile } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { SMTPServer } from 'smtp-server'
import { DIRECT_URL, missingProgram, openCluster } from './cluster.ts'
import { faults, type Fault } from './faults.ts'
import { startLoad, type Noted } from './load.ts'

const HELP = `npm run failover -- [--rounds N] [--seed S] [--resume] [--tuned] [--only WORD] [--folder DIRECTORY]

Runs three PostgreSQL nodes under Patroni with etcd, HAProxy, PgBouncer and two processes of Longview on this machine, by the files of
deploy/, each node in a network namespace of its own. Under load it breaks one part after another, in a random order that the seed
repeats, and measures how long reads and writes stop. Then a program of its own compares what clients noted with what is stored.
Needs root, Linux, and from Debian: patroni etcd-server haproxy pgbouncer postgresql iproute2.
--rounds is how often each fault happens, 5 by default. --tuned takes shorter times than Patroni's defaults.
--resume leaves out what the run in that folder with that seed has done. --only runs the faults that have this word in their name.
Exits with 1 when a bound is broken: reads stop for more than 1 s, the first write comes later than 45 s (20 s tuned), an answer is
neither good nor 503 (507 where the disk is full, 409 while the same request still runs) with Retry-After, or anything that was acknowledged is missing or double.

${faults.map(({ name, summary }) => `  ${name.padEnd(20)}  ${summary}`).join('\n')}`

const DEFAULT_TIMES = { ttl: 30, loopWait: 10, retryTimeout: 10, primaryStartTimeout: 300 }
const TUNED_TIMES = { ttl: 12, loopWait: 3, retryTimeout: 4, primaryStartTimeout: 0 }
const READS_STOP_MS = 1_000

type Figure = {
  step: number
  fault: string
  longestStopOfReads: number
  slowestRead: number
  slowestWrite: number
  firstWriteAfter: number
  answers: Record<string, number>
  wrong: string[]
}

/** A generator of numbers below 1 that a seed repeats (mulberry32). */
const randomOf = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b_79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const shuffled = <T>(all: readonly T[], random: () => number): T[] =>
  all
    .map((value) => ({ value, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ value }) => value)

/** Keeps every email that it acknowledged, a line each. */
const startMailbox = async (file: string): Promise<{ port: number; close(): void }> => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, callback) => {
      stream.resume()
      stream.once('end', () => {
        for (const { address } of session.envelope.rcptTo)
          appendFileSync(file, `${JSON.stringify({ to: address, at: Date.now() })}\n`)
        callback()
      })
    },
  })
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await new Promise((resolveListening) => listening.once('listening', resolveListening))
  const address = listening.address()
  return { port: typeof address === 'object' && address !== null ? address.port : 0, close: () => server.close() }
}

/** 409 with `Retry-After`: an earlier request under the same key, of which HAProxy let go, still runs (contract: `request_in_progress`). */
const isGood = ({ status, retryAfter }: Noted): boolean =>
  (status >= 200 && status < 300) || ([409, 503, 507].includes(status) && retryAfter)

const measure = (step: number, fault: Fault, noted: readonly Noted[], struckAt: number): Figure => {
  const answeredReads = noted
    .filter(({ op, status, end }) => op === 'read' && status === 200 && end >= struckAt - 1_000)
    .map(({ end }) => end)
    .toSorted((one, other) => one - other)
  const stops = answeredReads.map((end, index) => end - (answeredReads[index - 1] ?? end))
  const written = noted
    .filter(({ op, status, start }) => op !== 'read' && status >= 200 && status < 300 && start >= struckAt)
    .map(({ end }) => end - struckAt)
  const during = noted.filter(({ end }) => end >= struckAt)
  const slowest = (isOne: (line: Noted) => boolean): number =>
    Math.max(0, ...during.filter(isOne).map(({ start, end }) => end - start))
  return {
    step,
    fault: fault.name,
    longestStopOfReads: Math.max(0, ...stops),
    slowestRead: slowest(({ op }) => op === 'read'),
    slowestWrite: slowest(({ op }) => op !== 'read'),
    firstWriteAfter: Math.min(...written),
    answers: Object.fromEntries(
      [...Map.groupBy(during, ({ op, status }) => `${op === 'read' ? 'read' : 'write'} ${status}`)].map(
        ([name, all]) => [name, all.length],
      ),
    ),
    wrong: during.filter((line) => !isGood(line)).map(({ op, id, status }) => `${op} ${id} ${status}`),
  }
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seed: { type: 'string' },
    resume: { type: 'boolean', default: false },
    tuned: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    folder: { type: 'string', default: join(tmpdir(), 'longview-failover') },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  process.stdout.write(`${HELP}\n`)
  process.exit(0)
}
const missing = missingProgram()
if (missing !== null || process.getuid?.() !== 0) {
  process.stdout.write(`not run: ${missing === null ? 'it needs root' : `${missing} is not installed`}\n`)
  process.exit(0)
}

const folder = resolve(values.folder)
const stateFile = join(folder, 'done.json')
const known =
  values.resume && existsSync(stateFile)
    ? (JSON.parse(readFileSync(stateFile, 'utf8')) as { seed: number; figures: Figure[] })
    : null
const seed = Number(values.seed ?? known?.seed ?? Date.now() % 1_000_000)
const figures: Figure[] = known !== null && known.seed === seed ? known.figures : []
const random = randomOf(seed)
const plan = Array.from({ length: Number(values.rounds) }, () => shuffled(faults, random))
  .flat()
  .filter(({ name }) => name.includes(values.only))
process.stdout.write(`seed ${seed}, ${plan.length} faults, ${figures.length} done before\n`)

// Each run has a cluster and logs of its own, since only what it stored itself can be compared.
const work = join(folder, `run-${process.pid}`)
const logs = join(work, 'logs')
mkdirSync(logs, { recursive: true })
writeFileSync(join(logs, 'mailbox.jsonl'), '')
const mailbox = await startMailbox(join(logs, 'mailbox.jsonl'))
const cluster = await openCluster(work, values.tuned ? TUNED_TIMES : DEFAULT_TIMES, mailbox.port)
const writeBound = values.tuned ? 20_000 : 45_000
let isFailed = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cluster.remove().finally(() => process.exit(1)))
try {
  await cluster.open()
  const keys: string[] = []
  for (let count = 0; count < 3 + plan.length * 4; count += 1) {
    const made = await cluster.longview(
      'keys',
      'create',
      '--label',
      `failover ${count}`,
      '--scope',
      'submit,review,ingest',
      '--json',
    )
    keys.push((JSON.parse(made) as { key: string }).key)
  }
  let next = 1_000
  for (const [step, fault] of plan.entries()) {
    if (figures.some((figure) => figure.step === step)) continue
    await cluster.until('the whole cluster', cluster.isWhole, 300)
    const load = startLoad(logs, keys, next)
    await pause(4_000)
    const struckAt = Date.now()
    const mend = await fault.strike(cluster)
    await pause(fault.seconds * 1_000)
    await mend()
    await cluster.until('the whole cluster', cluster.isWhole, 300)
    await pause(3_000)
    next = await load.stop()
    const figure = measure(step, fault, load.noted, struckAt)
    figures.push(figure)
    writeFileSync(stateFile, JSON.stringify({ seed, figures }))
    const isBroken =
      figure.longestStopOfReads > READS_STOP_MS || figure.firstWriteAfter > writeBound || figure.wrong.length > 0
    isFailed ||= isBroken
    process.stdout.write(
      `${fault.name}: reads stopped for ${figure.longestStopOfReads} ms (slowest ${figure.slowestRead} ms), first write after ${figure.firstWriteAfter} ms (slowest answer ${figure.slowestWrite} ms), ${JSON.stringify(figure.answers)}${figure.wrong.length > 0 ? `, wrong: ${figure.wrong.slice(0, 5).join('; ')}` : ''}${isBroken ? ' MISSED' : ''}\n`,
    )
  }
  // Emails that wait for their next attempt, or are leased for ten minutes by a process that was killed.
  await cluster.until('the last emails', async () => (await cluster.waitingEmails()) === 0, 720)
  const checked = await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, 'check.ts'),
    logs,
    DIRECT_URL,
  ]).catch((error: { stdout?: string; stderr?: string }) => ({
    stdout: error.stdout ?? '',
    stderr: error.stderr ?? '',
  }))
  process.stdout.write(`${checked.stdout}${checked.stderr}`)
  isFailed ||= !checked.stdout.includes('"faults":[]')
} finally {
  await cluster.remove()
  mailbox.close()
}
if (!isFailed) rmSync(work, { recursive: true, force: true })
process.exit(isFailed ? 1 : 0)
