import { researchTypes, type PaperWithText } from '#core/papers/paper.ts'
import type { Chapter } from '#core/papers/chapter.ts'
import { corePaper } from '../database/stored.ts'

const WORDS = ['agents', 'plans', 'memory', 'tools', 'budgets']

/** Papers that differ in everything they can be filtered by, some with required fields only. */
export const made = (index: number): PaperWithText =>
  index % 11 === 0
    ? corePaper({ id: `p${index + 1}`, title: `Bare agents ${index}`, year: 2020 })
    : corePaper({
        id: `p${index + 1}`,
        title: `${WORDS[index % 5]} and ${WORDS[(index + 2) % 5]} ${index}`,
        abstract: `${WORDS[(index + 1) % 5]} once more`,
        topics: [WORDS[(index + 3) % 5] ?? ''],
        year: 2019 + (index % 6),
        chapter: (1 + (index % 7)) as Chapter,
        type: researchTypes[index % 8] ?? null,
        institution: index % 3 === 0 ? null : `Institute of ${WORDS[index % 4]}`,
        longHorizon: index % 4 === 0 ? null : (index * 37_000) % 1_000_001,
        enterprise: index % 5 === 0 ? null : (index * 91_003) % 1_000_001,
        concepts: [`concept ${index % 4}`, `concept ${index % 9}`],
        fullText: index % 6 === 0 ? 'text' : null,
      })

/** 120 papers, p1 to p120. */
export const papers = Array.from({ length: 120 }, (_, index) => made(index))
