import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client'
import type { Exposition } from '#ports/metrics.ts'
import { figureDefinitions, type Figure, type FigureName } from './figures.ts'

/** A metric with its values, as it is passed from process to process. */
export type CollectedMetric = MetricObjectWithValues<MetricValue<string>>

const names = Object.keys(figureDefinitions) as FigureName[]

/** Figures as metrics: all that are defined, in one order, so that each is documented even while it has no value. */
export const figuresAsMetrics = (figures: readonly Figure[]): CollectedMetric[] => {
  const byName = Map.groupBy(figures, ({ name }) => name)
  return names.map((name) => {
    const { help, type, aggregator } = figureDefinitions[name]
    const values = (byName.get(name) ?? []).map(({ value, labels = {} }) => ({ value, labels: { ...labels } }))
    // The types of the package name the members of an enumeration that it does not export.
    return { name, help, type, aggregator, values } as unknown as CollectedMetric
  })
}

/** What several processes collected, as one: counts are added up, of the others each has its own rule. */
export const summed = (collected: readonly CollectedMetric[][]): Promise<CollectedMetric[]> =>
  AggregatorRegistry.aggregate([...collected]).getMetricsAsJSON()

/** In the text format of Prometheus. */
export const expositionOf = (collect: () => Promise<CollectedMetric[][]>): Exposition => ({
  type: 'text/plain; version=0.0.4; charset=utf-8',
  read: async () => AggregatorRegistry.aggregate(await collect()).metrics(),
})
