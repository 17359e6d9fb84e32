/** Grades of judged documents by their ids; what is not in it counts as not relevant. */
export type Judgements = ReadonlyMap<string, number>

const gain = (grade: number): number => 2 ** grade - 1

const discounted = (grades: readonly number[]): number =>
  grades.reduce((sum, grade, rank) => sum + gain(grade) / Math.log2(rank + 2), 0)

/** Normalised discounted cumulative gain of the first `depth` documents (Järvelin and Kekäläinen). */
export const ndcg = (found: readonly string[], judged: Judgements, depth: number): number => {
  const best = [...judged.values()].toSorted((a, b) => b - a).slice(0, depth)
  return discounted(found.slice(0, depth).map((id) => judged.get(id) ?? 0)) / discounted(best)
}

const isRelevant = (judged: Judgements, id: string): boolean => (judged.get(id) ?? 0) > 0

/** The share of all relevant documents that is among the first `depth`. */
export const recall = (found: readonly string[], judged: Judgements, depth: number): number =>
  found.slice(0, depth).filter((id) => isRelevant(judged, id)).length /
  [...judged.values()].filter((grade) => grade > 0).length

/** One divided by the place of the first relevant document; 0 without any. */
export const reciprocalRank = (found: readonly string[], judged: Judgements): number => {
  const place = found.findIndex((id) => isRelevant(judged, id))
  return place === -1 ? 0 : 1 / (place + 1)
}
