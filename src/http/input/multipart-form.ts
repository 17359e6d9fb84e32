import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import type { Context } from 'hono'
import { Failure, messageOf } from '#core/failure.ts'
import { bodyPieces, refuseCompressed } from './body.ts'

/** A file of a form as it arrives; content that is not read is skipped. */
export type SentFormFile = { name: string; content: AsyncIterable<Uint8Array> }

/** Further files of a form are skipped. */
export const MAX_FORM_FILES = 20

const malformed = (error: unknown): Failure =>
  error instanceof Failure
    ? error
    : new Failure('malformed', `The form is not as browsers send it: ${messageOf(error)}.`, { cause: error })

/** Stopping early must not destroy the stream: the parser would wait for it for ever. */
async function* contentOf(stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of stream.iterator({ destroyOnReturn: false })) yield piece as Buffer
  } catch (error) {
    throw malformed(error)
  }
}

type FieldBounds = { fields: number; fieldSize: number }

/** Forms of files have few other fields, which nobody reads. */
const FEW_FIELDS: FieldBounds = { fields: 20, fieldSize: 1_000 }

const parserFor = (context: Context, bounds: FieldBounds) => {
  const type = context.req.header('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/iu.test(type))
    throw new Failure('unsupported_media_type', 'The files must be sent as multipart/form-data, as browsers do.')
  refuseCompressed(context)
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: { files: MAX_FORM_FILES, ...bounds },
    })
  } catch (error) {
    throw malformed(error)
  }
}

/**
 * Reads a form with files one at a time, none of them whole in memory: `take` gets each file as it arrives, and the next one
 * waits until it is done. The first error of `take` is thrown after the whole form is read. An empty file input is skipped.
 * Throws `unsupported_media_type`, `too_large` or `malformed`.
 */
export const readFormFiles = (context: Context, limit: number, take: TakeFile): Promise<void> =>
  readForm(context, { limit, bounds: FEW_FIELDS }, { take, receive: () => {} })

/** The fields of a form by name; if a name occurs several times, its last value. */
export type FormFields = ReadonlyMap<string, string>

/**
 * Reads a form with files and many fields as `readFormFiles` does, and returns the fields. Throws `too_large` for as
 * many fields as the bounds allow, or more, and for a longer one.
 */
export const readFormWithFiles = async (
  context: Context,
  order: { limit: number; bounds: FieldBounds },
  take: TakeFile,
): Promise<FormFields> => {
  const fields = new Map<string, string>()
  let count = 0
  const receive: ReceiveField = (name, value, isCut) => {
    count += 1
    // The parser leaves out what comes after the last one that is allowed.
    if (isCut || count === order.bounds.fields)
      throw new Failure('too_large', 'The form has more in it than the server takes: send it in parts.')
    // Browsers send line breaks as two characters.
    fields.set(name, value.replaceAll('\r\n', '\n'))
  }
  await readForm(context, order, { take, receive })
  return fields
}

type TakeFile = (file: SentFormFile) => Promise<void>
type ReceiveField = (name: string, value: string, isCut: boolean) => void

const readForm = async (
  context: Context,
  { limit, bounds }: { limit: number; bounds: FieldBounds },
  { take, receive }: { take: TakeFile; receive: ReceiveField },
): Promise<void> => {
  const parser = parserFor(context, bounds)
  const errors: unknown[] = []
  parser.on('field', (name, value, isNameCut, isValueCut) => {
    try {
      receive(name, value, isNameCut || isValueCut)
    } catch (error) {
      errors.push(error)
    }
  })
  const open = new Set<Readable>()
  let taken: Promise<void> = Promise.resolve()
  parser.on('file', (_field, stream, name) => {
    open.add(stream)
    stream.once('close', () => open.delete(stream))
    // The reader of the file gets the error as well.
    stream.on('error', () => {})
    const takeNext = async (): Promise<void> => {
      try {
        if (name !== '') await take({ name, content: contentOf(stream) })
      } catch (error) {
        errors.push(error)
      }
      stream.resume()
    }
    taken = taken.then(takeNext)
  })
  const broken = new AbortController()
  parser.on('error', (error) => broken.abort(malformed(error)))
  try {
    for await (const piece of bodyPieces(context, limit))
      if (!broken.signal.aborted && !parser.write(piece)) await once(parser, 'drain', { signal: broken.signal })
    parser.end()
    if (!broken.signal.aborted && !parser.writableFinished) await once(parser, 'finish', { signal: broken.signal })
  } catch (error) {
    const fault: unknown = broken.signal.aborted ? broken.signal.reason : error
    errors.unshift(fault)
    for (const stream of open) stream.destroy(malformed(fault))
  }
  await taken
  if (errors.length > 0) throw errors[0]
}
