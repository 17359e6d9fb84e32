import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { checkResolved } from './check-address.ts'

/** All addresses of a name, as the system finds them. */
export type ResolveName = (host: string) => Promise<LookupAddress[]>

export const resolveBySystem: ResolveName = (host) => {
  const { promise, resolve, reject } = Promise.withResolvers<LookupAddress[]>()
  systemLookup(host, { all: true }, (error, addresses) => (error === null ? resolve(addresses) : reject(error)))
  return promise
}

/**
 * Looks names up for a connection, which then goes to the very addresses that were checked: a name that is looked up
 * twice could lead elsewhere the second time.
 */
export const checkedLookup =
  (resolveName: ResolveName): LookupFunction =>
  (host, { all }, callback) => {
    const answer = async (): Promise<void> => {
      try {
        const addresses = await resolveName(host)
        checkResolved(
          host,
          addresses.map(({ address }) => address),
        )
        const [first] = addresses
        if (all === true) callback(null, addresses)
        else callback(null, first?.address ?? '', first?.family ?? 4)
      } catch (error) {
        callback(error as NodeJS.ErrnoException, '')
      }
    }
    void answer()
  }
