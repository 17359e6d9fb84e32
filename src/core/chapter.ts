/** The seven chapters of the corpus (contract section 1). */
export const chapters = [1, 2, 3, 4, 5, 6, 7] as const
export type Chapter = (typeof chapters)[number]

export const isChapter = (value: number): value is Chapter => (chapters as readonly number[]).includes(value)
