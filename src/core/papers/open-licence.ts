/** A licence that lets anybody copy, share and adapt a work for any purpose. */
export type OpenLicence = {
  /** The SPDX id; without version if none was given. */
  id: string
  /** The address of the licence text; null if the version is unknown. */
  address: string | null
}

type Known = {
  id: string
  address: (version: string) => string
  versions: readonly string[]
  names: RegExp
  path: RegExp
}

const CREATIVE_COMMONS = 'https://creativecommons.org'
const ALL_VERSIONS = ['1.0', '2.0', '2.5', '3.0', '4.0']
/** Variants of Creative Commons licences; none restricts the permissions. */
const PORTS = '(?: (?:international|unported|generic|igo))?'
const VERSION = '(?: v?(?<version>\\d\\.\\d))?'

const creativeCommons = (id: string, path: string, names: string): Known => ({
  id,
  versions: ALL_VERSIONS,
  address: (version) => `${CREATIVE_COMMONS}/licenses/${path}/${version}/`,
  names: new RegExp(`^(?:${names})(?: licen[cs]e)?${VERSION}${PORTS}(?: licen[cs]e)?$`, 'u'),
  path: new RegExp(`^creativecommons\\.org/licenses/${path}/(?<version>\\d\\.\\d)(?:/|$)`, 'u'),
})

const single = (id: string, { address, names, path }: { address: string; names: RegExp; path: RegExp }): Known => ({
  id,
  versions: [''],
  address: () => address,
  names,
  path,
})

/**
 * Deliberately conservative: excluded are licences that forbid commercial use (NC) or changes (ND), those of publishers, and
 * arXiv's own, which lets only arXiv distribute.
 */
const openLicences: readonly Known[] = [
  creativeCommons('CC-BY', 'by', 'cc ?by|creative commons attribution'),
  creativeCommons('CC-BY-SA', 'by-sa', 'cc ?by ?sa|creative commons attribution share ?alike'),
  single('CC0-1.0', {
    address: `${CREATIVE_COMMONS}/publicdomain/zero/1.0/`,
    names: /^(?:cc ?0|cc ?zero|creative commons zero)(?: v?1\.0)?(?: universal)?$/u,
    path: /^creativecommons\.org\/publicdomain\/zero\/1\.0(?:\/|$)/u,
  }),
  single('PDM-1.0', {
    address: `${CREATIVE_COMMONS}/publicdomain/mark/1.0/`,
    names: /^(?:public domain|pdm|public domain mark)(?: 1\.0)?$/u,
    path: /^creativecommons\.org\/publicdomain\/mark\/1\.0(?:\/|$)/u,
  }),
  single('ODC-By-1.0', {
    address: 'https://opendatacommons.org/licenses/by/1-0/',
    names: /^odc by(?: 1\.0)?$/u,
    path: /^opendatacommons\.org\/licenses\/by\/(?:1[-.]0\/?)?$/u,
  }),
  single('PDDL-1.0', {
    address: 'https://opendatacommons.org/licenses/pddl/1-0/',
    names: /^pddl(?: 1\.0)?$/u,
    path: /^opendatacommons\.org\/licenses\/pddl\/(?:1[-.]0\/?)?$/u,
  }),
  single('MIT', {
    address: 'https://opensource.org/license/mit',
    names: /^(?:the )?mit(?: licen[cs]e)?$/u,
    path: /^opensource\.org\/licenses?\/mit\/?$/u,
  }),
  single('Apache-2.0', {
    address: 'https://www.apache.org/licenses/LICENSE-2.0',
    names: /^apache(?: licen[cs]e)?,?(?: version)? 2\.0$/u,
    path: /^(?:apache\.org\/licenses\/license-2\.0(?:\.\w+)?|opensource\.org\/licenses?\/apache-2[.-]0)\/?$/u,
  }),
]

/** Long and short name: `Creative Commons Attribution 4.0 International (CC BY 4.0)`. */
const BRACKETS = /^(?<long>[^()]+) \((?<short>[^()]+)\)$/u

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s_-]+/gu, ' ')
    .trim()

const pathIn = (text: string): string | null =>
  /^https?:\/\/(?:www\.)?(?<rest>\S+)$/iu.exec(text.trim())?.groups?.rest?.toLowerCase() ?? null

const match = ({ id, versions, address, names, path }: Known, text: string): OpenLicence | null => {
  const where = pathIn(text)
  const found = where === null ? names.exec(plain(text)) : path.exec(where)
  if (found === null) return null
  const version = found.groups?.version ?? ''
  if (version === '' && !versions.includes('')) return { id, address: null }
  if (!versions.includes(version)) return null
  return { id: version === '' ? id : `${id}-${version}`, address: address(version) }
}

const findIn = (text: string): OpenLicence | null => {
  for (const known of openLicences) {
    const found = match(known, text)
    if (found !== null) return found
  }
  return null
}

/**
 * Recognizes an open licence by its address or full name; null for any other licence and for anything ambiguous. Sentences about
 * licences are not interpreted.
 */
export const openLicence = (license: string | null): OpenLicence | null => {
  if (license === null) return null
  const both = BRACKETS.exec(license.trim())?.groups
  if (both === undefined) return findIn(license)
  const [long, short] = [findIn(both.long ?? ''), findIn(both.short ?? '')]
  return long !== null && short !== null && short.id.startsWith(long.id.replace(/-[\d.]+$/u, '')) ? long : null
}
