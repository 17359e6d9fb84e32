/** A brief of one week about one paper, p1. */
export const briefOfWeek47 = {
  id: '2026-w47',
  week: { year: 2026, week: 47 },
  title: 'Week 47',
  summary: 'One paper.',
  take: 'Read it.',
  featured: ['p1'],
}
