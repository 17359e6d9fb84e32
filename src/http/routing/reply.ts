/** What a handler returns; the pipeline adds bytes, ETag and CORS. */
export type Reply = {
  status: number
  body: string
  /** Sent instead of `body`: bytes, such as a compressed file. */
  bytes?: Buffer
  /** Sent instead of `body`; each piece is made when the client has taken the one before. */
  stream?: AsyncIterable<string | Uint8Array>
  /** The pieces of the stream cost almost nothing, or come with events, so they are not queued fairly among clients. */
  skipsQueue?: true
  type: string
  headers: Record<string, string>
  /** Each is sent in its own Set-Cookie header. */
  cookies?: readonly string[]
  /** Needs another security policy: a page of ours with frames, an email shown as a page, an uploaded file, or a picture. */
  framing?: 'shows frames' | 'email' | 'file' | 'picture'
  /** Something is still being computed, so it must not be cached. */
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

/** What an answer lacks that the same request may have a moment later, so nobody may keep it. */
export const forNow = (reply: Reply): Reply => ({
  ...reply,
  isPartial: true,
  headers: { ...reply.headers, 'Cache-Control': 'no-store' },
})

export const page = (status: number, markup: { toString(): string }, headers: Record<string, string> = {}): Reply => ({
  status,
  body: markup.toString(),
  type: HTML_TYPE,
  headers,
})

/** Redirects to another page after a form was posted, so that reloading does not post it again. */
export const seeOther = (location: string, headers: Record<string, string> = {}): Reply => ({
  status: 303,
  body: '',
  type: TEXT_TYPE,
  headers: { ...headers, Location: location },
})

/** A temporary redirect. */
export const found = (location: string): Reply => ({ ...seeOther(location), status: 302 })

/** A temporary redirect that keeps method and body, such as for a form that had to be confirmed first. */
export const repeatAt = (location: string): Reply => ({ ...seeOther(location), status: 307 })

/** A permanent redirect that keeps method and body; caches may keep it for a day. */
export const movedPermanently = (location: string): Reply => ({
  status: 308,
  body: '',
  type: HTML_TYPE,
  headers: { Location: location, 'Cache-Control': 'public, max-age=86400' },
})
