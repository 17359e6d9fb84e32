import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NotRun, type Check, type Judged } from '../check.ts'
import { runProgram } from '../run-tool.ts'

const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'

/** All DataCite records, page by page, as separate documents. */
const harvest = async ({ url }: Judged): Promise<string[]> => {
  const records: string[] = []
  let asked = 'metadataPrefix=oai_datacite'
  while (asked !== '') {
    const page = await (await fetch(`${url}/oai?verb=ListRecords&${asked}`)).text()
    const found = [...page.matchAll(/<resource(?<rest> [^]*?<\/resource>)/gu)].map(({ groups }) => groups?.rest ?? '')
    records.push(...found.map((rest) => `<resource ${XSI}${rest}\n`))
    const token = /<resumptionToken[^>]*>(?<token>[^<]+)</u.exec(page)?.groups?.token
    asked = token === undefined ? '' : `resumptionToken=${encodeURIComponent(token)}`
  }
  return records
}

/** Validates every record against the schema that it names, which is DataCite's and not part of the project. */
export const recordsCheck: Check = {
  name: 'DataCite records by xmllint',
  tool: 'xmllint',
  findings: async (tool, judged) => {
    const schema = process.env.DATACITE_XSD
    if (schema === undefined) throw new NotRun('DATACITE_XSD does not say where metadata.xsd of kernel 4.4 is')
    const records = await harvest(judged)
    if (records.length === 0) throw new Error('there are no records')
    const files = records.map((_, index) => join(judged.folder, `record-${index}.xml`))
    for (const [index, file] of files.entries()) await writeFile(file, records[index] ?? '')
    const { errors } = await runProgram(tool, ['--nonet', '--noout', '--schema', schema, ...files])
    const lines = errors.split('\n').filter((line) => line !== '')
    const valid = lines.filter((line) => line.endsWith(' validates'))
    const invalid = lines.filter((line) => !line.endsWith(' validates'))
    return [
      ...(valid.length === files.length ? [] : [`${valid.length} of ${files.length} records are valid`]),
      ...invalid.map((line) => line.replace(`${judged.folder}/`, '')),
    ]
  },
}
