import { isIP } from 'node:net'

/** The host name that passkeys are bound to; null where there is only an address, to which browsers bind none. */
export const relyingPartyId = (publicUrl: string): string | null => {
  const { hostname } = new URL(publicUrl)
  return hostname.startsWith('[') || isIP(hostname) !== 0 ? null : hostname
}
