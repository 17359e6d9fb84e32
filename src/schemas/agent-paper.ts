import { z } from 'zod'
import { actorKinds, provenanceForms, type PublicProvenance } from '#core/assessment/provenance.ts'
import { researchTypes, type Paper, type PaperWithText } from '#core/papers/paper.ts'
import { toTen } from '#core/papers/score.ts'
import { presentBibliography, presentedBibliography } from './bibliography-schema.ts'
import { contractName } from './contract-names.ts'
import { omitEmpty } from './fields.ts'

/** A paper in the agent API, its tools and webhooks (contract 2.5 and 4.2). */

const { authorNames: _partsOfAuthors, authorDetails: _detailsOfAuthors, ...shownBibliography } = presentedBibliography

const scoreSchema = z.number().min(0).max(10)

/** With `detail=abstract`, in lists, searches and passages: the writer of the usual kind is not named. */
export const listedAbstract = {
  abstract: z.string().optional(),
  abstractBy: z.literal('editors').optional(),
}

export const presentAbstract = ({ abstract, abstractBy }: Paper): { abstract?: string; abstractBy?: 'editors' } =>
  abstract === null ? {} : { abstract, ...(abstractBy === 'editors' ? { abstractBy } : {}) }

/** Contract 2.5: exactly these fields, absent if they have no value. */
export const agentListedPaper = z
  .strictObject({
    id: z.string(),
    title: z.string(),
    year: z.int(),
    longHorizonScore: scoreSchema.optional(),
    enterpriseScore: scoreSchema.optional(),
    chapter: z.int().min(1).max(7).optional(),
  })
  .meta({ id: 'AgentListedPaper' })

const valueProvenance = z
  .strictObject({
    from: z.enum(provenanceForms).meta({
      description: 'given as it is; a draft; or suggestion, computed from similar papers.',
    }),
    by: z
      .enum(actorKinds)
      .optional()
      .meta({ description: 'Who gave or drafted it, or took the suggestion; absent if that was not recorded.' }),
    confirmedBy: z
      .enum(actorKinds)
      .optional()
      .meta({ description: 'Who looked at it and kept it; absent if nobody but the giver did.' }),
  })
  .meta({ id: 'ValueProvenance' })

const provenanceSchema = z
  .strictObject({
    chapter: valueProvenance.optional(),
    type: valueProvenance.optional(),
    longHorizonScore: valueProvenance.optional(),
    enterpriseScore: valueProvenance.optional(),
  })
  .meta({
    id: 'AssessmentProvenance',
    description: 'Who gave these values. Those of which nothing was recorded are absent.',
  })

const paperFields = z.strictObject({
  id: z.string(),
  title: z.string(),
  authors: z.array(
    z.strictObject({
      name: z.string(),
      family: z.string().optional(),
      given: z.string().optional(),
      orcid: z.string().optional().meta({ description: 'ORCID iD, such as 0000-0002-1825-0097.' }),
      affiliations: z.array(z.string()).optional(),
    }),
  ),
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
  provenance: provenanceSchema.optional(),
  fullText: z.string().optional(),
  ...shownBibliography,
})

export const agentPaper = paperFields.meta({ id: 'AgentPaper' })

/** The fields that `fields` may select: all except the full text, which is available for single papers only. */
const { fullText: _text, ...listable } = paperFields.shape
export const agentPaperFields = Object.keys(listable) as [keyof typeof listable, ...(keyof typeof listable)[]]

/** A paper with selected fields. */
export const agentPaperPart = z.strictObject(listable).partial().required({ id: true })

/** Absent if nothing was recorded. */
const presentProvenance = (found: PublicProvenance): { provenance?: z.infer<typeof provenanceSchema> } => {
  const values = Object.entries(found).map(([field, value]) => [contractName(field), omitEmpty(value)])
  return values.length === 0 ? {} : { provenance: Object.fromEntries(values) }
}

const scoreOrNull = (score: number | null): number | null => (score === null ? null : toTen(score))

export const presentAgentListedPaper = (paper: Paper): z.infer<typeof agentListedPaper> => ({
  id: paper.id,
  title: paper.title,
  year: paper.year,
  ...omitEmpty({
    longHorizonScore: scoreOrNull(paper.longHorizon),
    enterpriseScore: scoreOrNull(paper.enterprise),
    chapter: paper.chapter,
  }),
})

/** @param provenance who gave the values of its assessment; nothing where that is not shown */
export const presentAgentPaper = (
  paper: PaperWithText,
  withFullText: boolean,
  provenance: PublicProvenance = {},
): z.infer<typeof agentPaper> => {
  const {
    authorNames = [],
    authorDetails = [],
    abstractBy: _writer,
    fullTextKind = null,
    ...bibliography
  } = presentBibliography(paper)
  const parts = new Map(authorNames.map(({ name, ...partsOfName }) => [name, partsOfName]))
  const details = new Map(authorDetails.map(({ position, name: _name, ...detailsOfName }) => [position, detailsOfName]))
  return {
    id: paper.id,
    title: paper.title,
    authors: paper.authors.map((name, index) => ({ name, ...parts.get(name), ...details.get(index + 1) })),
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
    }),
    ...presentProvenance(provenance),
    // Said of every text, since nobody knows the usual kind of what they read.
    ...omitEmpty({
      abstractBy: paper.abstract === null ? null : paper.abstractBy,
      fullTextKind: paper.fullText === null ? fullTextKind : paper.fullTextKind,
      fullText: withFullText ? paper.fullText : null,
    }),
    ...bibliography,
  }
}
