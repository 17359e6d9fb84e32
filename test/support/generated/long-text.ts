/** A text of 24 short paragraphs with what tokenizers find hard: names, signs, other scripts. */
export const longText = Array.from(
  { length: 24 },
  (_, index) =>
    `Sentence ${index} of Zoë Bhagavatula-Ångström says “naïve” plans, \\frac{1}{${index}} and 計画 too.\n\n`,
).join('')
