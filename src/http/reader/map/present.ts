import { z } from 'zod'
import type { MapPoint } from '#core/papers/map-grid.ts'

/** Points column by column, which is half as long as point by point; scores in thousandths. */
export const pointsResponse = z.strictObject({
  id: z
    .array(z.union([z.int(), z.string()]))
    .meta({ description: 'The numbers of the ids: 12 stands for p12. An id with leading zeros is given whole.' }),
  lh: z.array(z.int()).meta({ description: 'Long-horizon scores, 0 to 1000.' }),
  e: z.array(z.int()).meta({ description: 'Enterprise scores, 0 to 1000.' }),
  chapter: z.array(z.int()).meta({ description: 'Chapters; 0 for papers of none.' }),
})

const THOUSANDTH = 1_000

export const presentPoints = (points: readonly MapPoint[]): z.infer<typeof pointsResponse> => ({
  id: points.map(({ id }) => (/^p0\d/u.test(id) ? id : Number(id.slice(1)))),
  lh: points.map(({ longHorizon }) => Math.round(longHorizon / THOUSANDTH)),
  e: points.map(({ enterprise }) => Math.round(enterprise / THOUSANDTH)),
  chapter: points.map(({ chapter }) => chapter ?? 0),
})
