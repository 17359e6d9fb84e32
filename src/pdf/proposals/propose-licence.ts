const ADDRESS =
  /(?:https?:\/\/)?(?:www\.)?creativecommons\.org\/(?:licenses\/[a-z-]+(?:\/\d\.\d)?|publicdomain\/(?:zero|mark)(?:\/\d\.\d)?)/iu
const NAME =
  /creative commons(?: license)?,? attribution(?<terms>(?:[- ]+(?:share ?alike|no[- ]?derivatives|non[- ]?commercial))*)(?: (?<version>\d\.\d))?/iu

const shortTerms: readonly (readonly [RegExp, string])[] = [
  [/non[- ]?commercial/iu, 'NC'],
  [/no[- ]?derivatives/iu, 'ND'],
  [/share ?alike/iu, 'SA'],
]

/** The licence of Creative Commons that a document says it is under, by its address or short name; null for none and for any other. */
export const proposeLicence = (text: string): string | null => {
  const address = ADDRESS.exec(text)?.[0]
  if (address !== undefined) return address.startsWith('http') ? address : `https://${address}`
  const named = NAME.exec(text)?.groups
  if (named === undefined) return null
  const terms = shortTerms.filter(([pattern]) => pattern.test(named.terms ?? '')).map(([, short]) => short)
  const name = ['CC BY', ...terms].join('-')
  return named.version === undefined ? name : `${name} ${named.version}`
}
