import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Row } from '../bench/report.ts'
import type { Attack, Counts } from './attack.ts'
import type { CorpusCopies } from './corpus-copies.ts'
import { startVictim, type Memory, type Victim } from './server.ts'
import { answeredWithin, healthProber, honestClient, quantile, watchFor, type Latencies } from './witness.ts'

const ATTACKER = resolve(import.meta.dirname, 'attacker.ts')
const WARM_UP_MS = 3_000
const RECOVERS_WITHIN_MS = 5_000
const AFTERWARDS_MS = 3_000
const MAX_MEGABYTES = 300
const ANSWERS_WITHIN_MS = 1_000
const MIN_ANSWERED = 0.95
/** A margin for the connections of the witnesses. */
const MORE_DESCRIPTORS = 10

const attackFor = async ({ name }: Attack, { port, key, otherKey }: Victim, seconds: number): Promise<Counts> => {
  const child = spawn(process.execPath, [ATTACKER], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify({ name, host: '127.0.0.1', port, key, otherKey, seconds }))
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')])
  return JSON.parse(output) as Counts
}

type Seen = { honest: Latencies; health: Latencies }

const lookAround = async (port: number, ms: number): Promise<Seen> => {
  const [honest, health] = await Promise.all([watchFor(honestClient(port), ms), watchFor(healthProber(port), ms)])
  return { honest, health }
}

const milliseconds = (value: number): string => (Number.isFinite(value) ? value.toFixed(0) : 'no answer')

const rowsOf = (attack: Attack, during: Seen & { memory: Memory; counts: Counts }): Row[] => {
  const { memory } = during
  const health = quantile(during.health, 0.99)
  const answered = answeredWithin(during.honest, ANSWERS_WITHIN_MS)
  const counts = Object.entries(during.counts).map(([name, value]) => `${name} ${value}`)
  return [
    {
      what: `${attack.name}: most resident memory, MB`,
      figure: `${memory.own.toFixed(0)}, a process of it ${memory.child.toFixed(0)} (${counts.join(', ')})`,
      value: memory.own,
      goal: { most: MAX_MEGABYTES },
    },
    {
      what: `${attack.name}: health, 99th percentile, ms`,
      figure: `${milliseconds(health)} (${during.health.length} checks)`,
      value: Number.isFinite(health) ? health : Number.MAX_VALUE,
      goal: { most: ANSWERS_WITHIN_MS },
      isTime: true,
    },
    {
      what: `${attack.name}: honest requests answered within 1 s, share`,
      figure: `${answered.toFixed(3)} (${during.honest.length} requests, median ${milliseconds(quantile(during.honest, 0.5))} ms)`,
      value: answered,
      goal: { least: MIN_ANSWERED },
      isTime: true,
    },
  ]
}

const recoveryRow = ({ name }: Attack, after: Seen, descriptors: { before: number; after: number }): Row => {
  const slowest = quantile([...after.honest, ...after.health], 1)
  const left = descriptors.after - descriptors.before
  const isRecovered = slowest <= ANSWERS_WITHIN_MS && left <= MORE_DESCRIPTORS
  return {
    what: `${name}: 5 s later, all as before`,
    figure: `slowest answer ${milliseconds(slowest)} ms, ${Math.max(0, left)} more descriptors`,
    value: isRecovered ? 1 : 0,
    goal: { least: 1 },
  }
}

/** Attacks a fresh server for the given time, and inspects it 5 s later. */
export const runAttack = async (attack: Attack, copies: CorpusCopies, seconds: number): Promise<Row[]> => {
  const victim = await startVictim(copies)
  try {
    await lookAround(victim.port, WARM_UP_MS)
    const before = victim.openDescriptors()
    const memory = victim.watchMemory()
    const [honest, health] = [honestClient(victim.port), healthProber(victim.port)]
    const counts = await attackFor(attack, victim, seconds)
    const seen = await Promise.all([honest.stop(), health.stop()])
    const most = memory.stop()
    await pause(RECOVERS_WITHIN_MS)
    const after = await lookAround(victim.port, AFTERWARDS_MS)
    const descriptors = { before, after: victim.openDescriptors() }
    return [
      ...rowsOf(attack, { honest: seen[0], health: seen[1], memory: most, counts }),
      recoveryRow(attack, after, descriptors),
    ]
  } finally {
    await victim.stop()
  }
}
