import { readFile } from 'node:fs/promises'
import { Argument, type Command } from 'commander'
import { editSettings, type GivenSettings } from '#actions/editorial/settings.ts'
import { FROM_HELP, parseVersion, print, readFormFile, unwrapValidated, withCorpus } from '#cli/terminal.ts'
import { Failure } from '#core/failure.ts'
import { settingNames, type StoredSettings } from '#core/settings.ts'
import { presentSettings, readSettings, settingsInput } from '#edited/settings.ts'
import type { Corpus } from '#open-corpus.ts'
import { parseStrictJson } from '#schemas/parse-strict-json.ts'
import { validate } from '#schemas/validate.ts'
import { type EditOptions, printSaved } from './edited-resource.ts'

const readCurrent = ({ store, site }: Corpus) => readSettings(store.private, site.defaults)

const show = ({ json }: { json?: boolean }): Promise<void> =>
  withCorpus(async (corpus) => {
    const current = await readCurrent(corpus)
    const shown = presentSettings(current)
    if (json === true) print(JSON.stringify({ settings: shown, version: current.version }))
    else
      for (const [name, value] of Object.entries(shown))
        print(`${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  })

/** What the page and the API accept: export, change, import. */
const exportAll = (): Promise<void> =>
  withCorpus(async (corpus) => print(JSON.stringify(presentSettings(await readCurrent(corpus)), null, 2)))

type Saving = { given: GivenSettings; version: number | null }

const save = async (corpus: Corpus, { given, version }: Saving, options: EditOptions): Promise<void> => {
  const { defaults } = corpus.site
  const saved = await corpus.run(editSettings, { ...given, seen: null, defaults, version, actor: 'cli' })
  printSaved({ id: {}, version: saved, sentence: 'The settings are' }, options)
}

const importAll = (file: string, options: EditOptions): Promise<void> =>
  withCorpus(async (corpus) => {
    const given = await readFormFile(file, settingsInput)
    await save(corpus, { given, version: options.from ?? null }, options)
  })

const texts = ['name', 'tagline', 'about', 'accentColor', 'logo', 'favicon', 'language'] as const
const lists = ['footerLinks', 'chapters', 'scores', 'labels', 'off'] as const
type SetName = (typeof texts)[number] | (typeof lists)[number]

const isText = (name: SetName): boolean => (texts as readonly string[]).includes(name)

/** `@FILE` stands for what the file contains. */
const readValue = async (text: string): Promise<string> => {
  if (!text.startsWith('@')) return text
  return readFile(text.slice(1), 'utf8').catch(() => {
    throw new Failure('not_found', `The file ${text.slice(1)} cannot be read.`)
  })
}

const valueOf = (name: SetName, text: string): unknown => {
  if (text === '' || text === 'null') return null
  return isText(name) ? text : parseStrictJson(text)
}

const set = (name: SetName, text: string, options: EditOptions): Promise<void> =>
  withCorpus(async (corpus) => {
    const value = valueOf(name, await readValue(text))
    const { words, chapters } = unwrapValidated(name, validate(settingsInput, { [name]: value }))
    const { stored, version } = await corpus.store.private.settings.get()
    const others = Object.fromEntries(settingNames.filter((one) => one !== name).map((one) => [one, stored[one]]))
    const given: GivenSettings = { words: { ...(others as StoredSettings), ...words }, chapters }
    await save(corpus, { given, version: options.from ?? version }, options)
  })

export const addSettings = (program: Command): void => {
  const settings = program
    .command('settings')
    .description('the name, looks, chapters and words of the library: show, set, export, import')
  settings
    .command('show')
    .description('show every setting, with its default if it is not set')
    .option('--json', 'print {"settings","version"}')
    .action(show)
  settings
    .command('set')
    .description('change one setting; the others stay as they are')
    .addArgument(new Argument('<name>', 'the setting').choices([...texts, ...lists]))
    .argument(
      '<value>',
      'the text; JSON for footerLinks, chapters, scores, labels and off; @FILE reads a file; null or "" sets the default',
    )
    .option('--from <version>', FROM_HELP, parseVersion)
    .option('--json', 'print {"version"}')
    .action(set)
  settings.command('export').description('print all settings as JSON, as "import" reads them').action(exportAll)
  settings
    .command('import')
    .description('replace all settings; what the file lacks gets its default, except chapters, which stay')
    .argument('<file>', 'JSON as "longview settings export" prints it; - reads standard input')
    .option('--from <version>', FROM_HELP, parseVersion)
    .option('--json', 'print {"version"}')
    .action(importAll)
}
