/** A name as bibliographies sort it; `literal` for what has no two parts, such as a group or a name without spaces. */
export type PersonName = { family: string; given: string } | { literal: string }

/** Words that belong to the family name although they stand before it: Ludwig van Beethoven, Sydney Von Arx. */
const PARTICLE =
  /^(?:af|al|av|bin|da|dal|dos|du|el|ibn|la|le|ten|ter|vom|zu|zur|[dv][ae]n|[Vv]on|[Dd]e[lnr]?|[Dd]ella|[Dd]es|[Dd]i|Van)$/u
const COMPANY = /^(?:co|corp|gmbh|inc|llc|ltd|plc)\.?$/iu

/** Names come as papers print them, given name first, or turned round by a comma. */
export const personName = (text: string): PersonName => {
  const [family = '', given = '', ...more] = text.split(',').map((part) => part.trim())
  if (given !== '')
    return family === '' || more.length > 0 || COMPANY.test(given) ? { literal: text } : { family, given }
  const parts = text.split(/\s+/u).filter((part) => part !== '')
  if (parts.length < 2) return { literal: text }
  let first = parts.length - 1
  while (first > 1 && PARTICLE.test(parts[first - 1] ?? '')) first -= 1
  return { family: parts.slice(first).join(' '), given: parts.slice(0, first).join(' ') }
}
