const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 section 6 without padding, as authenticator apps expect it. */
export const base32 = (bytes: Uint8Array): string => {
  let text = ''
  let [rest, bits] = [0, 0]
  for (const byte of bytes) {
    rest = ((rest << 8) | byte) & 0xfff
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32.charAt((rest >>> (bits - 5)) & 31)
  }
  return bits === 0 ? text : text + BASE32.charAt((rest << (5 - bits)) & 31)
}

/** Decodes base32 in either case; trailing bits that do not fill a byte are dropped. */
export const fromBase32 = (text: string): Buffer => {
  const bytes: number[] = []
  let [rest, bits] = [0, 0]
  for (const digit of text.toUpperCase()) {
    rest = ((rest << 5) | Math.max(0, BASE32.indexOf(digit))) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((rest >>> bits) & 0xff)
  }
  return Buffer.from(bytes)
}
