/** Characters of the note that goes with a decision or a merge, and of the text of a reply template. */
export const MAX_NOTE_LENGTH = 5_000
