import { leastPaper } from '../service/papers.ts'
import { jsonOf } from '../service/read-responses.ts'
import type { TestService } from '../service/test-service.ts'

/** A concept as the list shows it. */
export type Concept = { id: string; name: string; paperCount: number; trend: string }

/** Papers of these years; concepts name how many of each year's first papers have them. */
export const corpusOf = (
  years: Record<number, number>,
  concepts: Record<string, Record<number, number>>,
): Record<string, unknown>[] => {
  let number = 0
  return Object.entries(years).flatMap(([year, count]) =>
    Array.from({ length: count }, (_, index) =>
      leastPaper({
        id: `p${(number += 1)}`,
        year: Number(year),
        concepts: Object.entries(concepts).flatMap(([name, by]) => (index < (by[Number(year)] ?? 0) ? [name] : [])),
      }),
    ),
  )
}

/** The concepts that are listed for a query such as `?trend=stable`. */
export const conceptsOf = async (service: TestService, query = ''): Promise<Concept[]> =>
  (await jsonOf<{ concepts: Concept[] }>(await service.get(`/api/v1/concepts${query}`))).concepts
