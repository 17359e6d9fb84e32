/** The seven chapters of the corpus (contract 2.1). */
export const chapters = [1, 2, 3, 4, 5, 6, 7] as const
export type Chapter = (typeof chapters)[number]

export const isChapter = (value: number): value is Chapter => (chapters as readonly number[]).includes(value)

/** Parses a text such as `3`; null for any other text. */
export const parseChapter = (text: string): Chapter | null => {
  const number = /^\d$/u.test(text) ? Number(text) : 0
  return isChapter(number) ? number : null
}

/** The introduction is Markdown. */
export type ChapterText = { name: string; introduction: string }

/** The texts of chapters until an editor changes them. */
export const defaultChapterTexts: Record<Chapter, ChapterText> = {
  1: {
    name: 'Foundations',
    introduction:
      'What an agent is made of: a model that reasons in steps, acts, looks at what came of it and goes on. These papers lay down the patterns on which all later ones build, and they first measured where a run of many steps begins to slip.',
  },
  2: {
    name: 'Planning',
    introduction:
      'How work of hours is cut into steps that can be done, checked and done again. The papers ask when to plan ahead and when to decide on the way, how a plan survives its first surprise, and how search, subgoals and revision keep a long run on course.',
  },
  3: {
    name: 'Memory',
    introduction:
      'A run that outlasts its context window has to choose what to keep. Here stand stores that are written to and read from, ways to shorten a history without losing what matters, and experience that carries over from one session to the next.',
  },
  4: {
    name: 'Tools',
    introduction:
      'Agents act on the world through interfaces: calls, code, browsers, files, other agents. The papers of this chapter are about finding the right tool, using it correctly, recovering when it fails, and building environments that hold still long enough for work to be done in them.',
  },
  5: {
    name: 'Evaluation',
    introduction:
      'What cannot be measured over a long run cannot be trusted with one. This chapter holds the benchmarks, measures and audits: what they count as success, how far an agent gets before it fails, and how much of a reported score is luck, leakage or a lenient judge.',
  },
  6: {
    name: 'Safety',
    introduction:
      'The longer an agent acts on its own, the more harm an error, an attack or a wrong goal can do before anybody looks. These papers study injected instructions, misuse of permissions, drift and deception, and the means against them: sandboxes, monitors, limits and people in the loop.',
  },
  7: {
    name: 'Enterprise',
    introduction:
      'Agents at work in organizations: with real systems, permissions, costs and people who answer for the result. The papers report deployments and near-deployments, and what they needed beyond a capable model: governance, evidence for auditors, hand-over to people and a price per finished task.',
  },
}

export type NamedChapter = { number: Chapter; name: string }

/** `version` is 0 until an editor changes the text, and increases with each change. */
export type ChapterRecord = ChapterText & { number: Chapter; version: number }
