import { openCorpusCopies } from '../../../abuse/corpus-copies.ts'
import { startVictim } from '../../../abuse/server.ts'
import { quantile } from '../../../abuse/witness.ts'
import { wordAt } from '../../../bench/generate-papers.ts'
import { residentMegabytes } from '../../../bench/machine.ts'
import { askFor, perSecond, say, secondsGiven, slowest, type Ask } from './clients.ts'

/**
 * A server at the highest load that it sustains: as many clients as keep it busy ask for one thing after another, cached and new,
 * and change what others read. Nothing may fail, and memory stays flat.
 */

const CLIENTS = 16
const SAMPLE_MS = 250
const SETTLE_MS = 3_000

const READS = ['/api/papers?limit=20', '/', '/api/papers/p7', '/papers/p9', '/api/stats', '/stats']

const seconds = secondsGiven()
const copies = await openCorpusCopies('sqlite')
const victim = await startVictim(copies)

const change = (number: number): Ask => ({
  method: 'PUT',
  path: '/api/editorial/chapters/3',
  headers: { 'content-type': 'application/json', 'x-api-key': victim.key, 'if-match': '*' },
  body: JSON.stringify({ name: 'Plans', introduction: `Edited the ${number}th time.` }),
})

const next = (client: number, number: number): Ask => {
  if (client === 0) return change(number)
  if (number % 2 === 0) return { path: READS[(number / 2) % READS.length] ?? '/' }
  return { path: `/api/papers?limit=20&q=${wordAt(number)}+-${wordAt(client * 7 + number)}` }
}

// All code and every kind of answer once, before anything is compared.
await askFor(victim.port, { clients: CLIENTS, perAddress: 4, seconds: Math.min(30, seconds / 4) }, next)
const before = victim.openDescriptors()
const samples: number[] = []
const timer = setInterval(() => samples.push(residentMegabytes(victim) ?? Number.NaN), SAMPLE_MS)
const totals = await askFor(victim.port, { clients: CLIENTS, perAddress: 4, seconds }, next)
clearInterval(timer)
await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
const after = victim.openDescriptors()
await victim.stop()
await copies.close()

const part = (from: number, to: number): number =>
  quantile(samples.slice(Math.floor(samples.length * from), Math.ceil(samples.length * to)), 0.5)
const [early, late] = [part(0.25, 0.5), part(0.75, 1)]
say(`${Math.round(seconds)} seconds of load`)
say(`${perSecond(totals).toFixed(0)} requests a second answered, 99 of 100 within ${slowest(totals).toFixed(0)} ms`)
say(`${totals.wrong.length} errors, ${totals.turnedAway} turned away`)
for (const wrong of totals.wrong.slice(0, 5)) say(`  ${wrong}`)
say(`${Math.max(...samples).toFixed(0)} MB resident at most`)
say(`memory: from ${early.toFixed(0)} to ${late.toFixed(0)} MB, growth ${((late / early - 1) * 100).toFixed(1)} %`)
say(`${Math.max(0, after - before)} more descriptors than before`)
