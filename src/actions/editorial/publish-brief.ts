import type { ActionContext } from '#actions/run-action.ts'
import type { Brief, PublishedBrief } from '#core/editorial/brief.ts'
import { Failure } from '#core/failure.ts'

type PublishBriefInput = { brief: Brief; actor: string }

/**
 * Publishes a brief for good; a draft of that week is removed. Throws `not_found` for a featured paper that is not
 * public, `wrong_state` for a week that has a brief.
 */
export const publishBrief = async (tx: ActionContext, { brief, actor }: PublishBriefInput): Promise<PublishedBrief> => {
  const { id, week, title, summary, take, featured } = brief
  for (const paperId of featured) {
    const paper = await tx.papers.find(paperId)
    if (paper?.state !== 'accepted') throw new Failure('not_found', `There is no public paper ${paperId} to feature.`)
  }
  const at = tx.now.toISOString()
  const content = { week, title, summary, take, featured }
  await tx.briefs.publish({ id, ...content, publishedAt: at })
  await tx.briefs.dropDraft(id)
  await tx.audit.record({ at, actor, act: 'brief.publish', subject: id, before: null, after: content })
  return { id, ...content, publishedAt: at }
}
