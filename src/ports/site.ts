import type { Settings } from '#core/settings.ts'

/** The settings of the library as they are at the moment: read them for each page and each email, and keep none of them. */
export type LiveSite = {
  current(): Settings
  /** What holds where nothing is set. */
  defaults: Settings
  /** Reads settings that were changed since, by whatever process. Costs microseconds if nothing public has changed. */
  refresh(): Promise<void>
  /** Whether a mail server is configured: pages offer emails only then. */
  canMail: boolean
}
