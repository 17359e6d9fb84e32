import { getCurrentEditor } from '#http/auth/current-session.ts'
import type { Context } from 'hono'
import type { RunAction } from '#actions/run-action.ts'
import type { Brief, BriefDraft } from '#core/editorial/brief.ts'
import { Failure } from '#core/failure.ts'
import type { EmailComposer } from '#ports/email-composer.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import { renderTexts } from '#queries/render-kept-texts.ts'
import { findPapers, findPapersById } from '#http/console/find-papers.ts'
import type { BriefFormValues } from './input.ts'
import { briefPage, type BriefView } from './pages/brief.ts'

export type BriefPorts = {
  store: Store
  markdown: MarkdownRenderer
  clock: Clock
  run: RunAction
  houseName: string
  canMail: boolean
  emails: EmailComposer
}

export const getDraft = async ({ store }: BriefPorts, id: string): Promise<BriefDraft> => {
  const found = await store.private.briefs.draft(id)
  if (found === null) throw new Failure('not_found', `There is no draft ${id}; what is published never changes.`)
  return found
}

/** A published brief, or a draft. Throws `not_found`. */
export const findBriefOrDraft = async (
  { store }: BriefPorts,
  id: string,
): Promise<{ brief: Brief; isPublished: boolean }> => {
  const { briefs } = store.private
  const published = await briefs.find(id)
  const brief = published ?? (await briefs.draft(id))
  if (brief === null) throw new Failure('not_found', `There is no brief ${id}.`)
  return { brief, isPublished: published !== null }
}

export const draftFormValues = ({ title, summary, take, featured }: BriefDraft): BriefFormValues => ({
  title,
  summary,
  houseTake: take,
  featuredPapers: featured,
  find: '',
})

type FormView = { draft: BriefDraft; typed: BriefFormValues } & Partial<
  Pick<BriefView, 'version' | 'current' | 'failure' | 'saved' | 'isUnsaved' | 'sending'>
>

export const renderDraft = async (
  ports: BriefPorts,
  context: Context,
  { draft, typed: values, ...given }: FormView,
): Promise<{ toString(): string }> => {
  const { papers } = ports.store.private
  return briefPage(ports, {
    editor: getCurrentEditor(context),
    id: draft.id,
    week: draft.week,
    version: draft.version,
    values,
    selected: await findPapersById(papers, values.featuredPapers),
    results: await findPapers(papers, values.find),
    markupOf: await renderTexts(ports.markdown, [values.summary, values.houseTake]),
    current: null,
    failure: null,
    saved: false,
    isUnsaved: true,
    sending: { email: 'none', at: '' },
    ...given,
  })
}
