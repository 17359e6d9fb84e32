import { SCORE_MAX, type Millionths } from './score.ts'

/** The map is divided into 50 × 50 cells, whose papers are counted in advance. */
export const MAP_GRID_SIZE = 50
export const CELL_WIDTH: Millionths = SCORE_MAX / MAP_GRID_SIZE

/** The column or row of a score, 0 to 49; the highest score belongs to the last cell. */
export const mapCellIndex = (score: Millionths): number => Math.min(MAP_GRID_SIZE - 1, Math.floor(score / CELL_WIDTH))

/** The number of papers in one cell: x is the index of longHorizonScore, y of enterpriseScore. */
export type MapCell = { x: number; y: number; papers: number }

export type MapPoint = { id: string; chapter: number | null; longHorizon: Millionths; enterprise: Millionths }

/** Inclusive bounds of both scores. */
export type MapRegion = {
  chapter: number | null
  longHorizon: [Millionths, Millionths]
  enterprise: [Millionths, Millionths]
}
