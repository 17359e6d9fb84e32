import { createHash, sign as signBytes } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import MessageParser, { type MessageParserHeaderLine } from 'nodemailer/lib/dkim/message-parser'
import RelaxedBody from 'nodemailer/lib/dkim/relaxed-body'
import dkim from 'nodemailer/lib/dkim/sign'
import { foldLines } from 'nodemailer/lib/mime-funcs'
import type { DkimKey } from '#core/mail/dkim-key.ts'

const FIELD = 'DKIM-Signature'
const LINE_LENGTH = 76

/** The field with an empty signature, which is itself signed (RFC 6376 section 3.7). */
const unsignedField = (
  { domain, selector }: DkimKey,
  { bodyHash, names }: { bodyHash: string; names: string },
): string => {
  const tags = ['v=1', 'a=ed25519-sha256', 'c=relaxed/relaxed', `d=${domain}`, 'q=dns/txt', `s=${selector}`]
  const field = `${FIELD}: ${[...tags, `bh=${bodyHash}`, `h=${names}`].join('; ')}`
  return `${foldLines(field, LINE_LENGTH)};\r\n b=`
}

/** RFC 8463 section 3: it signs the SHA-256 hash of the data that RSA would sign. */
const signatureField = (
  key: DkimKey,
  fields: string,
  { headers, bodyHash }: { headers: MessageParserHeaderLine[]; bodyHash: string },
): string => {
  const signed = dkim.relaxedHeaders(headers, fields)
  const line = unsignedField(key, { bodyHash, names: signed.fieldNames })
  const own = dkim.relaxedHeaders([{ key: FIELD.toLowerCase(), line }], FIELD).headers.replace(/\r\n$/u, '')
  const hash = createHash('sha256')
    .update(signed.headers + own, 'latin1')
    .digest()
  return `${line}${signBytes(null, hash, key.privateKey).toString('base64')}`
}

async function* withSignature(input: Readable, key: DkimKey, fields: string): AsyncGenerator<Buffer> {
  const parser = new MessageParser()
  const body = new RelaxedBody({ hashAlgo: 'sha256' })
  let headers: MessageParserHeaderLine[] = []
  let bodyHash = ''
  parser.once('headers', (found: MessageParserHeaderLine[]) => {
    headers = found
  })
  body.once('hash', (found: string) => {
    bodyHash = found
  })
  // An error in the pipeline ends the last stream, and so rejects the wait.
  const content = await buffer(pipeline(input, parser, body, () => {}))
  yield Buffer.from(`${signatureField(key, fields, { headers, bodyHash })}\r\n`)
  yield Buffer.concat([parser.rawHeaders === false ? Buffer.alloc(0) : parser.rawHeaders, content])
}

/**
 * Signs an email with Ed25519 (RFC 8463). Nodemailer only signs with RSA, but its parts do everything except the signature
 * itself.
 * @param fields names of the header fields to sign, separated by colons
 */
export const signEd25519 =
  (key: DkimKey, fields: string) =>
  (input: Readable): Readable =>
    Readable.from(withSignature(input, key, fields), { objectMode: false })
