import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { budget } from '../../test/support/budgets.ts'
import {
  type BackupState,
  isBackupDue,
  isBackupLate,
  isDrillDue,
  isNeeded,
  keptBackups,
  mayRetry,
  parseSchedule,
  type Schedule,
} from './backups.ts'
import { weekId, weekOf } from './editorial/week.ts'

const scheduleOf = (text: string): Schedule => {
  const schedule = parseSchedule(text)
  assert.ok(schedule !== null, text)
  return schedule
}

const nightly = scheduleOf('0 3 * * *')
const at = (text: string): Date => new Date(`${text}:00.000Z`)
const none: BackupState = { good: null, failure: null, drill: null, goodDrillAt: null }
const good = (text: string): BackupState => ({
  ...none,
  good: { at: at(text).toISOString(), id: 'a', bytes: 1, seconds: 1 },
})

describe('the schedule of backups', () => {
  test('has five fields, in UTC', () => {
    assert.equal(nightly.next(at('2026-11-27T03:00'))?.toISOString(), '2026-11-28T03:00:00.000Z')
    const weekly = scheduleOf('30 22 * * 1-5')
    assert.equal(weekly.next(at('2026-11-27T22:30'))?.toISOString(), '2026-11-30T22:30:00.000Z')
    assert.equal(scheduleOf('*/20 * * * *').next(at('2026-11-27T10:05'))?.toISOString(), '2026-11-27T10:20:00.000Z')
    for (const wrong of ['', '0 3 * *', '0 0 3 * * *', '61 3 * * *', 'daily', '0 3 30 2 *', '2026-11-27T03:00:00'])
      assert.equal(parseSchedule(wrong), null, wrong)
  })

  test('a backup is due once its time has come, whether or not anything ran then', () => {
    const made = at('2026-11-27T03:01').toISOString()
    assert.equal(isBackupDue(nightly, null, at('2026-11-27T10:00')), true)
    assert.equal(isBackupDue(nightly, made, at('2026-11-28T02:59')), false)
    assert.equal(isBackupDue(nightly, made, at('2026-11-28T03:00')), true)
    assert.equal(isBackupDue(nightly, made, at('2026-12-24T17:00')), true)
  })

  test('a backup from the future, made by a clock that was wrong, holds up no other', () => {
    assert.equal(isBackupDue(nightly, at('2031-01-01T03:00').toISOString(), at('2026-11-27T10:00')), true)
    assert.equal(
      isDrillDue(
        { ...good('2026-11-27T03:00'), drill: { at: '2031-01-01', backup: 'a', fault: null } },
        at('2026-11-27T10:00'),
      ),
      true,
    )
    assert.equal(mayRetry({ ...none, failure: { at: '2031-01-01', message: '' } }, at('2026-11-27T10:00')), true)
  })

  test('a failed attempt is repeated after an hour', () => {
    const failed = { ...none, failure: { at: at('2026-11-27T03:00').toISOString(), message: 'Full.' } }
    assert.equal(mayRetry(failed, at('2026-11-27T03:59')), false)
    assert.equal(mayRetry(failed, at('2026-11-27T04:00')), true)
  })

  test('a backup is late six hours after its time', () => {
    const state = good('2026-11-27T03:01')
    assert.equal(isBackupLate(nightly, none, at('2026-11-28T09:00')), false)
    assert.equal(isBackupLate(nightly, state, at('2026-11-27T04:00')), false)
    assert.equal(isBackupLate(nightly, state, at('2026-11-28T08:59')), false)
    assert.equal(isBackupLate(nightly, state, at('2026-11-28T09:00')), true)
  })

  test('a drill is due once a week, and a day after one that found a fault', () => {
    const state = good('2026-11-27T03:01')
    const drilled = (fault: string | null) => ({
      ...state,
      drill: { at: at('2026-11-20T10:00').toISOString(), backup: 'a', fault },
    })
    assert.equal(isDrillDue(none, at('2026-11-27T10:00')), false)
    assert.equal(isDrillDue(state, at('2026-11-27T10:00')), true)
    assert.equal(isDrillDue(drilled(null), at('2026-11-27T09:59')), false)
    assert.equal(isDrillDue(drilled(null), at('2026-11-27T10:00')), true)
    assert.equal(isDrillDue(drilled('Torn.'), at('2026-11-21T10:00')), true)
  })
})

type Made = { at: string; seq: number }

