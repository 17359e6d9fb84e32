import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { temporaryFolder } from '../support/files.ts'
import { commandInProcess } from '../support/process/process-corpus.ts'
import { wholePaper } from '../support/service/papers.ts'
import { startTestService } from '../support/service/test-service.ts'
import type { PresentedReport } from '#schemas/report-schema.ts'
import type { presentSarif } from '#schemas/sarif.ts'

const service = await startTestService({ after })
await service.accept(wholePaper())
const folder = await temporaryFolder({ after })
const file = async (name: string, text: string): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}
const check = (...args: string[]): ReturnType<typeof commandInProcess> =>
  commandInProcess(['check', ...args, '--at', service.url])

test('check ends with 0 where nothing is wrong, and with 1 where something is, a line for each', async () => {
  const sound = await check(await file('sound.md', 'Save often [p1], (Example and Sample, 2025).'))
  assert.deepEqual([sound.code, sound.stdout, sound.stderr], [0, '', '2 citations, 0 quotations, 0 problems.\n'])
  const path = await file(
    'wrong.md',
    'Save often.\n\nExample et al. (2020) [p1] say "saving after each tool call loses most".',
  )
  const wrong = await check(path)
  assert.equal(wrong.code, 1)
  assert.match(wrong.stdout, /wrong\.md:3: contradictory p1 Example et al\. \(2020\) \[p1\] – The year is 2020 here/u)
  assert.match(
    wrong.stdout,
    /wrong\.md:3: near p1 “saving .*” – the paper says: “Saving after each tool call loses least”/u,
  )
})

test('check prints the answer of the server, or SARIF with the path of the file', async () => {
  const path = await file('far.md', 'Far away (Somebody et al., 1999).')
  const loose = await check(path, '--json')
  const report = JSON.parse(loose.stdout) as PresentedReport
  assert.deepEqual([loose.code, report.summary], [0, { citations: 1, quotations: 0, problems: 0 }])
  assert.equal((await check(path, '--json', '--strict')).code, 1)
  const sarif = await check(path, '--sarif', '--strict')
  const { runs } = JSON.parse(sarif.stdout) as ReturnType<typeof presentSarif>
  const [result] = runs[0]?.results ?? []
  assert.equal(sarif.code, 1)
  assert.match(result?.locations[0]?.physicalLocation.artifactLocation.uri ?? '', /far\.md$/u)
})

test('check says what is wrong with a file that it cannot take', async () => {
  const missing = await check(join(folder, 'none.md'))
  assert.deepEqual([missing.code, missing.stdout], [1, ''])
  assert.match(missing.stderr, /none\.md cannot be read/u)
  const large = await check(await file('large.md', 'a'.repeat(205_000)))
  assert.match(large.stderr, /larger than the limit of 204800 bytes; check it in parts/u)
  assert.equal((await check(await file('both.md', 'a'), '--json', '--sarif')).code, 2)
})
