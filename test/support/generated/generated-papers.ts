import { wholePaper } from '../service/papers.ts'

const WORDS = [
  'agents',
  'plans',
  'memory',
  'tools',
  'checkpoints',
  'rollbacks',
  'budgets',
  'horizons',
  'audits',
  'tests',
]

const pick = (number: number): string => WORDS[number % WORDS.length] ?? 'agents'

/** Papers that differ in every field, with ids that count up from `first`. */
export const generatedPapers = (first: number, count: number): Record<string, unknown>[] =>
  Array.from({ length: count }, (_, index) => {
    const number = first + index
    return wholePaper({
      id: `p${number}`,
      title: `On ${pick(number)} and ${pick(number + 3)}, number ${number}`,
      authors: [`Ada Author${number % 97}`, `Ben Writer${number % 89}`],
      year: 2015 + (number % 11),
      url: `https://example.org/papers/${number}`,
      abstract: `${pick(number)} ${pick(number + 1)} ${pick(number + 2)} `.repeat(20),
      chapter: 1 + (number % 7),
      longHorizonScore: (number % 1_000) / 1_000,
      concepts: [pick(number), `${pick(number)} and ${pick(number + 1)}`],
      storageUrl: `https://example.org/papers/${number}.pdf`,
      fullText: `${pick(number)} beside ${pick(number + 5)}. `.repeat(40),
    })
  })
