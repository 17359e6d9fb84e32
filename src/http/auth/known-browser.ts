import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { cookieValues } from './cookie-values.ts'
import { isSecureCookie, type CookiePorts } from './session-cookie.ts'

const NAME = 'longview_browser'
const HALF_A_YEAR_SECONDS = 15_552_000
/** People share a browser; more than these are forgotten, the first first. */
const MOST_EDITORS = 8

type Site = CookiePorts & { secret: Buffer }

const signatureOf = (secret: Buffer, ids: string): Buffer =>
  createHmac('sha256', secret).update(`browser\0${ids}`).digest()

/** The editors who signed in with this browser before, as its signed cookie says. */
export const knownEditors = (context: Context, { secret }: Pick<Site, 'secret'>): string[] => {
  const [value = ''] = cookieValues(context, NAME)
  const [ids = '', signature = ''] = value.split('~')
  const given = Buffer.from(signature, 'base64url')
  const wanted = signatureOf(secret, ids)
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? ids.split('.') : []
}

/** The cookie by which a browser is known after an editor has signed in with it. */
export const knownBrowserCookie = (context: Context, site: Site, editorId: string): string => {
  const others = knownEditors(context, site).filter((id) => id !== editorId)
  const ids = [...others, editorId].slice(-MOST_EDITORS).join('.')
  const secure = isSecureCookie(site)(context) ? '; Secure' : ''
  const signature = signatureOf(site.secret, ids).toString('base64url')
  return `${NAME}=${ids}~${signature}; Path=/console; HttpOnly; SameSite=Strict; Max-Age=${HALF_A_YEAR_SECONDS}${secure}`
}
