import type { Context } from 'hono'
import { z } from 'zod'
import { judgeSupport } from '#actions/evidence.ts'
import { type Evidence, type EvidenceKind, evidenceSubjects, faultOf, supports } from '#core/evidence/evidence.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import { pathId } from '#http/input/query.ts'
import { json } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { doInTurns } from '#http/routing/turns.ts'
import type { PrivateReader } from '#ports/store/store.ts'
import { readEvidence } from '#queries/evidence.ts'
import { parseEvidenceSearch } from '#schemas/evidence-search.ts'
import { line } from '#schemas/fields.ts'
import { presentedEvidence, presentEvidence } from '#schemas/present-evidence.ts'
import { authenticateEditor, type EditingPorts, editorialRoute, readInput, readRoute } from './versioned-resource.ts'

const fieldNames = ['houseCommentary', 'explanation', 'summary', 'houseTake'] as const
type FieldName = (typeof fieldNames)[number]

type Resource = {
  kind: EvidenceKind
  folder: string
  /** Its texts as this API names them, in the order of `evidenceSubjects`. */
  fields: readonly FieldName[]
  exists: (read: PrivateReader, id: string) => Promise<boolean>
}

const resources: readonly Resource[] = [
  {
    kind: 'paper',
    folder: 'papers',
    fields: ['houseCommentary'],
    exists: async (read, id) => (await read.submissions.findWithoutHistory(id)) !== null,
  },
  {
    kind: 'gap',
    folder: 'gaps',
    fields: ['explanation'],
    exists: async (read, id) => (await read.gaps.find(id)) !== null,
  },
  {
    kind: 'brief',
    folder: 'briefs',
    fields: ['summary', 'houseTake'],
    // A draft has no marks that are kept; they are looked up while it is written.
    exists: async ({ briefs }, id) => (await briefs.find(id)) !== null || (await briefs.draft(id)) !== null,
  },
]

const field = z.enum(fieldNames).meta({ description: 'The text that the mark stands in.' })
const number = z.int().min(1).max(9_999).meta({ description: 'The number of the mark in its text, from 1.' })

const judgedEvidence = z
  .strictObject({
    field,
    number,
    sentence: z.string().meta({ description: 'The sentence that rests on it, without marks.' }),
    ...presentedEvidence.shape,
    problem: z.string().nullable().meta({ description: 'Why it does not hold; null if it does.' }),
    found: z.string().nullable().meta({ description: 'What the authors wrote in the place of a quotation.' }),
    judgedBy: z.string().nullable(),
    judgedAt: z.string().nullable(),
  })
  .meta({ id: 'JudgedEvidence' })

const evidenceResponse = z.strictObject({ success: z.literal(true), evidence: z.array(judgedEvidence) })

const judgementInput = z
  .strictObject({
    field,
    number,
    mark: z.string().max(3_000).meta({ description: 'As it stands in the text now.' }),
    support: z.enum(supports).nullable().meta({ description: 'Null takes a judgement back.' }),
    by: line(200).optional().meta({ description: 'The name of the person who judged, which readers see.' }),
  })
  .refine(({ support, by }) => support === null || by !== undefined, {
    path: ['by'],
    error: 'must name the person who judged',
  })

/** A quotation of a text that may not be shown whole is not cut: an editor has it before them. */
const present = ({ fields }: Resource, subjects: readonly string[], evidence: Evidence) => {
  const { subject, sentence, mark, check, judgement } = evidence
  return {
    field: fields[subjects.indexOf(subject)],
    number: evidence.number,
    sentence,
    ...presentEvidence(evidence),
    mark: mark.mark,
    problem: check === null ? null : faultOf(mark, check),
    found: check?.found ?? null,
    judgedBy: judgement?.by ?? null,
    judgedAt: judgement?.at ?? null,
  }
}

const assertExists = async (read: PrivateReader, { kind, exists }: Resource, id: string): Promise<void> => {
  if (!(await exists(read, id))) throw new Failure('not_found', `There is no ${kind} ${id}.`)
}

const list = async ({ store, clock }: EditingPorts, resource: Resource, id: string) => {
  const reader = store.private
  await assertExists(reader, resource, id)
  const subjects = evidenceSubjects(resource.kind, id)
  const found = await readEvidence({ reader, clock, doInTurns, parseSearch: parseEvidenceSearch }, subjects)
  return { success: true, evidence: found.map((evidence) => present(resource, subjects, evidence)) }
}

const judge = (ports: EditingPorts, resource: Resource) => async (context: Context) => {
  const { kind, fields } = resource
  const actor = await authenticateEditor(ports, context, 'review:decide')
  const { form } = await readInput(context, judgementInput)
  const id = pathId(context)
  const subject = evidenceSubjects(kind, id)[fields.indexOf(form.field)]
  if (subject === undefined) throw validationFailure([{ path: 'field', message: `must be ${fields.join(' or ')}` }])
  await assertExists(ports.store.private, resource, id)
  const place = { subject, number: form.number, mark: form.mark }
  await ports.run(judgeSupport, { place, support: form.support, name: form.by ?? '', actor })
  return json(200, await list(ports, resource, id))
}

/** What public texts rest on, and whether it bears their sentences, as a person judged. */
export const evidenceRoutes = (ports: EditingPorts): Route[] =>
  resources.flatMap((resource): Route[] => {
    const path = `/api/editorial/${resource.folder}/:id/evidence` as const
    const notFound = { 404: { description: `No such ${resource.kind}.` } }
    return [
      readRoute(ports, {
        path,
        summary: `What the public texts of a ${resource.kind} rest on, with what does not hold`,
        description: 'Every mark, in the order of the texts.',
        schema: evidenceResponse,
        failures: notFound,
        read: (context) => list(ports, resource, pathId(context)),
      }),
      {
        ...editorialRoute,
        method: 'put',
        path,
        summary: `Say whether a quotation in a ${resource.kind} bears its sentence`,
        body: judgementInput,
        responses: {
          200: { description: 'Every mark, with the judgement.', schema: evidenceResponse },
          ...notFound,
          412: { description: 'The text has changed and no longer has this mark.' },
        },
        handle: judge(ports, resource),
      },
    ]
  })
