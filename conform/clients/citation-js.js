import { readFileSync } from 'node:fs'
import { plugins } from '@citation-js/core'
import '@citation-js/plugin-bibtex'
import '@citation-js/plugin-csl'
import '@citation-js/plugin-ris'

/** Prints what citation-js makes of a file of citations: the items of CSL-JSON. Arguments: the form, the file. */
const [form, file] = process.argv.slice(2)
const text = readFileSync(file, 'utf8')
const forms = { bibtex: '@bibtex/text', ris: '@ris/file', 'csl-json': '@csl/list+object' }
const parsed = plugins.input.chain(form === 'csl-json' ? JSON.parse(text) : text, {
  forceType: forms[form],
  generateGraph: false,
})
process.stdout.write(JSON.stringify(parsed))
