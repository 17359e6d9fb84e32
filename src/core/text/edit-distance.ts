/**
 * The optimal string alignment distance: letters substituted, deleted, inserted or swapped with a neighbour. Gives up beyond
 * `atMost` and returns `atMost + 1`.
 */
export const editDistance = (a: string, b: string, atMost: number): number => {
  if (Math.abs(a.length - b.length) > atMost) return atMost + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1]
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      )
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (swapped) least = Math.min(least, (before[column - 2] ?? 0) + 1)
      next.push(least)
    }
    if (Math.min(...next) > atMost) return atMost + 1
    before = last
    last = next
  }
  return last[b.length] ?? atMost + 1
}
