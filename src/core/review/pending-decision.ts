/** How long a decision made in the console can be undone before it takes effect. */
export const UNDO_SECONDS = 30

/** When a decision made now takes effect. */
export const dueAt = (now: Date): string => new Date(now.getTime() + UNDO_SECONDS * 1_000).toISOString()
