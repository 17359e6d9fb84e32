import { readFileSync, readdirSync } from 'node:fs'

/** Seconds of processor time, by what spent them. */
export type Spent = {
  /** The process itself, with all its threads. */
  own: number
  /** Other programs that it started, also those that have ended. */
  programs: number
  postgres: number
  browser: number
}

const nothing: Spent = { own: 0, programs: 0, postgres: 0, browser: 0 }

const PARTS = ['own', 'programs', 'postgres', 'browser'] as const

/** Linux counts in hundredths of a second on every architecture that Longview runs on. */
const TICKS = 100

/** Fields of /proc/PID/stat after the name, whose place in proc(5) is two more: 14 to 17. */
const [USER, SYSTEM, ENDED_USER, ENDED_SYSTEM] = [11, 12, 13, 14] as const

type Process = { name: string; own: number; ended: number; children: readonly number[] }

const readProcess = (pid: number): Process | null => {
  try {
    const [, name = '', rest = ''] = /^\d+ \((.*)\) (.*)$/su.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    const fields = rest.split(' ').map(Number)
    const seconds = (at: number): number => (fields[at] ?? 0) / TICKS
    const threads = readdirSync(`/proc/${pid}/task`)
    const children = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8'))
    return {
      name,
      own: seconds(USER) + seconds(SYSTEM),
      ended: seconds(ENDED_USER) + seconds(ENDED_SYSTEM),
      children: children.join(' ').split(' ').filter(Boolean).map(Number),
    }
  } catch {
    // It has ended meanwhile: its parent counts it.
    return null
  }
}

const kindOf = (name: string, parent: keyof Spent): keyof Spent => {
  if (name.startsWith('postgres')) return 'postgres'
  return name.startsWith('chrom') || name.startsWith('headless') ? 'browser' : parent
}

/**
 * What a process and all that descend from it have spent so far. Linux only.
 * @param own the one of them whose time is its own; what it started are other programs
 */
export const spentBy = (pid: number, own: number): Spent => {
  const spent = { ...nothing }
  const add = (each: number, parent: keyof Spent): void => {
    const found = readProcess(each)
    if (found === null) return
    const kind = each === own ? 'own' : kindOf(found.name, parent)
    const others = kind === 'own' ? 'programs' : kind
    spent[kind] += found.own
    spent[others] += found.ended
    for (const child of found.children) add(child, others)
  }
  add(pid, 'programs')
  return spent
}

export const since = (before: Spent, now: Spent): Spent => {
  const spent = { ...nothing }
  for (const part of PARTS) spent[part] = now[part] - before[part]
  return spent
}

export const totalOf = (spent: Spent): number => PARTS.reduce((sum, part) => sum + spent[part], 0)
