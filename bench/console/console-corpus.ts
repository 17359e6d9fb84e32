import { copyFileSync } from 'node:fs'
import { saveBriefDraft } from '#actions/editorial/briefs.ts'
import { addEditor } from '#actions/editors.ts'
import { editPaper } from '#actions/papers.ts'
import { createSession } from '#actions/sessions.ts'
import { ingestPapers } from '#actions/submissions.ts'
import { readConfig } from '#config.ts'
import { weekId, weekOf } from '#core/editorial/week.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { withOpenCorpus } from '#open-corpus.ts'
import { benchPath, corpusOf, remove } from '../corpora.ts'
import { generatePapers, wordAt } from '../generate-papers.ts'

/** What a visit to the console needs: a corpus of its own, and somebody who is signed in. */
export type ConsoleCorpus = {
  database: string
  /** The secret in the cookie. */
  secret: string
  /** The id of the brief with many blocks. */
  brief: string
  /** A public paper with a long commentary. */
  longPaper: string
  /** The id of a concept that papers name without having it. */
  concept: string
  remove(): void
}

/** Ids beyond those of the corpora. */
const FIRST_WAITING = 60_000_001
const FIRST_NEW = 61_000_001
const WAITING = 40
const NEW = 80
const BLOCKS = 50
const COMMENTARY_PARAGRAPHS = 60

const CONCEPT = `concept ${wordAt(3)}`

const numbered = (papers: readonly PaperWithText[]) => papers.map((paper, index) => ({ line: index + 1, paper }))

/** Paragraphs with a link, words in bold and an item of a list in each, about 20,000 letters. */
const longCommentary = (): string =>
  Array.from({ length: COMMENTARY_PARAGRAPHS }, (_, at) => {
    const words = Array.from({ length: 32 }, (_, word) => wordAt(at * 32 + word)).join(' ')
    return `**${wordAt(at)}** ${words} (p${at + 1}) and [${wordAt(at + 1)}](https://example.org/${at}).\n\n- ${words}`
  }).join('\n\n')

const briefText = (ids: readonly string[]): string =>
  `What the week brought.\n\n${ids.map((id, at) => `- ${wordAt(at)} (${id}): ${wordAt(at + 1)} ${wordAt(at + 2)}`).join('\n')}`

/** A copy of a corpus of this size, with papers in review, new ones, a brief of 50 papers and an administrator. */
export const consoleCorpus = async (papers: number): Promise<ConsoleCorpus> => {
  const database = benchPath('console.db')
  remove(database)
  copyFileSync(await corpusOf(papers), database)
  const ids = Array.from({ length: BLOCKS }, (_, at) => `p${at + 1}`)
  const opened = await withOpenCorpus(
    readConfig({ DATABASE_URL: `sqlite:${database}` }),
    async ({ store, run, clock }) => {
      const actor = 'bench'
      const waiting = [...generatePapers(WAITING, 1, FIRST_WAITING)]
      await run(ingestPapers, { batch: numbered(waiting), state: 'pending', actor, session: 'bench' })
      const fresh = [...generatePapers(NEW, 1, FIRST_NEW)].map((paper, at) => ({
        ...paper,
        title: `${paper.title}, a ${CONCEPT} of kind ${at}`,
        concepts: [],
      }))
      await run(ingestPapers, { batch: numbered(fresh), state: 'accepted', actor })
      const brief = weekId(weekOf(clock.now()))
      const words = { title: 'The week', summary: briefText(ids), take: 'A good one.', featured: ids }
      await run(saveBriefDraft, { id: brief, words, version: 0, actor })
      const [longPaper = ''] = ids
      const edited = (await store.private.papers.findByIds([longPaper])).get(longPaper)
      if (edited === undefined) throw new Error(`the corpus has no ${longPaper}`)
      const paper = { ...edited, commentary: longCommentary() }
      await run(editPaper, { paper, version: null, actor, checkReport: null })
      const concept = await store.private.concepts.findByName(CONCEPT)
      if (concept === null) throw new Error(`the corpus has no ${CONCEPT}`)
      const person = { name: 'Some admin', email: 'admin@example.org', role: 'admin' as const, actor }
      const { editor } = await run(addEditor, person)
      const browser = { client: 'bench', before: null, knownTo: [editor.id] }
      const { secret } = await run(createSession, { editor, method: 'passphrase', browser })
      return { secret, brief, longPaper, concept: concept.id }
    },
  )
  return { database, ...opened, remove: () => remove(database) }
}
