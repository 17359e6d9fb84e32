/**
 * How many tokens a language model sees in a text, at most: a third of its bytes. Tokenizers of today take four bytes of
 * English prose for one token, and fewer of JSON, digits and other scripts.
 */
const BYTES_PER_TOKEN = 3

export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN)
