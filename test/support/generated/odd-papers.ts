import { leastPaper, wholePaper } from '../service/papers.ts'

const LONG = 'A very long title about agents that plan and remember and recover and never come to an end '

/** Papers as they really come: very long, very many, in other scripts, with formulas, and almost empty. */
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
