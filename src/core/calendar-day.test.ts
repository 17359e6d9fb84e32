import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarDay, dayNumber, isCalendarDay, monthNumber } from './calendar-day.ts'

test('only days that exist are days', () => {
  for (const day of ['2026-11-01', '2024-02-29', '1969-12-31']) assert.equal(isCalendarDay(day), true, day)
  for (const text of [
    '',
    '2026',
    '2026-11',
    '2026-13-01',
    '2025-02-29',
    '2026-11-31',
    '2026-1-1',
    '2026-11-01T00:00:00Z',
  ])
    assert.equal(isCalendarDay(text), false, text)
})

test('days and months have numbers that rise with them', () => {
  assert.deepEqual(['1969-12-31', '1970-01-01', '1970-01-02', '2026-11-01'].map(dayNumber), [0, 0, 1, 20_758])
  assert.equal(monthNumber('2026-01-31') + 1, monthNumber('2026-02-01'))
  assert.equal(monthNumber('2025-12-31') + 1, monthNumber('2026-01-01'))
})

test('a day is the day in UTC', () => {
  assert.equal(calendarDay(new Date('2026-11-01T23:59:59.999Z')), '2026-11-01')
})
