import { readdirSync, readFileSync, existsSync } from 'node:fs'
import { Failure, messageOf } from '#core/failure.ts'
import { parseStrictJson } from '#schemas/parse-strict-json.ts'
import { z } from 'zod'
import type { PublishedBrief } from '#core/editorial/brief.ts'
import { severities, type Gap } from '#core/editorial/gap.ts'
import { isChapter } from '#core/papers/chapter.ts'
import { PAPER_ID, type PaperWithText } from '#core/papers/paper.ts'
import type { StoredSettings } from '#core/settings.ts'
import type { StarterCorpus } from '#core/editorial/starter-corpus.ts'
import { block, line } from '#schemas/fields.ts'
import { settingsSchema } from '#schemas/settings-schema.ts'
import { validate, type Validated } from '#schemas/validate.ts'
import { parseBriefMarkdown } from '#schemas/brief-markdown.ts'
import { parsePaper } from '#schemas/paper-schema.ts'

/** Errors give file and line, like those of a compiler. */
const invalidAt = (file: string, line: number, message: string): Failure =>
  new Failure('invalid', `starter/${file}:${line}: ${message}`)

export type NumberedLine = { line: number; value: unknown }

/** Parses JSON lines; blank lines are skipped. */
export const readJsonLines = (folder: URL, file: string): NumberedLine[] =>
  readFileSync(new URL(file, folder), 'utf8')
    .split('\n')
    .flatMap((text, index) => {
      if (text.trim() === '') return []
      try {
        return [{ line: index + 1, value: parseStrictJson(text) }]
      } catch (error) {
        throw invalidAt(file, index + 1, messageOf(error))
      }
    })

/** The files of a folder with this extension, sorted. */
export const listFiles = (folder: URL, part: string, ending: string): string[] =>
  readdirSync(new URL(`${part}/`, folder))
    .filter((name) => name.endsWith(ending))
    .toSorted()
    .map((name) => `${part}/${name}`)

export const STARTER_FOLDER = new URL('../../starter/', import.meta.url)

const acceptedAtSchema = z.looseObject({ acceptedAt: z.iso.date() })
const starterChapterSchema = z.strictObject({
  number: z.number().refine(isChapter, { error: 'must be a whole number from 1 to 7' }),
  name: line(100),
  introduction: block(20_000),
})
const starterConceptSchema = z.strictObject({ name: line(200), definition: line(300) })
const starterGapSchema = z
  .strictObject({
    id: line(50),
    title: line(300),
    severity: z.enum(severities),
    explanation: block(5_000),
    papers: z.array(z.string().regex(PAPER_ID)).min(1),
  })
  .transform(({ papers, ...gap }): Gap => ({ ...gap, paperIds: papers }))

const unwrap = <T>(file: string, number: number, checked: Validated<T>): T => {
  if (checked.ok) return checked.value
  throw invalidAt(file, number, checked.errors.map(({ path, message }) => `${path} ${message}`).join('; '))
}

const readNote = (folder: URL, id: string): Pick<PaperWithText, 'fullText' | 'fullTextKind'> => {
  const note = new URL(`notes/${id}.md`, folder)
  return existsSync(note)
    ? { fullText: readFileSync(note, 'utf8'), fullTextKind: 'note' }
    : { fullText: null, fullTextKind: 'text' }
}

const readPapers = (folder: URL, now: Date): StarterCorpus['papers'] => {
  const firstUse = new Map<string, string>()
  return listFiles(folder, 'papers', '.jsonl').flatMap((file) =>
    readJsonLines(folder, file).map(({ line: number, value }) => {
      const { acceptedAt } = unwrap(file, number, validate(acceptedAtSchema, value))
      const { paper, ignored } = unwrap(file, number, parsePaper(value, now))
      const unknown = ignored.filter((name) => name !== 'acceptedAt')
      if (unknown.length > 0) throw invalidAt(file, number, `${unknown.join(', ')} is not a field of a paper`)
      const used = firstUse.get(paper.id)
      if (used !== undefined) throw invalidAt(file, number, `id ${paper.id} is already used at ${used}`)
      firstUse.set(paper.id, `${file}:${number}`)
      return {
        paper: { ...paper, ...readNote(folder, paper.id) },
        acceptedAt: `${acceptedAt}T09:00:00.000Z`,
      }
    }),
  )
}

const readBrief = (folder: URL, file: string): PublishedBrief => {
  const checked = parseBriefMarkdown(readFileSync(new URL(file, folder), 'utf8'))
  if (checked.ok) return checked.brief
  throw invalidAt(file, checked.line, checked.message)
}

/** Reads the settings that a starter corpus brings. Throws `invalid` with the first error. */
export const readStarterSettings = (folder: URL): StoredSettings =>
  unwrap(
    'settings.json',
    1,
    validate(settingsSchema, parseStrictJson(readFileSync(new URL('settings.json', folder), 'utf8'))),
  )

/** Reads a starter corpus by the rules of the API. Throws `invalid` with file and line of the first error. */
export const readStarterCorpus = (folder: URL, now: Date): StarterCorpus => ({
  papers: readPapers(folder, now),
  chapters: readJsonLines(folder, 'chapters.jsonl').map(({ line: number, value }) =>
    unwrap('chapters.jsonl', number, validate(starterChapterSchema, value)),
  ),
  concepts: readJsonLines(folder, 'concepts.jsonl').map(({ line: number, value }) =>
    unwrap('concepts.jsonl', number, validate(starterConceptSchema, value)),
  ),
  gaps: readJsonLines(folder, 'gaps.jsonl').map(({ line: number, value }) =>
    unwrap('gaps.jsonl', number, validate(starterGapSchema, value)),
  ),
  briefs: listFiles(folder, 'briefs', '.md').map((file) => readBrief(folder, file)),
  settings: readStarterSettings(folder),
})
