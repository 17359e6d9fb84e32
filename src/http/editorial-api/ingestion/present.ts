import { z } from 'zod'
import {
  ingestSessionStates,
  toldCounts,
  type IngestChunk,
  type IngestRefusal,
  type IngestSession,
} from '#core/imports/ingest-session.ts'

const counts = {
  read: z.int(),
  stored: z.int(),
  unchanged: z.int(),
  enriched: z.int(),
  proposed: z.int().optional().meta({ description: 'Only where there are any.' }),
  refused: z.int(),
  candidates: z
    .int()
    .optional()
    .meta({ description: 'Identifiers that were kept as candidates: no papers yet. Only where there are any.' }),
}

const last = z
  .int()
  .nullable()
  .meta({ description: 'The chunk up to which all are taken; null while the first one is not.' })

export const chunkResponse = z.strictObject({ success: z.literal(true), chunk: z.int(), ...counts, last })

const listedChunk = z.strictObject({ chunk: z.int(), digest: z.string(), done: z.boolean(), ...counts })
export const chunkListResponse = z.strictObject({ success: z.literal(true), chunks: z.array(listedChunk) })

const refusal = z.strictObject({ number: z.int(), position: z.string(), reason: z.string() })
export const refusalListResponse = z.strictObject({ success: z.literal(true), refusals: z.array(refusal) })

export const sessionResponse = z.strictObject({
  success: z.literal(true),
  id: z.string(),
  label: z.string(),
  state: z.enum(ingestSessionStates),
  max: z.int(),
  until: z.string(),
  ...counts,
  last,
})

export const presentChunk = ({ chunk, counts: taken, last: whole }: IngestChunk): z.infer<typeof chunkResponse> => ({
  success: true,
  chunk,
  ...toldCounts(taken),
  last: whole,
})

export const presentChunks = (chunks: readonly IngestChunk[]): z.infer<typeof chunkListResponse> => ({
  success: true,
  chunks: chunks.map(({ chunk, digest, finishedAt, counts: taken }) => ({
    chunk,
    digest,
    done: finishedAt !== null,
    ...toldCounts(taken),
  })),
})

export const presentRefusals = (refusals: readonly IngestRefusal[]): z.infer<typeof refusalListResponse> => ({
  success: true,
  refusals: refusals.map(({ number, position, reason }) => ({ number, position, reason })),
})

export const presentSession = (session: IngestSession): z.infer<typeof sessionResponse> => ({
  success: true,
  id: session.id,
  label: session.label,
  state: session.state,
  max: session.maxRecords,
  until: session.until,
  ...toldCounts(session.counts),
  last: session.last,
})
