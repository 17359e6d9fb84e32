import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { evaluateTrend, shownTrend, trendWindow, type PeriodCounts } from './trend.ts'

const window = trendWindow(2026)
const OLD = 2020

/** The label for a concept with papers older than Y-1. */
const labelOf = (concept: PeriodCounts, corpus: PeriodCounts, oldestYear = OLD): string =>
  evaluateTrend(window, { ...concept, oldestYear }, corpus).trend

test('a label is shown from eight papers on', () => {
  assert.equal(shownTrend(7, 'emerging'), null)
  assert.equal(shownTrend(8, 'emerging'), 'emerging')
})

test('recent is the newest year and the one before, before is the two years ahead of them', () => {
  assert.deepEqual(window, { newest: 2026, recent: [2025, 2026], before: [2023, 2024] })
})

test('a concept is emerging when none of its papers is older than the year before the newest', () => {
  const corpus = { recent: 100, before: 100 }
  assert.equal(labelOf({ recent: 1, before: 0 }, corpus, 2025), 'emerging')
  assert.equal(labelOf({ recent: 1, before: 0 }, corpus, 2026), 'emerging')
  assert.notEqual(labelOf({ recent: 1, before: 0 }, corpus, 2024), 'emerging')
  assert.notEqual(labelOf({ recent: 100, before: 0 }, corpus, 2019), 'emerging')
})

test('a concept is growing when its share is at least 1.25 times what it was', () => {
  assert.equal(labelOf({ recent: 5, before: 4 }, { recent: 100, before: 100 }), 'growing')
  assert.equal(labelOf({ recent: 49, before: 40 }, { recent: 1000, before: 1000 }), 'stable')
  assert.equal(labelOf({ recent: 4, before: 4 }, { recent: 80, before: 100 }), 'growing')
  assert.equal(labelOf({ recent: 8, before: 4 }, { recent: 200, before: 100 }), 'stable')
})

test('a share of exactly 1.25 times counts, whatever the binary fractions say, and one paper less does not', () => {
  const size = fc.integer({ min: 1, max: 2_000 })
  fc.assert(
    fc.property(size, size, size, size, (papers, rest, recently, formerly) => {
      const all = 5 * papers + rest
      const corpus = { recent: all * recently, before: all * formerly }
      const border = { recent: 5 * papers * recently, before: 4 * papers * formerly }
      assert.equal(labelOf(border, corpus), 'growing')
      assert.equal(labelOf({ ...border, recent: border.recent - 1 }, corpus), 'stable')
      assert.equal(labelOf({ ...border, before: border.before + 1 }, corpus), 'stable')
    }),
  )
})

test('a concept without any recent paper is stable, even where nothing else counts', () => {
  assert.equal(labelOf({ recent: 0, before: 0 }, { recent: 10, before: 10 }), 'stable')
  assert.equal(labelOf({ recent: 0, before: 3 }, { recent: 10, before: 10 }), 'stable')
  assert.equal(labelOf({ recent: 0, before: 0 }, { recent: 10, before: 0 }), 'stable')
  assert.equal(labelOf({ recent: 0, before: 0 }, { recent: 0, before: 0 }), 'stable')
})

test('a concept that comes back after a pause grows from nothing', () => {
  assert.equal(labelOf({ recent: 1, before: 0 }, { recent: 500, before: 500 }), 'growing')
  assert.equal(labelOf({ recent: 1, before: 0 }, { recent: 500, before: 0 }), 'growing')
})

test('the evidence carries years, counts, shares and factor', () => {
  const concept = { recent: 6, before: 2, oldestYear: 2021 }
  assert.deepEqual(evaluateTrend(window, concept, { recent: 24, before: 16 }), {
    trend: 'growing',
    window,
    concept,
    corpus: { recent: 24, before: 16 },
    shares: { recent: 0.25, before: 0.125 },
    factor: 2,
  })
})

test('without a share before there is no factor, and no share is infinite or undefined', () => {
  const count = fc.nat({ max: 20 })
  fc.assert(
    fc.property(count, count, count, count, (recent, before, others, othersBefore) => {
      const corpus = { recent: recent + others, before: before + othersBefore }
      const { shares, factor } = evaluateTrend(window, { recent, before, oldestYear: OLD }, corpus)
      for (const share of [shares.recent, shares.before]) assert.ok(share >= 0 && share <= 1)
      assert.equal(factor === null, before === 0)
      if (factor !== null) assert.ok(Number.isFinite(factor))
    }),
  )
})
