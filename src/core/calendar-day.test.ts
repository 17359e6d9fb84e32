import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarDay, dayNumber, isCalendarDay, monthNumber, parseInstant } from './calendar-day.ts'

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

test('days and times with their offsets are instants', () => {
  for (const [text, instant] of [
    ['2026-11-01', '2026-11-01T00:00:00.000Z'],
    ['2026-11-01T10:30Z', '2026-11-01T10:30:00.000Z'],
    ['2026-11-01T00:30:00+02:00', '2026-10-31T22:30:00.000Z'],
    ['2026-11-01T10:30:15.123456Z', '2026-11-01T10:30:15.123Z'],
  ] as const)
    assert.equal(parseInstant(text), instant, text)
  for (const text of [
    '',
    '2026',
    '2026-11',
    '2026-11-31',
    '2026-11-01T10:30',
    '2026-11-01T25:00Z',
    '9999-12-31T23:59-12:00',
    '0000-01-01T00:00+12:00',
  ])
    assert.equal(parseInstant(text), null, text)
})
