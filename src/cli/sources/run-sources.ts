import { getSource } from '#actions/sources/get-source.ts'
import { Failure } from '#core/failure.ts'
import { noRunCounts, type WatchedSource } from '#core/sources/watched-source.ts'
import { note, print } from '#cli/terminal/print.ts'
import { withCorpus } from '#cli/terminal/with-corpus.ts'
import type { Corpus } from '#open-corpus.ts'
import type { SourceReading } from '#open-source-reader.ts'

type RunOutcome = Awaited<ReturnType<SourceReading>>

const meanings: Record<RunOutcome, string> = {
  done: 'all that is new was read',
  full: 'the cap of the day is reached',
  lost: 'it was paused, removed or taken over',
  failed: 'it could not be read',
  interrupted: 'interrupted; the next run goes on from there',
  busy: 'somebody else is reading it',
}

const report = async (
  { store }: Corpus,
  { source, outcome, isJson }: { source: WatchedSource; outcome: RunOutcome; isJson: boolean },
): Promise<void> => {
  const { id, name } = source
  const [last] = outcome === 'busy' ? [] : await store.private.sources.runs(id, 1)
  const { requests, read, added, known, refused } = last ?? noRunCounts()
  const error = last?.error ?? null
  if (isJson) {
    print(JSON.stringify({ id, outcome, requests, read, added, known, refused, error }))
    return
  }
  print(
    `${id} (${name}): ${added} new, ${known} known, ${refused} refused; ${error?.replace(/\.$/u, '') ?? meanings[outcome]}.`,
  )
  for (const { position, reason } of last?.refusals ?? []) note(`${position}: ${reason}`)
}

const wanted = async ({ store }: Corpus, id: number | undefined): Promise<WatchedSource[]> => {
  if (id === undefined) return (await store.private.sources.list()).filter(({ state }) => state === 'active')
  const source = await getSource(store.private, id)
  if (source.state === 'paused')
    throw new Failure('wrong_state', `The source ${id} is paused: longview sources resume ${id}`)
  return [source]
}

/** Reads sources from this process, one after another, whether or not their time has come. */
export const runSources = (id: number | undefined, { json }: { json?: boolean }): Promise<void> =>
  withCorpus(async (corpus, config) => {
    const { openSourceReader } = await import('#open-source-reader.ts')
    const read = openSourceReader(config, corpus, config.publicUrl)
    const stop = new AbortController()
    const interrupt = (): void => stop.abort()
    process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
    const outcomes: RunOutcome[] = []
    for (const source of await wanted(corpus, id)) {
      if (stop.signal.aborted) break
      const outcome = await read(source, stop.signal)
      outcomes.push(outcome)
      await report(corpus, { source, outcome, isJson: json === true })
    }
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
    if (stop.signal.aborted) process.exitCode = 130
    else if (outcomes.some((outcome) => outcome === 'failed' || outcome === 'busy')) process.exitCode = 1
  })
