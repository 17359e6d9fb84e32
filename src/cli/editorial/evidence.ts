import { note } from '#cli/terminal.ts'
import { doSteps } from '#core/steps.ts'
import type { Corpus } from '#open-corpus.ts'
import { examineText } from '#queries/evidence.ts'
import { parseEvidenceSearch } from '#schemas/evidence-search.ts'
import { presentFailingMarks } from '#schemas/present-evidence.ts'

/** Warns of marks that do not hold in texts that were stored, on standard error. */
export const warnOfMarks = async ({ store, clock }: Corpus, texts: readonly string[]): Promise<void> => {
  const ports = {
    reader: store.private,
    clock,
    parseSearch: parseEvidenceSearch,
    doInTurns: async <Result>(steps: Parameters<typeof doSteps<Result>>[0]) => doSteps(steps),
  }
  for (const text of texts)
    for (const { mark, problem, found } of presentFailingMarks(await examineText(ports, text), { showsAll: true }))
      note(`longview: ${mark}: ${problem}${found === null ? '' : ` They wrote “${found}”.`}`)
}

/** The same for the commentary of a paper as it is stored now. */
export const warnOfCommentary = async (corpus: Corpus, id: string): Promise<void> => {
  const commentary = (await corpus.store.private.papers.findByIds([id])).get(id)?.commentary ?? null
  await warnOfMarks(corpus, commentary === null ? [] : [commentary])
}
