/** The ranked fields, with the weight of a word in each. */
export const fieldWeights = {
  title: 2.5,
  abstract: 1,
  topics: 1.5,
  concepts: 0.5,
  authors: 0.1,
  institution: 0.1,
  commentary: 0.8,
} as const
export type RankedField = keyof typeof fieldWeights

export const rankedFieldNames = Object.keys(fieldWeights) as RankedField[]
