/** The little that the tests use of Citation.js, which has no types of its own. */
declare module '@citation-js/core' {
  export class Cite {
    constructor(source: string)
    data: Record<string, unknown>[]
  }
}
declare module '@citation-js/plugin-bibtex'
declare module '@citation-js/plugin-ris'
