import type { CitedWork } from '#core/citations/cited-work.ts'
import { omitEmpty } from './fields.ts'

/** What a reference says of a work; absent where it says nothing. */
export const presentCitedWork = ({ title, authors, year, doi, arxivId, openalexId, text }: CitedWork) =>
  omitEmpty({ title, authors, year, doi, arxivId, openalexId, text })
