import type { CommonPassphrases } from '#ports/common-passphrases.ts'

/** Read when somebody first sets a passphrase: most processes never need it, and it takes some megabytes. */
const readList = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** The list that comes with zxcvbn: some 50,000 from leaked databases. */
export const commonPassphrases = (): CommonPassphrases => {
  let list: Promise<ReadonlySet<string>> | undefined
  return {
    includesAny: async (forms) => {
      const known = await (list ??= readList())
      return forms.some((form) => known.has(form))
    },
  }
}
