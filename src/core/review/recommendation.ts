import type { Verdict } from './submission-state.ts'

/** What a reviewer advises, and of which version of the paper. */
export type Recommendation = { actor: string; event: Verdict; note: string | null; version: number; at: string }
