import { setTimeout as pause } from 'node:timers/promises'
import { openCorpusCopies } from '../../../abuse/corpus-copies.ts'
import { startVictim } from '../../../abuse/server.ts'
import { healthProber, quantile } from '../../../abuse/witness.ts'
import { wordAt } from '../../../bench/generate-papers.ts'
import { askFor, perSecond, say, secondsGiven, slowest, type Ask, type Totals } from './clients.ts'

/** Searches that nobody asked before, by 8 clients and then by 400, while a supervisor asks for health. */

const RECOVERS_WITHIN_MS = 5_000
const seconds = secondsGiven() / 4
const copies = await openCorpusCopies('sqlite')
const victim = await startVictim(copies)

let asked = 0
const search = (): Ask => ({ path: `/api/papers?limit=50&q=${wordAt((asked += 1))}+-${wordAt(asked * 7 + 3)}` })
const measure = (clients: number): Promise<Totals> => askFor(victim.port, { clients, perAddress: 8, seconds }, search)

await measure(8)
const peak = await measure(8)
const health = healthProber(victim.port)
const flood = await measure(400)
const healthy = quantile(await health.stop(), 0.99)
await pause(RECOVERS_WITHIN_MS)
const later = await measure(8)
await victim.stop()
await copies.close()

say(
  `${((perSecond(flood) / perSecond(peak)) * 100).toFixed(0)} % of the peak of ${perSecond(peak).toFixed(0)} searches a second answered under overload`,
)
say(`99 of 100 accepted searches within ${slowest(flood).toFixed(0)} ms, ${flood.turnedAway} turned away`)
say(`health: 99 of 100 within ${healthy.toFixed(0)} ms`)
say(`${flood.wrong.length} answers without Retry-After or broken`)
for (const wrong of flood.wrong.slice(0, 5)) say(`  ${wrong}`)
say(`5 s later: ${((perSecond(later) / perSecond(peak)) * 100).toFixed(0)} % of the peak`)
