import type { Line } from '#pdf/layout/line.ts'

/** What most of a document looks like. */
export type TextStyle = { size: number; isBold: boolean; leading: number }

const heaviest = (weights: ReadonlyMap<number, number>, otherwise: number): number => {
  let [best, most] = [otherwise, 0]
  for (const [value, weight] of weights) if (weight > most) [best, most] = [value, weight]
  return best
}

const add = (weights: Map<number, number>, value: number, weight: number): void => {
  weights.set(value, (weights.get(value) ?? 0) + weight)
}

/** The distance of baselines, in sizes, that most neighbouring lines of about one size have. */
export const leadingOf = (lines: readonly Line[]): number => {
  const weights = new Map<number, number>()
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1]
    if (next === undefined || next.page !== line.page || Math.abs(next.size - line.size) > 0.06 * line.size) continue
    const distance = (next.baseline - line.baseline) / line.size
    if (distance > 0.9 && distance < 3) add(weights, Math.round(distance * 20) / 20, line.text.length)
  }
  return heaviest(weights, 1.2)
}

/** The style of the running text: the size of most signs. */
export const textStyleOf = (lines: readonly Line[]): TextStyle => {
  const sizes = new Map<number, number>()
  for (const { size, text } of lines) add(sizes, Math.round(size * 2) / 2, text.length)
  const about = heaviest(sizes, 10)
  const own = lines.filter(({ size }) => Math.abs(size - about) <= 0.3)
  const exact = new Map<number, number>()
  for (const { size, text } of own) add(exact, size, text.length)
  const bold = own.reduce((sum, { isBold, text }) => sum + (isBold ? text.length : -text.length), 0)
  return { size: heaviest(exact, about), isBold: bold > 0, leading: leadingOf(own) }
}
