import type { StarterCorpus } from '#core/editorial/starter-corpus.ts'

const WORD = /[\p{L}\p{N}]+(?:['’.,][\p{L}\p{N}]+)*/gu
const SENTENCE_END = /(?<=[.!?][)"”]?)\s+/u

/** Two vowels that are spoken apart, as in evaluation, area and idea, but not in nation, special or region. */
const APART = /(?<![tscgx])i[aou]|ua(?!r)|eo|(?<=[^aeiouq])ue(?=[a-z])|ea(?=$|s$|l$|ti)/gu

/** Syllables of an English word by its groups of vowels: a silent last e and the e of -es and -ed do not count. */
export const syllablesOf = (word: string): number => {
  const letters = word.toLowerCase().replaceAll(/[^a-z]/gu, '')
  const spoken = letters
    .replace(/(?<=[^aeiouy][^aeiouyl]|[aeiouy][^aeiouy])e$/u, '')
    .replace(/(?<![aeiouytd])ed$/u, 'd')
    .replace(/(?<![aeiouyscxzg]|sh|ch)es$/u, 's')
  return Math.max(1, (spoken.match(/[aeiouy]+/gu) ?? []).length + (spoken.match(APART) ?? []).length)
}

/** The grade of Flesch and Kincaid: years of school in the United States that a text asks for. */
export const readingGrade = (text: string): number => {
  const words = text.match(WORD) ?? []
  if (words.length === 0) return 0
  const sentences = text.split(SENTENCE_END).length
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0)
  return 0.39 * (words.length / sentences) + 11.8 * (syllables / words.length) - 15.59
}

/** From this grade on a summary is hard to read. */
const HARD = 13

/** The mean grade of the summaries, and those that are hard to read, in a line. */
export const readingLine = ({ papers }: StarterCorpus): string => {
  const grades = papers.map(({ paper }) => ({ id: paper.id, grade: readingGrade(paper.abstract ?? '') }))
  const mean = grades.reduce((sum, { grade }) => sum + grade, 0) / Math.max(1, grades.length)
  const hard = grades.filter(({ grade }) => grade >= HARD).map(({ id }) => id)
  return `summaries ask for ${mean.toFixed(1)} years of school; for ${HARD} or more: ${hard.join(' ') || 'none'}\n`
}
