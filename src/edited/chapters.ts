import { z } from 'zod'
import { editChapter } from '#actions/editorial/chapters.ts'
import { Failure } from '#core/failure.ts'
import { type Chapter, type ChapterRecord, type ChapterText, parseChapter } from '#core/papers/chapter.ts'
import { type EditedResource, inputOf, lineField, textField } from './edited-resource.ts'

const fields = {
  name: lineField({ label: 'Name', max: 100 }),
  introduction: {
    ...textField({ label: 'Introduction', max: 20_000, rows: 12, hint: 'Markdown.' }),
    output: z.string().meta({ description: 'Markdown.' }),
  },
}

export const editedChapters: EditedResource<Chapter, ChapterRecord, ChapterText, typeof fields> = {
  noun: 'chapter',
  fields,
  input: inputOf(fields),
  parseId: (text) => {
    const chapter = parseChapter(text)
    if (chapter === null) throw new Failure('not_found', `There is no chapter ${text}; they are 1 to 7.`)
    return chapter
  },
  get: (read, number) => read.chapters.get(number),
  present: ({ name, introduction }) => ({ name, introduction }),
  edit: editChapter,
}
