/**
 * The optimal string alignment distances of a text from each beginning of another, shortest first: letters substituted, deleted,
 * inserted or swapped with a neighbour. Null as soon as all are beyond `atMost`.
 */
const distances = (a: string, b: string, atMost: number): number[] | null => {
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
    if (Math.min(...next) > atMost) return null
    before = last
    last = next
  }
  return last
}

/** The distance between two words. Gives up beyond `atMost` and returns `atMost + 1`. */
export const editDistance = (a: string, b: string, atMost: number): number => {
  if (Math.abs(a.length - b.length) > atMost) return atMost + 1
  return distances(a, b, atMost)?.[b.length] ?? atMost + 1
}

/** The distance between typed letters and the nearest beginning of a word. Gives up beyond `atMost` and returns `atMost + 1`. */
export const beginningDistance = (typed: string, word: string, atMost: number): number => {
  if (typed.length - word.length > atMost) return atMost + 1
  const found = distances(typed, word.slice(0, typed.length + atMost), atMost)
  return found === null ? atMost + 1 : Math.min(...found)
}
