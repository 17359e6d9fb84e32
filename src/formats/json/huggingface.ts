import { memberReader, paperFields } from '#formats/record.ts'
import { paragraphs, parseDate } from '#formats/text/text.ts'
import { listOf, membersOf, textOf, type Members } from './members.ts'

/** What Hugging Face adds to a paper of arXiv on its own account. */
const BOOKKEEPING = new Set(
  'id _id upvotes discussionId submittedOnDailyAt submittedOnDailyBy submittedBy isAuthorParticipating ai_summary ai_keywords githubRepo githubStars githubRepoAddedBy projectPage mediaUrls organization numComments comments thumbnail linkedModels linkedDatasets linkedSpaces numTotalModels numTotalDatasets numTotalSpaces source'.split(
    ' ',
  ),
)

/** A paper of Hugging Face, which has the id and the metadata of arXiv. */
export const huggingfaceFields = (paper: Members): { fields: Record<string, unknown>; unmapped: string[] } => {
  const { take, rest } = memberReader(paper)
  const authors = listOf(take('authors')).map(membersOf)
  const fields = paperFields({
    title: textOf(take('title')),
    people: authors.map(({ name }) => ({ name: textOf(name) })),
    date: parseDate(textOf(take('publishedAt')) ?? ''),
    arxivId: textOf(paper.id),
    abstract: paragraphs(textOf(take('summary')) ?? ''),
    kind: 'preprint',
  })
  return { fields, unmapped: rest().filter((name) => !BOOKKEEPING.has(name)) }
}
