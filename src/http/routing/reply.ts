/** What a handler returns; the pipeline adds bytes, ETag and CORS. */
export type Reply = {
  status: number
  body: string
  /** Sent instead of `body`: bytes, such as a compressed file. */
  bytes?: Buffer
  /** Sent instead of `body`, piece by piece as the client takes it; each piece is made when it is asked for. */
  stream?: AsyncIterable<string | Uint8Array>
  /** The pieces of the stream cost next to nothing, or come when something happens: they take no turns. */
  isOutOfTurn?: true
  type: string
  headers: Record<string, string>
  /** Each is sent as a Set-Cookie of its own. */
  cookies?: readonly string[]
  /** What the page is where it is none of ours alone: one that shows others of ours within it, an email as a page, or a file of others. */
  framing?: 'shows frames' | 'email' | 'file'
  /** It will be more complete soon, so it must not be cached. */
  isPartial?: boolean
}

export const JSON_TYPE = 'application/json; charset=utf-8'
export const HTML_TYPE = 'text/html; charset=utf-8'
export const MARKDOWN_TYPE = 'text/markdown; charset=utf-8'
export const TEXT_TYPE = 'text/plain; charset=utf-8'

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

/** Sends the browser on to another page after a form was posted, so that reloading posts nothing twice. */
export const seeOther = (location: string, headers: Record<string, string> = {}): Reply => ({
  status: 303,
  body: '',
  type: TEXT_TYPE,
  headers: { ...headers, Location: location },
})

/** What is asked for stands elsewhere, for now. */
export const found = (location: string): Reply => ({ ...seeOther(location), status: 302 })

/** Sends the browser on with the same method and body, such as a form that something stood before. */
export const repeatAt = (location: string): Reply => ({ ...seeOther(location), status: 307 })

/** Sends the browser on for good, with its method and body; caches may keep that for a day. */
export const movedPermanently = (location: string): Reply => ({
  status: 308,
  body: '',
  type: HTML_TYPE,
  headers: { Location: location, 'Cache-Control': 'public, max-age=86400' },
})
