import { Failure } from '#core/failure.ts'

/** What the declaration of an XML document says about its bytes. */
const XML_ENCODING = /^<\?xml[^>]{0,200}\bencoding\s*=\s*["'](?<name>[\w.:-]{1,40})["']/u

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/**
 * A decoder for a source by its first bytes: what its byte order mark or its XML declaration says, else UTF-8, or what
 * old tools write where it is not that. Throws `unsupported_media_type` for an encoding that nobody knows.
 */
export const decoderFor = (head: Uint8Array): TextDecoder => {
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder('utf-16le')
  if (head[0] === 0xfe && head[1] === 0xff) return new TextDecoder('utf-16be')
  const declared = XML_ENCODING.exec(new TextDecoder('latin1').decode(head.subarray(0, 400)))?.groups?.name
  try {
    return new TextDecoder(declared ?? (isUtf8(head) ? 'utf-8' : 'windows-1252'))
  } catch (error) {
    throw new Failure('unsupported_media_type', `The encoding ${declared} is not known: convert the file to UTF-8.`, {
      cause: error,
    })
  }
}
