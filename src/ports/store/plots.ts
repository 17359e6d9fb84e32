import type { MapCell, MapPoint, MapRegion } from '#core/papers/map-grid.ts'
import type { RankKey } from '#core/papers/rank-key.ts'
import type { PaperPage } from './papers.ts'

export type RankedCount = { name: string; papers: number }

/** Counts of accepted papers for figures. All but the points cost the same at any size of the corpus. */
export type PlotReader = {
  /** Papers that are on the map, having both scores, by chapter; null: of none. */
  mappedByChapter(): Promise<{ chapter: number | null; papers: number }[]>
  /** Cells with papers; of all chapters when `chapter` is null. */
  cells(chapter: number | null): Promise<MapCell[]>
  /** Papers of the map in no order, at most so many. */
  points(chapter: number | null, atMost: number): Promise<MapPoint[]>
  /** Papers within a region, in the public order. */
  region(region: MapRegion, after: RankKey | null, limit: number): Promise<PaperPage>
  /** Papers by year, oldest first; of all chapters when `chapter` is null. */
  years(chapter: number | null): Promise<{ year: number; papers: number }[]>
  /** Papers by chapter; null: of none. */
  chapters(): Promise<{ chapter: number | null; papers: number }[]>
  /** Those with most papers, and how many there are. */
  institutions(atMost: number): Promise<{ all: number; top: RankedCount[] }>
  /** Hosts of the papers' addresses, likewise. */
  sources(atMost: number): Promise<{ all: number; top: RankedCount[] }>
  /** Papers by the month of their first acceptance (`2026-11`), oldest first. */
  acceptedByMonth(): Promise<{ month: string; papers: number }[]>
}
