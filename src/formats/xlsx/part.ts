import { SaxesParser } from 'saxes'
import { Failure, messageOf } from '#core/failure.ts'
import { MAX_DEPTH, MAX_RECORD_CHARACTERS } from '#formats/record.ts'
import { localName } from '#formats/xml/element.ts'

/** What reads the elements of a part of a workbook. Names have no prefixes. */
export type PartReader = {
  opened: (name: string, attributes: Record<string, string>) => void
  text: (text: string) => void
  closed: (name: string) => void
}

export const damaged = (reason: string, cause?: unknown): Failure =>
  new Failure('malformed', `The workbook cannot be read: ${reason.replace(/\.$/u, '')}.`, { cause })

type Parser = { write(text: string): void; close(): void }

/** A parser that gives what it finds to a reader. Throws `malformed` for a damaged part. */
export const partParser = (reader: PartReader): Parser => {
  const parser = new SaxesParser()
  let depth = 0
  let pending = 0
  parser.on('doctype', () => {
    throw damaged('it declares a document type')
  })
  parser.on('opentag', ({ name, attributes }) => {
    pending = 0
    depth += 1
    if (depth > MAX_DEPTH) throw damaged(`elements may be nested at most ${MAX_DEPTH} levels deep`)
    reader.opened(localName(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    pending = 0
    depth -= 1
    reader.closed(localName(name))
  })
  parser.on('text', reader.text)
  parser.on('cdata', reader.text)
  parser.on('error', (error) => {
    throw damaged(error.message.replace(/^(?:\S*:)?\d+:\d+: /u, ''))
  })
  return {
    write(text) {
      pending += text.length
      // The parser would keep a text or a tag without end.
      if (pending > MAX_RECORD_CHARACTERS + text.length) throw damaged('a text has no end')
      parser.write(text)
    },
    close: () => void parser.close(),
  }
}

/** Reads a part piece by piece, and stops after each for what was found in it. Throws `malformed` for a damaged one. */
export async function* readPart(bytes: AsyncIterable<Buffer>, reader: PartReader): AsyncGenerator<undefined> {
  const parser = partParser(reader)
  const decoder = new TextDecoder()
  try {
    for await (const piece of bytes) {
      parser.write(decoder.decode(piece, { stream: true }))
      yield
    }
    parser.write(decoder.decode())
    parser.close()
  } catch (error) {
    throw error instanceof Failure ? error : damaged(messageOf(error), error)
  }
  yield
}

/** Reads a part as a whole. */
export const readWholePart = async (bytes: AsyncIterable<Buffer>, reader: PartReader): Promise<void> => {
  for await (const _piece of readPart(bytes, reader));
}
