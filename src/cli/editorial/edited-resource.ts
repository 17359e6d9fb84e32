import { print, readFormFile, withCorpus } from '#cli/terminal.ts'
import type { EditedFields, EditedResource } from '#edited/edited-resource.ts'
import { warnOfMarks } from './evidence.ts'

export type EditOptions = { from?: number; json?: boolean }

type Saved = {
  /** The id under its JSON key. */
  id: Readonly<Record<string, string | number>>
  version: number
  /** The beginning of the sentence for people; "at version N." is added. */
  sentence: string
}

export const printSaved = ({ id, version, sentence }: Saved, { json }: EditOptions): void =>
  print(json === true ? JSON.stringify({ ...id, version }) : `${sentence} at version ${version}.`)

/** Replaces the fields of one of `resource` with those of a file. */
export const replaceFromFile =
  <Id extends string | number, Stored, Words, Fields extends EditedFields>(
    resource: EditedResource<Id, Stored, Words, Fields>,
    describe: (id: Id) => Pick<Saved, 'id' | 'sentence'>,
    /** The texts that may have marks of evidence. */
    markedTexts: (words: Words) => readonly string[] = () => [],
  ) =>
  (id: Id, file: string, options: EditOptions): Promise<void> =>
    withCorpus(async (corpus) => {
      const words = await readFormFile(file, resource.input)
      const version = await corpus.run(resource.edit, { id, words, version: options.from ?? null, actor: 'cli' })
      printSaved({ ...describe(id), version }, options)
      await warnOfMarks(corpus, markedTexts(words))
    })
