import fc, { type Arbitrary } from 'fast-check'
import { researchTypes } from '#core/papers/paper.ts'
import { weighted } from './choices.ts'
import { vocabulary } from './search-strings.ts'

const someWords = (most: number): Arbitrary<string> =>
  fc
    .array(
      fc.tuple(
        weighted(
          [20, fc.constantFrom(...vocabulary)],
          [1, fc.constantFrom('unique', 'Zürich', '"quoted"', 'a-b-c', '-minus', '学', '２０２４')],
        ),
        fc.constantFrom(' ', ' ', ' ', ', ', '-', '. ', '/', ': ', '\u00a0', ''),
      ),
      { minLength: 1, maxLength: most },
    )
    .map((parts) => parts.flat().join(''))

export const collidingScores = [0, 0.000_001, 0.3, 0.5, 0.5, 0.500_001, 0.820_001, 0.999_999, 1]

/** Papers of few words, scores and chapters, so that words collide and scores are tied. */
export const collidingPaper = fc.record(
  {
    title: someWords(6),
    authors: fc.array(someWords(3), { minLength: 1, maxLength: 3 }),
    year: fc.integer({ min: 2015, max: 2026 }),
    abstract: someWords(25),
    topics: fc.array(someWords(2), { maxLength: 3 }),
    chapter: fc.integer({ min: 1, max: 7 }),
    type: fc.constantFrom(...researchTypes),
    longHorizonScore: fc.constantFrom(...collidingScores),
  },
  { requiredKeys: ['title', 'authors', 'year'], noNullPrototype: true },
)
