import { MAX_CHUNK_BYTES } from '#core/imports/ingest-session.ts'
import { byteSize } from '#core/numbers/byte-size.ts'
import { MAX_FILE_BYTES } from '#core/files/held-file.ts'

const KIBIBYTE = 1_024
const MEBIBYTE = 1_024 * KIBIBYTE

/** A paper with its full text. */
export const PAPER_BODY_BYTES = MEBIBYTE
/** What editors send by the API: papers, briefs, concepts. */
export const EDITING_BODY_BYTES = MEBIBYTE
/** Records of a catalogue, some thousands of them. */
export const IMPORT_BODY_BYTES = MAX_CHUNK_BYTES
export const CONTACT_BODY_BYTES = 32 * KIBIBYTE
export const SUBSCRIBE_BODY_BYTES = 4 * KIBIBYTE
/** One file of a paper. */
export const FILE_BODY_BYTES = MAX_FILE_BYTES
/** Ten files of the largest size, and what a browser writes around them. */
export const FILE_FORM_BYTES = 10 * MAX_FILE_BYTES + MEBIBYTE
/** 25 references. */
export const REFERENCES_BODY_BYTES = 256 * KIBIBYTE
/** A message of an agent: a call of a tool with its arguments. */
export const MCP_BODY_BYTES = 256 * KIBIBYTE
/** An email that came back, in base 64. */
export const BOUNCE_BODY_BYTES = 2 * MEBIBYTE
export const FORM_BYTES = 64 * KIBIBYTE
/** A commentary of 50,000 characters, each of up to nine bytes, and a note. */
export const DECISION_FORM_BYTES = MEBIBYTE
/** 10,000 characters of three bytes, each percent-encoded as nine, and the other fields. */
export const CONTACT_FORM_BYTES = 128 * KIBIBYTE
export const SUBSCRIBE_FORM_BYTES = 8 * KIBIBYTE
/** Percent-encoding makes a full text of other than Latin letters up to nine times as long. */
export const PAPER_FORM_BYTES = 8 * MEBIBYTE
export const BRIEF_FORM_BYTES = MEBIBYTE
export const REPLY_TEMPLATE_FORM_BYTES = 128 * KIBIBYTE
/** What a browser sends of a passkey. */
export const PASSKEY_BODY_BYTES = 64 * KIBIBYTE

/** How a route describes its 413. */
export const tooLargeResponse = (limit: number) => ({ description: `The body is larger than ${byteSize(limit)}.` })
