import type { PaperWithText } from '#core/papers/paper.ts'

/** Reading stops here: a check has to end, however long a text is. */
export const MAX_CHECKED_LENGTH = 200_000

/** Everything in a paper that is text, field by field. */
export const wholeTexts = (paper: PaperWithText): { field: string; text: string }[] =>
  [
    { field: 'title', text: paper.title },
    { field: 'authors', text: paper.authors.join('\n') },
    { field: 'institution', text: paper.institution },
    { field: 'url', text: paper.url },
    { field: 'storageUrl', text: paper.storageUrl },
    { field: 'abstract', text: paper.abstract },
    { field: 'topics', text: paper.topics.join('\n') },
    { field: 'concepts', text: paper.concepts.join('\n') },
    { field: 'frameworks', text: paper.frameworks.join('\n') },
    { field: 'commentary', text: paper.commentary },
    { field: 'fullText', text: paper.fullText },
  ].flatMap(({ field, text }) => (text === null ? [] : [{ field, text }]))

/** The same as far as the checks read it. */
export const paperTexts = (paper: PaperWithText): { field: string; text: string }[] =>
  wholeTexts(paper).map(({ field, text }) => ({ field, text: text.slice(0, MAX_CHECKED_LENGTH) }))
