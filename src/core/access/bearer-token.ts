import { createHash, timingSafeEqual } from 'node:crypto'

const BEARER = /^Bearer +(?<token>\S+) *$/iu

/** The token of an Authorization header, if it has one. */
export const bearerToken = (header: string | undefined): string | undefined => BEARER.exec(header ?? '')?.groups?.token

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Whether an Authorization header holds this token. The time it takes tells nothing about the token, nor its length. */
export const bearsToken = (header: string | undefined, token: string): boolean =>
  timingSafeEqual(digest(bearerToken(header) ?? ''), digest(token))
