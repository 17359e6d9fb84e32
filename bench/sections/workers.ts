import { corpusOf } from '../corpora.ts'
import { wordAt } from '../generate-papers.ts'
import { drive, startLongview } from '../machine.ts'
import { median } from '#core/numbers/median.ts'
import { rounded, type Row } from '../report.ts'

/** Every search is another one, so that the server works and not the cache. */
const questions = (): string[] =>
  Array.from(
    { length: 20_000 },
    (_, number) => `/api/papers?q=${wordAt(number % 900)}+${wordAt(number % 37)}&limit=${10 + (number % 40)}`,
  )

/** One worker against two on the same uncached searches. The load generator needs a core too, so two cores show less than two workers can. */
export const workers = async ({ rounds, seconds }: { rounds: number; seconds: number }): Promise<Row[]> => {
  const database = await corpusOf(100_000)
  const one = await startLongview(database)
  const two = await startLongview(database, ['--workers', '2'])
  const ratios: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const single = await drive(one.port, questions(), { seconds })
    const double = await drive(two.port, questions(), { seconds })
    ratios.push(double.perSecond / single.perSecond)
  }
  await one.stop()
  await two.stop()
  const ratio = median(ratios)
  return [{ what: 'two workers against one, uncached searches', figure: rounded(ratio), value: ratio }]
}
