import { html, type Html } from '#html.ts'
import { paperPath } from '#http/reader/addresses.ts'

/** The page shows a version that is not the present one. */
export type EarlierVersion = { version: number; current: number }

/** Says so, and leads to what stands now. */
export const earlierVersionNotice = (id: string, earlier: EarlierVersion | null): Html | false =>
  earlier !== null &&
  html`<p class="notice" role="note">This is version ${earlier.version} of the paper as it was public. <a href="${paperPath(id)}">Version ${earlier.current} stands now.</a></p>`

/** The part of an address that names the version. */
export const versionQuery = (earlier: EarlierVersion | null): Record<string, string> =>
  earlier === null ? {} : { version: String(earlier.version) }
