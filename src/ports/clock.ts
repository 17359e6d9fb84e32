/** Time is handed in. */
export type Clock = { now(): Date }
