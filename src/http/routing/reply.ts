/** What a handler gives back; bytes, ETag and CORS are added in one place. */
export type Reply = {
  status: number
  body: string
  /** Sent in place of `body`: what is ready as bytes, such as a compressed file. */
  bytes?: Buffer
  type: string
  headers: Record<string, string>
  /** It will be more complete soon: not to be kept ready. */
  isPartial?: boolean
}

export const JSON_TYPE = 'application/json; charset=utf-8'
export const HTML_TYPE = 'text/html; charset=utf-8'

export const json = (status: number, value: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  body: JSON.stringify(value),
  type: JSON_TYPE,
  headers,
})

export const page = (status: number, markup: { toString(): string }, headers: Record<string, string> = {}): Reply => ({
  status,
  body: markup.toString(),
  type: HTML_TYPE,
  headers,
})
