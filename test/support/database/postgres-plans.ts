import { randomUUID } from 'node:crypto'
import type { Cluster } from './postgres.ts'

/** What has a server log the plan of every statement that it runs, one JSON object a line. */
export const loggingPlans: Record<string, string> = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_timing': 'off',
  log_parameter_max_length: '0',
  logging_collector: 'on',
  log_destination: 'jsonlog',
  log_directory: 'log',
  log_filename: 'plans.log',
  log_rotation_size: '0',
  // Statistics are gathered where the test says so.
  autovacuum: 'off',
}

/** A statement with its plan, as the server logged them, and the cost of the whole. */
export type LoggedPlan = { text: string; cost: number }

const CHUNK = 16_000_000

const planIn = (line: string): LoggedPlan[] => {
  const { message, dbname } = JSON.parse(line) as { message: string; dbname?: string }
  // Tests look into the server through the database `postgres`.
  if (dbname === 'postgres') return []
  const cost = / plan:\n.*?\(cost=[\d.]+\.\.(?<cost>[\d.]+) rows=/su.exec(message)?.groups?.cost
  return cost === undefined
    ? []
    : [{ text: message.slice(message.indexOf('plan:') + 'plan:'.length), cost: Number(cost) }]
}

/**
 * The plans that a server has logged until now, without those of a position before; the position to go on from.
 *
 * The server's log is written by a process of its own, which takes the lines in their order: once it has written that of a
 * statement run now, all before are in the file.
 */
export const readPlans = async (cluster: Cluster, visit: (plan: LoggedPlan) => void, from = 0): Promise<number> => {
  const mark = randomUUID()
  await cluster.run(`select '${mark}'`)
  let rest: Buffer = Buffer.alloc(0)
  let isWhole = false
  for (let at = from; ;) {
    const [row] = await cluster.run(`select pg_read_binary_file('log/plans.json', ${at}, ${CHUNK}) as bytes`)
    const bytes = row?.bytes as Buffer
    const known = Buffer.concat([rest, bytes])
    const end = known.lastIndexOf('\n') + 1
    for (const line of known.toString('utf8', 0, end).split('\n').filter(Boolean)) {
      isWhole ||= line.includes(mark)
      planIn(line).forEach(visit)
    }
    rest = known.subarray(end)
    at += bytes.length
    if (isWhole && bytes.length < CHUNK) return at - rest.length
  }
}
