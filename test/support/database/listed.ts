import { addListedCandidates, type KnownIdentifier } from '#actions/candidates.ts'
import type { RunAction } from '#actions/run-action.ts'
import { checkReadRecord } from '#imports/check-record.ts'
import { markdownLinksReader } from '#formats/links/links-reader.ts'
import { AT } from './stored.ts'

/** Takes in a list of links in Markdown; returns what each stood for before. */
export const takeList = (run: RunAction, text: string, onlyOf: string | null = null): Promise<KnownIdentifier[]> => {
  const reader = markdownLinksReader()
  const origin = { place: 'list.md', now: new Date(AT), onlyOf }
  const listed = [...reader.push(text), ...reader.end()].flatMap((read) => {
    const checked = checkReadRecord(read, origin)
    return 'key' in checked ? [checked] : []
  })
  return run(addListedCandidates, { listed, onlyOf })
}
