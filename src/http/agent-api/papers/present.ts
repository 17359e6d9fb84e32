import { z } from 'zod'
import { researchTypes, type Paper, type PaperWithText } from '#core/papers/paper.ts'
import { toTen } from '#core/papers/score.ts'
import { presentBibliography, presentedBibliography } from '#schemas/bibliography-schema.ts'
import { omitEmpty } from '#schemas/omit-empty.ts'
import { pickFields } from '#http/agent-api/fields.ts'
import { budgetFields, type Detail } from '#http/agent-api/token-budget.ts'

const { authorNames: _partsOfAuthors, ...shownBibliography } = presentedBibliography

const scoreSchema = z.number().min(0).max(10)

/** Contract 2.5: exactly these fields, those without a value absent. */
const listItem = z
  .strictObject({
    id: z.string(),
    title: z.string(),
    year: z.int(),
    longHorizonScore: scoreSchema.optional(),
    enterpriseScore: scoreSchema.optional(),
    chapter: z.int().min(1).max(7).optional(),
  })
  .meta({ id: 'AgentListedPaper' })

const paperFields = z.strictObject({
  id: z.string(),
  title: z.string(),
  authors: z.array(z.strictObject({ name: z.string(), family: z.string().optional(), given: z.string().optional() })),
  abstract: z.string().optional(),
  houseComment: z.string().optional(),
  frameworkMappings: z.array(z.string()).optional(),
  year: z.int(),
  institution: z.string().optional(),
  url: z.string().optional(),
  storageUrl: z.string().optional(),
  chapter: z.int().min(1).max(7).optional(),
  type: z.enum(researchTypes).optional(),
  topics: z.array(z.string()).optional(),
  concepts: z.array(z.string()).optional(),
  longHorizonScore: scoreSchema.optional(),
  enterpriseScore: scoreSchema.optional(),
  fullText: z.string().optional(),
  ...shownBibliography,
})

export const paperResponse = paperFields.meta({ id: 'AgentPaper' })

/** What `fields` may name: everything of a paper but its text, which is for single papers. */
const { fullText: _text, ...listable } = paperFields.shape
export const listableFields = Object.keys(listable) as [keyof typeof listable, ...(keyof typeof listable)[]]

/** What a list shows of a paper if fields were named. */
const askedFields = z
  .strictObject(listable)
  .partial()
  .required({ id: true })
  .meta({ description: 'With the fields that were asked for.' })

export const paperListResponse = z.strictObject({
  total: z.int().meta({ description: 'All matches, before limit; of papers asked for by ids, those that were found.' }),
  papers: z.array(z.union([listItem.partial({ year: true }).extend({ abstract: z.string().optional() }), askedFields])),
  missing: z
    .array(z.strictObject({ id: z.string(), reason: z.enum(['not_found', 'retracted']) }))
    .optional()
    .meta({ description: 'Of papers asked for by ids, those that are not here, as they were asked for.' }),
  redirects: z
    .array(z.strictObject({ from: z.string(), to: z.string() }))
    .optional()
    .meta({ description: 'Ids that lead to another paper now.' }),
  ...budgetFields,
})

/** With a budget, the first answer has all but what does not fit of the texts, and later ones have the rest. */
export const paperAnswer = z.union([paperResponse, paperResponse.partial().required({ id: true }).extend(budgetFields)])

const scoreOrNull = (score: number | null): number | null => (score === null ? null : toTen(score))

export const presentListItem = (paper: Paper): z.infer<typeof listItem> => ({
  id: paper.id,
  title: paper.title,
  year: paper.year,
  ...omitEmpty({
    longHorizonScore: scoreOrNull(paper.longHorizon),
    enterpriseScore: scoreOrNull(paper.enterprise),
    chapter: paper.chapter,
  }),
})

const presentListItemBy = (paper: Paper, detail: Detail | null) =>
  detail === 'ids'
    ? { id: paper.id, title: paper.title }
    : { ...presentListItem(paper), ...(detail === 'abstract' ? omitEmpty({ abstract: paper.abstract }) : {}) }

export const presentDetail = (paper: PaperWithText, withFullText: boolean): z.infer<typeof paperResponse> => {
  const { authorNames = [], ...bibliography } = presentBibliography(paper)
  const parts = new Map(authorNames.map(({ name, ...partsOfName }) => [name, partsOfName]))
  return {
    id: paper.id,
    title: paper.title,
    authors: paper.authors.map((name) => ({ name, ...parts.get(name) })),
    ...omitEmpty({ abstract: paper.abstract, houseComment: paper.commentary, frameworkMappings: paper.frameworks }),
    year: paper.year,
    ...omitEmpty({
      institution: paper.institution,
      url: paper.url,
      storageUrl: paper.storageUrl,
      chapter: paper.chapter,
      type: paper.type,
      topics: paper.topics,
      concepts: paper.concepts,
      longHorizonScore: scoreOrNull(paper.longHorizon),
      enterpriseScore: scoreOrNull(paper.enterprise),
      fullText: withFullText ? paper.fullText : null,
    }),
    ...bibliography,
  }
}

/** What was asked of each paper of a list: the fields that were named, or else what `detail` says. */
export type AskedOfPapers = { fields?: readonly string[] | undefined; detail: Detail | null }

/** An item of a list. */
export const presentAsked = (paper: Paper, { fields, detail }: AskedOfPapers) =>
  fields === undefined
    ? presentListItemBy(paper, detail)
    : pickFields(presentDetail({ ...paper, fullText: null }, false), fields)
