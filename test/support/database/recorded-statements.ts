import Database from 'better-sqlite3'
import type { Ending } from './temporary.ts'

type Prepared = { source: string }
type Method = (this: Prepared, ...parameters: unknown[]) => unknown

/** The SQL of every statement that SQLite runs in this process from now on, in order. */
export const recordStatements = (t: Ending): string[] => {
  const probe = new Database(':memory:')
  const prototype = Object.getPrototypeOf(probe.prepare('SELECT 1')) as Record<'all' | 'run', Method>
  probe.close()
  const recorded: string[] = []
  for (const name of ['all', 'run'] as const) {
    const original = prototype[name]
    prototype[name] = function (...parameters) {
      recorded.push(this.source)
      return original.apply(this, parameters)
    }
    t.after(async () => {
      prototype[name] = original
    })
  }
  return recorded
}
