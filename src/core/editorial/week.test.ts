import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { nextFreeWeek, parseWeek, weekId, weekLabel, weekLater, weekOf, weekSpan } from './week.ts'
import { budget } from '../../../test/support/budgets.ts'

const day = (text: string): Date => new Date(`${text}T00:00:00.000Z`)

const instant = fc.date({ min: day('1000-01-01'), max: day('9998-12-31'), noInvalidDate: true })

test('weeks at the border of two years belong to the year of their Thursday', () => {
  const known: Record<string, string> = {
    '2020-12-31': '2020-w53',
    '2021-01-03': '2020-w53',
    '2021-01-04': '2021-w01',
    '2022-01-01': '2021-w52',
    '2022-01-02': '2021-w52',
    '2024-12-29': '2024-w52',
    '2024-12-30': '2025-w01',
    '2025-12-29': '2026-w01',
    '2026-11-20': '2026-w47',
    '2026-12-31': '2026-w53',
    '2027-01-03': '2026-w53',
    '2027-01-04': '2027-w01',
  }
  for (const [date, id] of Object.entries(known)) assert.equal(weekId(weekOf(day(date))), id, date)
})

test('a week ends with the last instant of its Sunday, in UTC', () => {
  assert.equal(weekId(weekOf(new Date('2026-11-22T23:59:59.999Z'))), '2026-w47')
  assert.equal(weekId(weekOf(new Date('2026-11-23T00:00:00.000Z'))), '2026-w48')
})

test('the years with 53 weeks are those of the calendar, 71 in 400', () => {
  const long = Array.from({ length: 400 }, (_, index) => 1900 + index).filter(
    (year) => parseWeek(`${year}-w53`) !== null,
  )
  assert.equal(long.length, 71)
  assert.deepEqual(
    long.filter((year) => year >= 2000 && year < 2050),
    [2004, 2009, 2015, 2020, 2026, 2032, 2037, 2043, 2048],
  )
})

test('every day lies in the span of its week, and the span is seven days from a Monday', () => {
  fc.assert(
    fc.property(instant, (date) => {
      const { from, to } = weekSpan(weekOf(date))
      assert.ok(from <= date && date < to)
      assert.equal(from.getUTCDay(), 1)
      assert.equal(to.getTime() - from.getTime(), 7 * 86_400_000)
    }),
  )
})

test('the week that follows begins where a week ends, one number on or with the first of the next year', () => {
  fc.assert(
    fc.property(instant, (date) => {
      const week = weekOf(date)
      const next = weekOf(weekSpan(week).to)
      assert.ok(
        (next.year === week.year && next.week === week.week + 1) || (next.year === week.year + 1 && next.week === 1),
      )
    }),
  )
})

test('label and id of a week are read back as that week', () => {
  fc.assert(
    fc.property(instant, (date) => {
      const week = weekOf(date)
      assert.deepEqual(parseWeek(weekLabel(week)), week)
      assert.deepEqual(parseWeek(weekId(week)), week)
      assert.deepEqual(parseWeek(weekId(week).toUpperCase()), week)
    }),
  )
})

test('ids of weeks sort by time', () => {
  fc.assert(
    fc.property(instant, instant, (one, other) => {
      const [earlier, later] = one < other ? [one, other] : [other, one]
      assert.ok(weekId(weekOf(earlier)) <= weekId(weekOf(later)))
    }),
  )
})

test('the label reads as the contract has it', () => {
  assert.equal(weekLabel({ year: 2026, week: 7 }), 'Week 7, 2026')
  assert.equal(weekId({ year: 2026, week: 7 }), '2026-w07')
})

test('what is no week that exists is not read', () => {
  for (const text of [
    '',
    '2026-w00',
    '2026-w54',
    '2025-w53',
    '2026-w7',
    '2026-w007',
    '2026w47',
    '26-w47',
    '0000-w01',
    '0050-w01',
    '0722-w23',
    'Week 23, 0722',
    'Week 0, 2026',
    'Week 54, 2026',
    'Week 53, 2025',
    'week 47, 2026',
    'Week 47 2026',
    'Week 47, 2026 ',
    ' 2026-w47',
    '2026-w47\n',
    '٢٠٢٦-w47',
  ])
    assert.equal(parseWeek(text), null, JSON.stringify(text))
})

test('a text is either no week or one that its id names', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...Array.from('Week 0123456789-w,')), maxLength: 14 }), (text) => {
      const week = parseWeek(text)
      if (week !== null) assert.deepEqual(parseWeek(weekId(week)), week)
    }),
    { numRuns: budget('cheapProperties') },
  )
})

test('the next free week skips those that are taken, also over the end of a year', () => {
  const from = { year: 2026, week: 52 }
  assert.equal(weekId(nextFreeWeek(from, new Set())), '2026-w52')
  assert.equal(weekId(nextFreeWeek(from, new Set(['2026-w52', '2026-w53', '2027-w02']))), '2027-w01')
  assert.equal(weekId(weekLater({ year: 2027, week: 1 }, -1)), '2026-w53')
})