const DAY = 86_400_000
const NOW = at('2026-11-27T12:00')
const day = ({ at: made }: Made): string => made.slice(0, 10)
const week = ({ at: made }: Made): string => weekId(weekOf(new Date(made)))
const month = ({ at: made }: Made): string => made.slice(0, 7)

const somewhen = (from: number, to: number) => fc.array(fc.integer({ min: from, max: to }), { maxLength: 120 })
/** Minutes before now, most of them in the last three years, some in the future. */
const histories = fc
  .tuple(
    somewhen(0, 1_600_000),
    somewhen(0, 40_000),
    fc.array(fc.integer({ min: -600_000, max: -1 }), { maxLength: 12 }),
  )
  .map((parts) =>
    parts.flat().map((minutes, index): Made => ({
      at: new Date(NOW.getTime() - minutes * 60_000).toISOString(),
      seq: index + 1,
    })),
  )

const isPast = ({ at: made }: Made): boolean => made <= NOW.toISOString()
const newestOf = (made: Made[]): string | undefined =>
  made
    .map((each) => each.at)
    .toSorted()
    .at(-1)

/** The newest of each of the latest periods that have any. */
const expected = (made: Made[], period: (each: Made) => string, most: number): (string | undefined)[] => {
  const groups = Map.groupBy(made, period)
  const latest = [...groups.keys()].toSorted().slice(-most)
  return latest.map((name) => newestOf(groups.get(name) ?? []))
}

const check = (property: (history: Made[]) => void): void =>
  fc.assert(fc.property(histories, property), { numRuns: budget('costlyProperties') })

describe('what is kept of backups', () => {
  test('is the newest of each of the last 7 days, 4 weeks and 12 months that have any, and nothing else of the past', () => {
    check((history) => {
      const past = history.filter(isPast)
      const wanted = new Set([...expected(past, day, 7), ...expected(past, week, 4), ...expected(past, month, 12)])
      const kept = keptBackups(history, NOW).filter(isPast)
      assert.deepEqual(new Set(kept.map((each) => each.at)), wanted)
      assert.ok(kept.length <= 7 + 4 + 12)
    })
  })

  test('includes the newest, and those of a clock that was ahead, which push out no other', () => {
    check((history) => {
      const kept = keptBackups(history, NOW)
      const past = history.filter(isPast)
      if (past.length > 0) assert.ok(kept.some((each) => each.at === newestOf(past)))
      assert.equal(kept.filter((each) => !isPast(each)).length, history.length - past.length)
      assert.deepEqual(kept.filter(isPast), keptBackups(past, NOW))
    })
  })

  test('is kept when it is decided again, in whatever order', () => {
    check((history) => {
      const kept = keptBackups(history, NOW)
      assert.deepEqual(keptBackups(kept, NOW), kept)
      assert.deepEqual(keptBackups(history.toReversed(), NOW), kept)
      assert.deepEqual(
        kept,
        kept.toSorted((a, b) => a.seq - b.seq),
      )
    })
  })

  test('time alone removes nothing: a library that stands still for years keeps what it has', () => {
    check((history) => {
      const past = keptBackups(history.filter(isPast), NOW)
      assert.deepEqual(keptBackups(past, new Date(NOW.getTime() + 3_000 * DAY)), past)
    })
  })

  test('after two years of nights with pruning each night there are 7 days, 4 weeks and 12 months', () => {
    let kept: Made[] = []
    for (let night = 0; night < 730; night += 1) {
      const now = new Date(Date.UTC(2025, 0, 1, 3) + night * DAY)
      kept = keptBackups([...kept, { at: now.toISOString(), seq: night + 1 }], now)
    }
    const monthEnds =
      '2026-01-31 2026-02-28 2026-03-31 2026-04-30 2026-05-31 2026-06-30 2026-07-31 2026-08-31 2026-09-30 2026-10-31'
    const last =
      '2026-11-30 2026-12-13 2026-12-20 2026-12-25 2026-12-26 2026-12-27 2026-12-28 2026-12-29 2026-12-30 2026-12-31'
    assert.equal(kept.map((each) => day(each)).join(' '), `${monthEnds} ${last}`)
  })

  test('a file is needed by every backup between the first and the last that had it', () => {
    const file = { sha256: 'a', bytes: 1, stored: { bytes: 1, sha256: 'b' }, first: 3, last: 5 }
    assert.equal(isNeeded(file, [{ seq: 2 }, { seq: 6 }]), false)
    for (const seq of [3, 4, 5]) assert.equal(isNeeded(file, [{ seq: 2 }, { seq }]), true)
    assert.equal(isNeeded(file, []), false)
  })
})
