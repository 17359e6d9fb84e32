import type { Command } from 'commander'
import { mergeConcepts } from '#actions/editorial/merge-concepts.ts'
import { editConcept } from '#actions/editorial/edit-concept.ts'
import { Failure } from '#core/failure.ts'
import { conceptSchema } from '#schemas/editorial-schemas.ts'
import { validate } from '#schemas/validate.ts'
import { print, table } from '#cli/terminal/print.ts'
import { unwrapValidated } from '#cli/terminal/read-json-file.ts'
import { parseVersion, FROM_HELP } from '#cli/terminal/versions.ts'
import { withCorpus } from '#cli/terminal/with-corpus.ts'

const list = ({ json }: { json?: boolean }): Promise<void> =>
  withCorpus(async ({ store }) => {
    const concepts = await store.private.concepts.listAll()
    if (json === true)
      print(JSON.stringify(concepts.map(({ papers, ...concept }) => ({ ...concept, paperCount: papers }))))
    else print(table([['id', 'papers', 'name'], ...concepts.map(({ id, papers, name }) => [id, String(papers), name])]))
  })

type EditOptions = { name?: string; definition?: string; from?: number; json?: boolean }

const edit = (id: string, { name, definition, from, json }: EditOptions): Promise<void> =>
  withCorpus(async (corpus) => {
    const found = await corpus.store.private.concepts.find(id)
    if (found === null) throw new Failure('not_found', `There is no concept ${id}.`)
    const fields = { name: name ?? found.name, definition: definition ?? found.definition ?? '' }
    const checked = unwrapValidated(id, validate(conceptSchema, fields))
    const saved = await corpus.run(editConcept, { id, words: checked, version: from ?? found.version, actor: 'cli' })
    print(json === true ? JSON.stringify({ id, version: saved }) : `${id} is "${checked.name}", at version ${saved}.`)
  })

const merge = (id: string, into: string, { json }: { json?: boolean }): Promise<void> =>
  withCorpus(async (corpus) => {
    const papers = await corpus.run(mergeConcepts, { id, into, version: null, actor: 'cli' })
    if (json === true) print(JSON.stringify({ id, mergedInto: into, papersRenamed: papers }))
    else print(`${id} leads to ${into} from now on; papers that took its name over: ${papers}.`)
  })

export const addConcepts = (program: Command): void => {
  const concepts = program.command('concepts').description('concepts: list, edit, merge')
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
    .description('merge a concept into another; its id and names then lead there')
    .argument('<id>', 'id from "longview concepts list"')
    .argument('<into>', 'id of the concept that stays')
    .option('--json', 'print {"id","mergedInto","papersRenamed"}')
    .action(merge)
}
