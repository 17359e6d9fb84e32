import type { Clock } from '#ports/runtime.ts'

export const systemClock: Clock = { now: () => new Date() }
