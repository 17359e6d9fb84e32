/** What makes a library one's own: its name, its looks and its words (decision 62). */

/** The scores that a library may have, under their names on the wire. */
export const settableScores = ['longHorizonScore', 'enterpriseScore'] as const
export type SettableScore = (typeof settableScores)[number]

/** `words` say what a score means, from the lowest fifth of the scale to the highest. */
export type ScoreSetting = {
  score: SettableScore
  name: string
  meaning: string
  words: readonly [string, string, string, string, string]
}

/** The parts of a library that can be renamed for people, or switched off. */
export const libraryParts = ['types', 'concepts', 'frameworks', 'gaps', 'briefs'] as const
export type LibraryPart = (typeof libraryParts)[number]

export type PartLabel = { one: string; many: string }

/** `url` is an http(s) address, or a path of this site. */
export type FooterLink = { label: string; url: string }

export type Settings = {
  name: string
  tagline: string
  /** Markdown, shown on the page about the library; may be empty. */
  about: string
  /** Such as `#9a3412`; null for the colour of the program. */
  accentColor: string | null
  /** Sanitized SVG; null for the name in words. */
  logo: string | null
  /** Sanitized SVG; null for the icon of the program. */
  favicon: string | null
  footerLinks: readonly FooterLink[]
  /** The language of the content, as a tag of BCP 47. */
  language: string
  /** None, one or two; lists are ordered by the first. */
  scores: readonly ScoreSetting[]
  /** Only of renamed parts. */
  labels: Readonly<Partial<Record<LibraryPart, PartLabel>>>
  off: readonly LibraryPart[]
}

export const settingNames = [
  'name',
  'tagline',
  'about',
  'accentColor',
  'logo',
  'favicon',
  'footerLinks',
  'language',
  'scores',
  'labels',
  'off',
] as const satisfies readonly (keyof Settings)[]
export type SettingName = (typeof settingNames)[number]

/** Only what was set; every other setting has its default. */
export type StoredSettings = Readonly<Partial<Settings>>

/** `version` is 0 until something is set, and increases with each change. */
export type SettingsRecord = { stored: StoredSettings; version: number }

export const MAX_FOOTER_LINKS = 8

const defaultScores: readonly ScoreSetting[] = [
  {
    score: 'longHorizonScore',
    name: 'Main subject',
    meaning: 'How much a paper says about the main subject of the library.',
    words: [
      'The subject is at most hinted at.',
      'It touches the subject in passing.',
      'The subject is a part of the work, in the background.',
      'It names and addresses a problem of the subject.',
      'The subject is what it is about.',
    ],
  },
  {
    score: 'enterpriseScore',
    name: 'Practice',
    meaning: 'How much a paper says about use in practice.',
    words: [
      'Theory, without any use in sight.',
      'A general method, tried on examples.',
      'It meets a need of practice, without its setting.',
      'Its tasks, data or limits are like those of practice.',
      'Made for practice, or tried there.',
    ],
  },
]

/** The settings of a library that sets nothing. @param name the name that its environment gives it */
export const defaultSettings = (name: string): Settings => ({
  name,
  tagline: 'A curated library of research papers',
  about: '',
  accentColor: null,
  logo: null,
  favicon: null,
  footerLinks: [],
  language: 'en',
  scores: defaultScores,
  labels: {},
  off: [],
})

/** All settings: what was set, and defaults for the rest. */
export const completeSettings = (stored: StoredSettings, defaults: Settings): Settings => ({ ...defaults, ...stored })

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

/**
 * What is to be stored of given settings: a value that is the default stays unset unless it was set before, so that saving a form
 * that shows defaults fixes none of them.
 */
export const settingsToStore = (
  given: StoredSettings,
  { before, defaults }: { before: StoredSettings; defaults: Settings },
): StoredSettings =>
  Object.fromEntries(
    settingNames.flatMap((name) => {
      const value = given[name]
      const isUnset = value === undefined || (before[name] === undefined && isSame(value, defaults[name]))
      return isUnset ? [] : [[name, value]]
    }),
  )

/** Each setting by name; null for one that is not set. */
export const settingsByName = (stored: StoredSettings): Record<SettingName, unknown> =>
  Object.fromEntries(settingNames.map((name) => [name, stored[name] ?? null])) as Record<SettingName, unknown>

/** The tagline as a sentence, within a text. */
export const taglineSentence = ({ tagline }: Pick<Settings, 'tagline'>): string =>
  /[.!?…]$/u.test(tagline) ? tagline : `${tagline}.`
