import { readFile } from 'node:fs/promises'
import { isLoopbackHost } from '#core/access/is-loopback-host.ts'
import { isWellFormedApiKey } from '#core/access/key-format.ts'
import { Failure, validationFailure } from '#core/failure.ts'

const wrong = (message: string): Failure => validationFailure([{ path: '--to', message }])

/**
 * The address of an ingestion session, without an end: of what `sessions open` prints, or of a server, whose session is
 * then that of the key. Throws `invalid` where the key would travel in the clear.
 */
export const sessionAddress = (to: string): string => {
  const url = URL.parse(to)
  if (url === null) throw wrong('must be an address, such as the "url" that "longview sessions open" prints')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopbackHost(url.hostname)))
    throw wrong('must begin with https://, because the key is sent there')
  const path = url.pathname.replace(/\/+$/u, '').replace(/\/papers$/u, '')
  return `${url.origin}${/\/api\/ingest-sessions\/[^/]+$/u.test(path) ? path : `${path}/api/ingest-sessions/current`}`
}

/** The key of a session: in a file, or in LONGVIEW_KEY. Throws `invalid` or `not_found`. */
export const readSessionKey = async (file: string | undefined, environment: NodeJS.ProcessEnv): Promise<string> => {
  const text = file === undefined ? environment.LONGVIEW_KEY : await readFile(file, 'utf8').catch(() => null)
  if (text === null) throw new Failure('not_found', `The file ${file ?? ''} cannot be read.`)
  const key = text?.trim() ?? ''
  if (isWellFormedApiKey(key)) return key
  const path = file === undefined ? 'LONGVIEW_KEY' : '--key-file'
  throw validationFailure([
    { path, message: 'must hold the key of the session, as "longview sessions open" prints it' },
  ])
}
