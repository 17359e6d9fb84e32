import { z } from 'zod'
import { sourceFormats, type ReadRecord } from '#core/imports/imported-record.ts'
import { parseStrictJson } from './parse-strict-json.ts'
import { messageOf } from '#core/failure.ts'
import { validate } from './validate.ts'

/** A record that a client read from a file and sends on, as a line of JSON; what it says is checked like any other. */
const sentRecord = z.union([
  z.strictObject({ position: z.string().min(1).max(300), reason: z.string().min(1).max(2_000) }),
  z.strictObject({
    format: z.enum(sourceFormats),
    position: z.string().min(1).max(300),
    recordId: z.string().nullable(),
    fields: z.record(z.string(), z.unknown()),
    unmapped: z.array(z.string()),
    source: z.string(),
  }),
])

/** A line that a client sends of a record; one that is none is refused by its number. */
export const parseSentRecord = (text: string, line: number): ReadRecord => {
  const position = `line ${line}`
  try {
    const checked = validate(sentRecord, parseStrictJson(text))
    return checked.ok
      ? checked.value
      : { position, reason: 'This line is no record as "longview ingest --to" sends it.' }
  } catch (error) {
    return { position, reason: messageOf(error) }
  }
}
