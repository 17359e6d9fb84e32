import type { Command } from 'commander'
import { mergeConcepts, removeConcept } from '#actions/editorial/concepts.ts'
import { FROM_HELP, parseVersion, print, table, unwrapValidated, withCorpus } from '#cli/terminal.ts'
import { editedConcepts } from '#edited/concepts.ts'
import { validate } from '#schemas/validate.ts'
import { type EditOptions, printSaved } from './edited-resource.ts'

const list = ({ json }: { json?: boolean }): Promise<void> =>
  withCorpus(async ({ store }) => {
    const concepts = await store.private.concepts.listAll()
    if (json === true)
      print(JSON.stringify(concepts.map(({ papers, ...concept }) => ({ ...concept, paperCount: papers }))))
    else print(table([['id', 'papers', 'name'], ...concepts.map(({ id, papers, name }) => [id, String(papers), name])]))
  })

type ConceptOptions = EditOptions & { name?: string; definition?: string }

const edit = (id: string, { name, definition, ...options }: ConceptOptions): Promise<void> =>
  withCorpus(async (corpus) => {
    const found = await editedConcepts.get(corpus.store.private, id)
    const fields = { name: name ?? found.name, definition: definition ?? found.definition ?? '' }
    const words = unwrapValidated(id, validate(editedConcepts.input, fields))
    const version = options.from ?? found.version
    const saved = await corpus.run(editedConcepts.edit, { id, words, version, actor: 'cli' })
    printSaved({ id: { id }, version: saved, sentence: `${id} is "${words.name}",` }, options)
  })

const merge = (id: string, into: string, { json }: { json?: boolean }): Promise<void> =>
  withCorpus(async (corpus) => {
    const papers = await corpus.run(mergeConcepts, { id, into, version: null, actor: 'cli' })
    if (json === true) print(JSON.stringify({ id, mergedInto: into, papersRenamed: papers }))
    else print(`${id} was merged into ${into}; papers renamed: ${papers}.`)
  })

const remove = (id: string, { from, json }: EditOptions): Promise<void> =>
  withCorpus(async (corpus) => {
    await corpus.run(removeConcept, { id, version: from ?? null, actor: 'cli' })
    print(json === true ? JSON.stringify({ id }) : `The library no longer has the concept ${id}.`)
  })

export const addConcepts = (program: Command): void => {
  const concepts = program.command('concepts').description('concepts: list, edit, merge, remove')
  concepts.command('list').description('list all concepts by name').option('--json', 'print an array').action(list)
  concepts
    .command('edit')
    .description('rename or define a concept; its papers get the new name, its id stays')
    .argument('<id>', 'id from "longview concepts list"')
    .option('--name <text>', 'new name')
    .option('--definition <text>', 'new definition; an empty text removes it')
    .option('--from <version>', FROM_HELP, parseVersion)
    .option('--json', 'print {"id","version"}')
    .action(edit)
  concepts
    .command('merge')
    .description('merge a concept into another; its id and names then redirect there')
    .argument('<id>', 'id from "longview concepts list"')
    .argument('<into>', 'id of the concept that stays')
    .option('--json', 'print {"id","mergedInto","papersRenamed"}')
    .action(merge)
  concepts
    .command('remove')
    .description('delete a concept that no paper, no paper in review and no followed search uses')
    .argument('<id>', 'id from "longview concepts list"')
    .option('--from <version>', FROM_HELP, parseVersion)
    .option('--json', 'print {"id"}')
    .action(remove)
}
