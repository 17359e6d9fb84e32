/** A paper in contract form with every field; the argument replaces some of them. */
export const wholePaper = (given: Record<string, unknown> = {}): Record<string, unknown> => ({
  id: 'p1',
  title: 'Checkpoints for agents that work for days',
  authors: ['Ada Example', 'Ben Sample'],
  year: 2025,
  institution: 'Example University',
  url: 'https://example.org/papers/1',
  abstract: 'We study how often an agent should save its state. Saving after each tool call loses least.',
  chapter: 4,
  longHorizonScore: 0.82,
  enterpriseScore: 0.4,
  topics: ['reliability', 'execution'],
  concepts: ['checkpointing', 'error recovery'],
  frameworkMappings: ['ReAct'],
  houseCommentary: 'A plain answer to a question that many teams settle by habit.',
  storageUrl: 'https://example.org/papers/1.pdf',
  ...given,
})

/** The smallest valid submission. */
export const leastPaper = (given: Record<string, unknown> = {}): Record<string, unknown> => ({
  id: 'p1',
  title: 'A paper with nothing but the required fields',
  authors: ['Ada Example'],
  year: 2025,
  ...given,
})

/** The fields that citations need, all of them, as they go in and out. */
export const bibliography = {
  authorNames: [
    { name: 'Ada Example', family: 'Example', given: 'Ada' },
    { name: 'Ben Sample', family: 'Sample', given: 'Ben' },
  ],
  authorDetails: [
    {
      position: 1,
      name: 'Ada Example',
      orcid: '0000-0002-1825-0097',
      affiliations: ['Example University', 'Second Lab'],
    },
    { position: 2, name: 'Ben Sample', affiliations: ['Sample Institute'] },
  ],
  openAccess: { url: 'https://repository.example.org/1.pdf', source: 'OpenAlex' },
  date: '2025-03-17',
  doi: '10.1000/example.1',
  arxivId: '2503.01234',
  container: 'Journal of Examples',
  volume: '12',
  issue: '3',
  pages: '100-110',
  publisher: 'Example Press',
  kind: 'journal-article',
  license: 'https://creativecommons.org/licenses/by/4.0/',
}

/** A text in three parts, each with a page of its own. */
export const textInParts = [1, 2, 3]
  .map((number) => `${number} Part number ${number}\n\n${'Some words of it. '.repeat(1_500)}`)
  .join('\n\n')

/** A brief of one week about one paper, p1. */
export const briefOfWeek47 = {
  id: '2026-w47',
  week: { year: 2026, week: 47 },
  title: 'Week 47',
  summary: 'One paper.',
  take: 'Read it.',
  featured: ['p1'],
}

/** Papers p1, p2, … with these scores; undefined for none. */
export const scored = (...scores: (number | undefined)[]): Record<string, unknown>[] =>
  scores.map((longHorizonScore, index) => leastPaper({ id: `p${index + 1}`, longHorizonScore }))

const WORDS = [
  'agents',
  'plans',
  'memory',
  'tools',
  'checkpoints',
  'rollbacks',
  'budgets',
  'horizons',
  'audits',
  'tests',
]

const pick = (number: number): string => WORDS[number % WORDS.length] ?? 'agents'

/** Papers that differ in every field, with ids that count up from `first`. */
export const generatedPapers = (first: number, count: number): Record<string, unknown>[] =>
  Array.from({ length: count }, (_, index) => {
    const number = first + index
    return wholePaper({
      id: `p${number}`,
      title: `On ${pick(number)} and ${pick(number + 3)}, number ${number}`,
      authors: [`Ada Author${number % 97}`, `Ben Writer${number % 89}`],
      year: 2015 + (number % 11),
      url: `https://example.org/papers/${number}`,
      abstract: `${pick(number)} ${pick(number + 1)} ${pick(number + 2)} `.repeat(20),
      chapter: 1 + (number % 7),
      longHorizonScore: (number % 1_000) / 1_000,
      concepts: [pick(number), `${pick(number)} and ${pick(number + 1)}`],
      storageUrl: `https://example.org/papers/${number}.pdf`,
      fullText: `${pick(number)} beside ${pick(number + 5)}. `.repeat(40),
    })
  })

const LONG = 'A very long title about agents that plan and remember and recover and never come to an end '

/** Papers as they occur: very long texts, many authors, other scripts, formulas, and almost empty ones. */
export const oddPapers = (): Record<string, unknown>[] => [
  wholePaper({ id: 'p1', title: LONG.repeat(6).slice(0, 500), longHorizonScore: 0.99, enterpriseScore: 0.5 }),
  wholePaper({
    id: 'p2',
    title: 'Measured together',
    authors: Array.from({ length: 573 }, (_, index) => `Given${index} van Familyname-${index}`),
    longHorizonScore: 0.98,
    enterpriseScore: 0.7,
  }),
  wholePaper({
    id: 'p3',
    title: 'وكلاء يعملون لأيام: دراسة في الذاكرة والتخطيط',
    authors: ['ليلى حسن', 'عمر سعيد'],
    abstract: 'ندرس كم مرة ينبغي للوكيل أن يحفظ حالته. '.repeat(12),
    longHorizonScore: 0.97,
    enterpriseScore: 0.2,
    chapter: 2,
  }),
  wholePaper({
    id: 'p4',
    title: '長時間動作するエージェントのためのチェックポイント手法に関する研究',
    authors: ['山田太郎', '王小明'],
    abstract: '本研究では、エージェントが状態を保存すべき頻度を調べる。'.repeat(12),
    longHorizonScore: 0.96,
    enterpriseScore: 0.9,
    chapter: 3,
  }),
  wholePaper({
    id: 'p5',
    title: 'Bounds of $\\mathcal{O}(n \\log n)$ for $k$-step plans',
    abstract: `We show that $\\sum_{i=1}^{n} \\frac{1}{i^2} \\leq \\frac{\\pi^2}{6}$ and \\begin{equation}${'x_{1}+'.repeat(60)}x_{2}\\end{equation}.`,
    longHorizonScore: 0.95,
    enterpriseScore: 0.05,
    chapter: 5,
  }),
  wholePaper({
    id: 'p6',
    title: 'Unbreakable'.repeat(40),
    authors: ['X'.repeat(300)],
    institution: 'Institute'.repeat(50),
    topics: ['topic'.repeat(40)],
    concepts: ['concept'.repeat(28)],
    longHorizonScore: 0.94,
    enterpriseScore: 0.6,
    chapter: 6,
  }),
  leastPaper({ id: 'p7' }),
]
