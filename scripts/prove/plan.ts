import { budgets, type BudgetName } from '../../test/support/budgets.ts'
import type { Random } from '../../test/support/generated/random.ts'
import type { Growth, Part } from './part.ts'

/** A part with the time and the budgets that it is given. */
export type Planned = { part: Part; seconds: number; budgets: Partial<Record<BudgetName, number>> }

export type Plan = { planned: Planned[]; leftOut: { part: Part; why: string }[] }

/** Parts that run together share two cores. */
export const LANES = 2

/** Budgets that grow together grow from the largest of them to the same number: one may have to divide another. */
const leastOf = ({ budgets: names }: Growth): number => Math.max(...names.map((name) => budgets[name].quick))

/** How much longer than at least a part can make use of. */
const room = ({ seconds, growth, mostSeconds }: Part): number => {
  if (mostSeconds !== undefined) return Math.max(0, mostSeconds - seconds)
  return growth === undefined ? 0 : Math.max(0, growth.most - leastOf(growth)) * growth.secondsEach
}

const withTime = (part: Part, more: number): Planned => {
  const { growth } = part
  const times = growth === undefined ? 0 : Math.floor(more / growth.secondsEach)
  const raised = growth?.budgets.map((name) => [name, leastOf(growth) + times]) ?? []
  return { part, seconds: part.seconds + more, budgets: times === 0 ? {} : Object.fromEntries(raised) }
}

const shuffled = <T>(items: readonly T[], random: Random): T[] => {
  const left = [...items]
  return items.flatMap(() => left.splice(random.between(0, left.length - 1), 1))
}

const costOf = (part: Part, seconds: number): number => (part.isAlone === true ? seconds : seconds / LANES)

/**
 * Divides the minutes. Parts come in an order by chance; those for which nothing is left are left out, so that short runs come
 * to each in its turn. What is left over goes to those that can make use of it: to each as much, the least demanding first.
 */
export const planParts = (parts: readonly Part[], { minutes, random }: { minutes: number; random: Random }): Plan => {
  const leftOut: Plan['leftOut'] = []
  const fitting: Part[] = []
  let left = minutes * 60
  for (const part of shuffled(parts, random)) {
    const why = part.missing?.() ?? null
    const cost = costOf(part, part.seconds)
    // One at least, so that a run of any length says something.
    const fits = cost <= left || fitting.length === 0
    if (why !== null || !fits) {
      leftOut.push({ part, why: why ?? `${minutes} minutes are not enough for every part` })
      continue
    }
    left -= cost
    fitting.push(part)
  }
  const growing = fitting.toSorted((a, b) => costOf(a, room(a)) - costOf(b, room(b)))
  const planned = growing.map((part, index) => {
    const share = Math.max(0, left) / (growing.length - index)
    const more = Math.min(room(part), part.isAlone === true ? share : share * LANES)
    left -= costOf(part, more)
    return withTime(part, more)
  })
  return { planned, leftOut }
}
