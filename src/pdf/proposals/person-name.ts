/** Names of people as they are printed below a title, and what stands there beside them. */

const INSTITUTION =
  /universit|institut|departa?ment|\bdept\b|laborator|\blabs?\b|school|college|facult|cent(?:er|re|ro)\b|academ|\binc\b|\bcorp|\bltd\b|\bllc\b|\bgmbh\b|hospital|compan|facilit|observator|research|technolog|science|engineering|division|group|foundation|ministry|council|google|microsoft|facebook|openai|deepmind|amazon|apple|nokia|mozilla|adobe|ibm|street|avenue|\broad\b|\brd\b|\bdrive\b|\bway$|\bUC\b|citable|as published|detailed terms|publisher|\bbox\b|abstract|member|ieee|acm|fellow|student|author|equal|contribut|corresponding|draft|version|report|proceedings|conference|journal|volume|revised|received|accepted|january|february|march|april|\bmay\b|june|july|august|september|october|november|december|e-?mail|http|www/iu
export const PARTICLE =
  /^(?:de|van|von|der|den|du|la|le|di|da|dos|del|della|bin|al|y|ter|ten|el|ibn|af|zu|st\.|do|e)$/iu
export const NAME_PART = /^\p{Lu}[\p{L}\p{M}]*(?:['’.-]+\p{L}[\p{L}\p{M}]*)*\.?$/u

/** Whether a text names an institution, a date, or anything else that is no person. */
export const isNoPerson = (text: string): boolean => INSTITUTION.test(text)

/** Whether a text is the name of one person, as far as its form tells. */
export const isPersonName = (text: string): boolean => {
  const parts = text.split(' ').filter((part) => part !== '')
  if (parts.length < 2 || parts.length > 6 || INSTITUTION.test(text)) return false
  const named = parts.filter((part) => NAME_PART.test(part))
  return (
    named.length >= 2 &&
    parts.every((part) => NAME_PART.test(part) || PARTICLE.test(part)) &&
    named.some((part) => part.replaceAll('.', '').length > 2)
  )
}

const capitalized = (part: string): string => {
  if (!/^\p{Lu}{3,}|\p{Lu}{2,}['’-]\p{Lu}/u.test(part) || part !== part.toUpperCase()) return part
  return part.toLowerCase().replaceAll(/(?<=^|['’-])\p{L}/gu, (letter) => letter.toUpperCase())
}

/** Names in small or large capitals are written as others are. */
export const plainName = (name: string): string => {
  if (name !== name.toUpperCase()) return name
  const parts = name.split(' ').map(capitalized)
  return parts.map((part) => (/^\p{Lu}{2}$/u.test(part) ? `${part[0]}${part.slice(1).toLowerCase()}` : part)).join(' ')
}
