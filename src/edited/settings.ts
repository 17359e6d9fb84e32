import { z } from 'zod'
import type { GivenSettings } from '#actions/editorial/settings.ts'
import type { ChapterRecord } from '#core/papers/chapter.ts'
import { completeSettings, libraryParts, settableScores, type Settings } from '#core/settings.ts'
import type { PrivateReader } from '#ports/store/store.ts'
import { chapterNumber } from '#schemas/fields.ts'
import { byPart, settingsShape, toStoredSettings } from '#schemas/settings-schema.ts'
import { editedChapters } from './chapters.ts'
import { inputOf, outputOf } from './edited-resource.ts'

/** The settings of the library as one object, for the console, the editorial API and the command line. */

const givenChapter = inputOf(editedChapters.fields).extend({
  number: chapterNumber(),
})

/** Null, or no value, asks for the default of a setting; chapters then stay as they are. */
export const settingsInput = z
  .strictObject({ ...settingsShape, chapters: z.array(givenChapter).max(7).nullish() })
  .transform(({ chapters, ...words }): GivenSettings => ({
    words: toStoredSettings(words),
    chapters: chapters ?? null,
  }))

/** What answers and files have. */
export const settingsOutput = z
  .strictObject({
    name: z.string(),
    tagline: z.string(),
    about: z.string().meta({ description: 'Markdown.' }),
    accentColor: z.string().nullable(),
    logo: z.string().nullable().meta({ description: 'SVG, as it was sanitized.' }),
    favicon: z.string().nullable().meta({ description: 'SVG, as it was sanitized.' }),
    footerLinks: z.array(z.strictObject({ label: z.string(), url: z.string() })),
    language: z.string().meta({ description: 'A language tag (BCP 47).' }),
    chapters: z.array(z.strictObject({ number: z.int().min(1).max(7), ...outputOf(editedChapters.fields) })),
    scores: z.array(
      z.strictObject({
        score: z.enum(settableScores),
        name: z.string(),
        meaning: z.string(),
        words: z.array(z.string()).length(5),
      }),
    ),
    labels: byPart(z.strictObject({ one: z.string(), many: z.string() })),
    off: z.array(z.enum(libraryParts)),
  })
  .meta({ id: 'Settings' })

export type PresentedSettings = z.infer<typeof settingsOutput>

export type CurrentSettings = { settings: Settings; chapters: readonly ChapterRecord[]; version: number }

/** Everything that is set, with the defaults of the rest. */
export const readSettings = async (
  { settings, chapters }: Pick<PrivateReader, 'settings' | 'chapters'>,
  defaults: Settings,
): Promise<CurrentSettings> => {
  const { stored, version } = await settings.get()
  return { settings: completeSettings(stored, defaults), chapters: await chapters.list(), version }
}

/** The object in its order, which the forms and files of people keep. */
export const presentSettings = ({
  settings,
  chapters,
}: Pick<CurrentSettings, 'settings' | 'chapters'>): PresentedSettings => {
  const { footerLinks, language, scores, labels, off, ...looks } = settings
  return {
    ...looks,
    footerLinks: [...footerLinks],
    language,
    chapters: chapters.map((chapter) => ({ number: chapter.number, ...editedChapters.present(chapter) })),
    scores: scores.map((score) => ({ ...score, words: [...score.words] })),
    labels,
    off: [...off],
  }
}
