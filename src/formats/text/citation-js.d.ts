/** Types for the two parts of Citation.js's BibTeX reader: the grammar of files and that of values. */

declare module '@citation-js/plugin-bibtex/lib/input/file.js' {
  export type RawEntry = {
    type: string
    label: string
    properties: Record<string, string | number>
    /** Of BibLaTeX, by field and name: "author+an:orcid" is `annotations.author.orcid`. */
    annotations?: Record<string, Record<string, string>>
  }
  export function parse(text: string): RawEntry[]
}

declare module '@citation-js/plugin-bibtex/lib/input/value.js' {
  /** `prefix` is the "van" of Ludwig van Beethoven. */
  export type RawName = { given?: string; family?: string; prefix?: string; suffix?: string }
  export function parse(text: string, field: 'author'): RawName[]
  export function parse(text: string, field: 'title'): string
}

declare module '@citation-js/plugin-bibtex/lib/input/constants.js' {
  export const formatting: Record<string, readonly [string, string]>
  export const mathScripts: Record<'^' | '_', Record<string, string>>
  export const defaultStrings: Record<string, string>
}
