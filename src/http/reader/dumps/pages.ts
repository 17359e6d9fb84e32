import type { Dump, DumpFile } from '#core/dump.ts'
import { html, type Html } from '#html.ts'
import { layout } from '#http/pages/layout.ts'
import { groupedNumber } from '#core/numbers.ts'
import type { LiveSite } from '#ports/site.ts'

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** A size in powers of a thousand: `1.4 MB`. */
const sizeText = (bytes: number): string => {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1)
  const size = bytes / 1_000 ** power
  return `${size < 10 && power > 0 ? size.toFixed(1) : Math.round(size)} ${UNITS[power]}`
}

const linesOf = ({ counts }: DumpFile): number => Object.values(counts).reduce((sum, count) => sum + count, 0)

const licences = ({ content, licenses }: DumpFile): string => {
  if (licenses.length > 0) return licenses.join(', ')
  return content === 'texts' ? 'none' : 'not stated'
}

const fileRow = (file: DumpFile): Html =>
  html`<tr>
    <th scope="row"><a href="/dumps/${file.name}">${file.content === 'records' ? 'Records' : 'Full texts'}</a></th>
    <td>${groupedNumber(linesOf(file))}</td>
    <td>${sizeText(file.bytes)}</td>
    <td>${licences(file)}</td>
    <td><code>${file.sha256}</code></td>
  </tr>`

const section = ({ seq, madeAt, files }: Dump): Html =>
  html`<h2><time datetime="${madeAt}">${madeAt.slice(0, 16).replace('T', ' ')} UTC</time></h2>
    <p>As of change ${groupedNumber(seq)}: <a href="/api/v1/changes?since=${seq}">the changes since</a>.</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Files of ${madeAt.slice(0, 10)}, change ${groupedNumber(seq)}">
      <table>
        <thead><tr><th scope="col">File</th><th scope="col">Lines</th><th scope="col">Size</th><th scope="col">Licence</th><th scope="col">SHA-256</th></tr></thead>
        <tbody>${files.map(fileRow)}</tbody>
      </table>
    </div>`

/** The dumps that can be downloaded, newest first. */
export const dumpsPage = (site: LiveSite, dumps: readonly Dump[]): Html =>
  layout({
    title: 'Dumps',
    site,
    description: 'The whole library for download: all public records, and the full texts under open licences.',
    head: html`<link rel="alternate" type="application/json" href="/dumps.json" />`,
    body: html`<h1>Dumps</h1>
<p class="lead">The whole library for download: JSON lines, compressed with gzip. A mirror that starts from a dump and follows the changes since is an exact copy of the library.</p>
<p>Records are papers, concepts, gaps, briefs and chapters. Full texts are included if an open licence allows anyone to share them; each line names its own. Retracted papers leave the dumps within the hour.</p>
<p><a href="/dumps.json">The same as JSON</a></p>
${dumps.length === 0 ? html`<p>There is no dump yet. One is made every day.</p>` : dumps.map(section)}`,
  })
