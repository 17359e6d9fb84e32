import type { Clock } from '#ports/clock.ts'

/** A clock that stops until the test moves it. */
export type FakeClock = Clock & { advance(seconds: number): void; set(instant: string): void }

export const fakeClock = (instant = '2026-11-20T10:00:00.000Z'): FakeClock => {
  let now = Date.parse(instant)
  return {
    now: () => new Date(now),
    advance: (seconds) => {
      now += seconds * 1_000
    },
    set: (text) => {
      now = Date.parse(text)
    },
  }
}
