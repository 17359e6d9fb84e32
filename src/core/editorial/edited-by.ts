/** Who edits, and when. */
export type EditedBy = { actor: string; at: string }
