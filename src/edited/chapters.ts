import { z } from 'zod'
import { editChapter } from '#actions/editorial/chapters.ts'
import { Failure } from '#core/failure.ts'
import { type Chapter, type ChapterRecord, type ChapterText, parseChapter } from '#core/papers/chapter.ts'
import { optionalBlock } from '#schemas/fields.ts'
import { type EditedResource, inputOf, lineField, textField } from './edited-resource.ts'

const MAX_INTRODUCTION = 20_000

const fields = {
  name: lineField({ label: 'Name', max: 100 }),
  introduction: {
    ...textField({ label: 'Introduction', max: MAX_INTRODUCTION, rows: 12, hint: 'Markdown; may be empty.' }),
    input: optionalBlock(MAX_INTRODUCTION).transform((text) => text ?? ''),
    output: z.string().meta({ description: 'Markdown.' }),
  },
}

export const editedChapters: EditedResource<Chapter, ChapterRecord, ChapterText, typeof fields> = {
  noun: 'chapter',
  fields,
  input: inputOf(fields),
  parseId: (text) => {
    const chapter = parseChapter(text)
    if (chapter === null) throw new Failure('not_found', `There is no chapter ${text}; their numbers are 1 to 7.`)
    return chapter
  },
  get: (read, number) => read.chapters.get(number),
  present: ({ name, introduction }) => ({ name, introduction }),
  edit: editChapter,
}
