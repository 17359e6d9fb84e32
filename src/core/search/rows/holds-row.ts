/** Whether words follow each other somewhere among others. */
export const holdsRow = <T>(words: readonly T[], row: readonly T[]): boolean =>
  words.some((_, at) => row.every((word, index) => words[at + index] === word))
