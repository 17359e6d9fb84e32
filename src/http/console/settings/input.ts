import type { ValidationError } from '#core/failure.ts'
import { libraryParts, type ScoreSetting, type SettableScore, settableScores, type Settings } from '#core/settings.ts'
import type { FormBody } from '#http/input/body.ts'

/** The form of the settings: each setting as the text of one or more controls, and back. */

/** The texts of the controls by name, and what is ticked. */
export type SettingsValues = { texts: Readonly<Record<string, string>>; off: readonly string[] }

const lineFields = ['name', 'tagline', 'accentColor', 'language'] as const
const blockFields = ['about', 'logo', 'favicon'] as const

const scoreTexts = (score: SettableScore, setting: ScoreSetting | undefined, place: number): [string, string][] => [
  [`scores.${score}.place`, setting === undefined ? 'none' : String(place + 1)],
  [`scores.${score}.name`, setting?.name ?? ''],
  [`scores.${score}.meaning`, setting?.meaning ?? ''],
  [`scores.${score}.words`, setting?.words.join('\n') ?? ''],
]

/** What the controls show for stored settings. */
export const valuesOf = (settings: Settings): SettingsValues => {
  const { footerLinks, scores, labels } = settings
  return {
    texts: Object.fromEntries([
      ...[...lineFields, ...blockFields].map((name): [string, string] => [name, settings[name] ?? '']),
      ['footerLinks', footerLinks.map(({ label, url }) => `${label} | ${url}`).join('\n')],
      ...settableScores.flatMap((score) => {
        const place = scores.findIndex((one) => one.score === score)
        return scoreTexts(score, scores[place], place)
      }),
      ...libraryParts.flatMap((part): [string, string][] => [
        [`labels.${part}.one`, labels[part]?.one ?? ''],
        [`labels.${part}.many`, labels[part]?.many ?? ''],
      ]),
    ]),
    off: settings.off,
  }
}

/** What was typed. */
export const submittedValues = (form: FormBody): SettingsValues => ({ texts: form.fields, off: form.getAll('off') })

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const linkOf = (line: string) => {
  const bar = line.lastIndexOf('|')
  return bar === -1 ? { label: line, url: '' } : { label: line.slice(0, bar).trim(), url: line.slice(bar + 1).trim() }
}

type Texts = SettingsValues['texts']

const textOf = (texts: Texts, name: string): string => texts[name] ?? ''

/** The scores that have a place, in the order of their places. */
const orderedScores = (texts: Texts): SettableScore[] => {
  const placeOf = (score: SettableScore): string => textOf(texts, `scores.${score}.place`)
  return settableScores
    .filter((score) => ['1', '2'].includes(placeOf(score)))
    .toSorted((a, b) => placeOf(a).localeCompare(placeOf(b)))
}

/** The object that the form stands for; an empty control asks for the default. It is checked like that of the API. */
export const objectOf = ({ texts, off }: SettingsValues): Record<string, unknown> => ({
  ...Object.fromEntries(
    [...lineFields, ...blockFields].map((name) => [name, textOf(texts, name).trim() === '' ? null : texts[name]]),
  ),
  footerLinks: linesOf(textOf(texts, 'footerLinks')).map(linkOf),
  scores: orderedScores(texts).map((score) => ({
    score,
    name: textOf(texts, `scores.${score}.name`),
    meaning: textOf(texts, `scores.${score}.meaning`),
    words: linesOf(textOf(texts, `scores.${score}.words`)),
  })),
  labels: Object.fromEntries(
    libraryParts.flatMap((part) => {
      const [one, many] = [textOf(texts, `labels.${part}.one`), textOf(texts, `labels.${part}.many`)]
      return one.trim() === '' && many.trim() === '' ? [] : [[part, { one, many }]]
    }),
  ),
  off,
})

/** The same errors at the names of the controls; lines are numbered from one. */
export const errorsAtControls = (errors: readonly ValidationError[], { texts }: SettingsValues): ValidationError[] =>
  errors.map(({ path, message }) => {
    const [setting = '', entry, member, line] = path.split('.')
    if (setting === 'footerLinks' && entry !== undefined)
      return { path: 'footerLinks', message: `line ${Number(entry) + 1}: ${member ?? ''} ${message}` }
    const score = setting === 'scores' && entry !== undefined ? orderedScores(texts)[Number(entry)] : undefined
    if (score !== undefined)
      return {
        path: `scores.${score}.${member ?? 'name'}`,
        message: line === undefined ? message : `line ${Number(line) + 1} ${message}`,
      }
    return { path: setting === 'off' ? 'off' : path, message }
  })
