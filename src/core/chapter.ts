/** The seven chapters of the corpus (contract section 1). */
export const chapters = [1, 2, 3, 4, 5, 6, 7] as const
export type Chapter = (typeof chapters)[number]

export const isChapter = (value: number): value is Chapter => (chapters as readonly number[]).includes(value)

/** What a chapter is called and what it is about; the introduction is Markdown. */
export type ChapterText = { name: string; introduction: string }

/** The words a chapter has until an editor writes others. */
export const chapterTexts: Record<Chapter, ChapterText> = {
  1: { name: 'Foundations', introduction: 'What it takes for an agent to work on one task for hours or days.' },
  2: {
    name: 'Planning',
    introduction: 'How agents split a long task into steps, and mend the plan when a step fails.',
  },
  3: {
    name: 'Memory',
    introduction: 'What agents keep of their work, where they keep it, and how they find it again.',
  },
  4: { name: 'Tools', introduction: 'How agents act on the world: tools, interfaces, and the software around them.' },
  5: {
    name: 'Evaluation',
    introduction: 'How it is measured whether an agent got a long task done, and at which cost.',
  },
  6: { name: 'Safety', introduction: 'What goes wrong when agents act for long on their own, and what holds it back.' },
  7: { name: 'Enterprise', introduction: 'What agents need before a company can give them work that matters.' },
}
