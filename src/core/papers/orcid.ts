/** An ORCID iD: 16 digits in groups of four, the last of which is a check digit or X. */
const ORCID = /^(?:(?:https?:\/\/)?(?:www\.)?orcid\.org\/|orcid:\s?)?(?<id>\d{4}-?\d{4}-?\d{4}-?\d{3}[\dx])\/?$/iu

/** The check digit of the first 15 digits (ISO 7064, MOD 11-2). */
const checkDigit = (digits: string): string => {
  let total = 0
  for (const digit of digits) total = (total + Number(digit)) * 2
  const result = (12 - (total % 11)) % 11
  return result === 10 ? 'X' : String(result)
}

/** The ORCID iD that a text or address is, such as 0000-0002-1825-0097; null for anything else, and for a wrong check digit. */
export const orcidIn = (text: string): string | null => {
  const digits = ORCID.exec(text.trim())?.groups?.id?.replaceAll('-', '').toUpperCase()
  if (digits === undefined || checkDigit(digits.slice(0, 15)) !== digits.slice(15)) return null
  return digits.replaceAll(/(?<group>.{4})(?=.)/gu, '$<group>-')
}

export const orcidAddress = (orcid: string): string => `https://orcid.org/${orcid}`
