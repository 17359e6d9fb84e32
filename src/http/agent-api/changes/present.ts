import { z } from 'zod'
import { changedKinds, changeEvents, type NumberedChange } from '#core/changes/public-change.ts'

const change = z
  .strictObject({
    seq: z.int(),
    kind: z.enum(changedKinds),
    id: z.string(),
    event: z.enum(changeEvents),
    at: z.string(),
  })
  .meta({ id: 'Change' })

export const changesResponse = z.strictObject({
  changes: z.array(change),
  nextSeq: z.int().meta({ description: 'What to ask for next as since.' }),
})

export const presentChange = ({ seq, kind, id, event, at }: NumberedChange): z.infer<typeof change> => ({
  seq,
  kind,
  id,
  event,
  at,
})

export const presentChanges = (changes: readonly NumberedChange[], since: number): z.infer<typeof changesResponse> => ({
  changes: changes.map(presentChange),
  nextSeq: changes.at(-1)?.seq ?? since,
})
