import { getCurrentEditor } from '#http/auth/current-session.ts'
import type { Context } from 'hono'
import type { RunAction } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import type { Gap } from '#core/editorial/gap.ts'
import { presentGapFields } from '#schemas/editorial-schemas.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import { renderTexts } from '#queries/render-kept-texts.ts'
import type { Store } from '#ports/store/store.ts'
import { pathId } from '#http/input/path-id.ts'
import { findPapers, findPapersById } from '#http/console/find-papers.ts'
import type { GapFormValues } from './input.ts'
import { gapPage, type GapView } from './pages/gaps.ts'

export type GapPorts = { store: Store; markdown: MarkdownRenderer; run: RunAction; houseName: string }

type VersionedGap = Gap & { version: number }

/** Null on the pages of a new gap. */
export const findPathId = (context: Context): string | null => (pathId(context) === '' ? null : pathId(context))

export const getGap = async ({ store }: GapPorts, id: string): Promise<VersionedGap> => {
  const found = await store.private.gaps.find(id)
  if (found === null) throw new Failure('not_found', `There is no gap ${id}.`)
  return found
}

export const gapFormValues = (gap: VersionedGap): GapFormValues => ({ ...presentGapFields(gap), find: '' })

export const EMPTY_GAP: GapFormValues = { title: '', severity: 'medium', explanation: '', papers: [], find: '' }

type FormView = Pick<GapView, 'id' | 'version' | 'values'> &
  Partial<Pick<GapView, 'current' | 'failure' | 'saved' | 'isUnsaved'>>

export const renderGap = async (
  ports: GapPorts,
  context: Context,
  given: FormView,
): Promise<{ toString(): string }> => {
  const { papers } = ports.store.private
  return gapPage(ports, {
    editor: getCurrentEditor(context),
    selected: await findPapersById(papers, given.values.papers),
    results: await findPapers(papers, given.values.find),
    markupOf: await renderTexts(ports.markdown, [given.values.explanation]),
    current: null,
    failure: null,
    saved: false,
    isUnsaved: true,
    ...given,
  })
}
