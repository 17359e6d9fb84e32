/** What somebody has typed into a form of the console and not saved yet. */
export type FormDraft = {
  /** The form and its record, such as `papers/p1` or `gaps/new`. */
  form: string
  /** The version that the form showed; null for a form without one. */
  version: number | null
  /** The fields that differ from the form as it was shown, each with all its values. */
  fields: Record<string, string[]>
  /** Since when somebody types without a longer pause. */
  beganAt: string
  savedAt: string
}

/** Somebody else who is typing into the same form. */
export type OtherAuthor = { name: string; since: string }

export const FORM_NAME = /^[a-z]{1,20}(?:\/[\w-]{1,80})?$/u

/** A record that does not exist yet has no second author. */
export const isAboutNewRecord = (form: string): boolean => form.endsWith('/new')

/** In JSON. The largest brief has 300,000 bytes. */
export const MAX_DRAFT_BYTES = 512 * 1_024
/** Of one person; the oldest ones make room. */
export const MAX_DRAFTS = 50

/** Somebody who has typed nothing for so long is no longer said to be editing. */
const PAUSE_MS = 10 * 60_000

export const typingSince = (now: Date): string => new Date(now.getTime() - PAUSE_MS).toISOString()
