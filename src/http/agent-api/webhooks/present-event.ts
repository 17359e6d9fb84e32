import { withFileAddress } from '#core/files/with-file-address.ts'
import type { PublicReader } from '#ports/store/store.ts'
import type { WebhookPresenter } from '#ports/webhook-presenter.ts'
import { presentBrief } from '#schemas/records/presented-brief.ts'
import { presentGap } from '#http/agent-api/editorial/present.ts'
import { presentDetail } from '#http/agent-api/papers/present.ts'

type Ports = { store: { private: Pick<PublicReader, 'papers' | 'briefs' | 'related'> }; publicUrl: () => string }

/** A paper as its address shows it now: whole but for its text, or what became of it. */
const paperNow = async ({ store, publicUrl }: Ports, id: string): Promise<Record<string, unknown>> => {
  const found = await store.private.papers.find(id)
  if (found === null) return {}
  if (found.state === 'accepted') return { paper: presentDetail(withFileAddress(found.paper, publicUrl()), false) }
  if (found.state === 'merged') return { mergedInto: found.into }
  return { retractedAt: found.retractedAt, reason: found.reason }
}

const gapNow = async ({ store }: Ports, id: string): Promise<Record<string, unknown>> => {
  const gap = await store.private.related.gap(id)
  return gap === null
    ? {}
    : { gap: { ...presentGap({ ...gap, papers: gap.papers.length }), papers: gap.papers.map((paper) => paper.id) } }
}

const briefNow = async ({ store }: Ports, id: string): Promise<Record<string, unknown>> => {
  const brief = await store.private.briefs.find(id)
  return brief === null ? {} : { brief: presentBrief(brief) }
}

const nowOf: Record<string, (ports: Ports, id: string) => Promise<Record<string, unknown>>> = {
  paper: paperNow,
  gap: gapNow,
  brief: briefNow,
}

/**
 * The `data` of an event. It is read when it is sent, from where the event was written: an event that waited says nothing that
 * is public no more.
 */
export const presentEvent =
  (ports: Ports): WebhookPresenter =>
  async ({ type, subject, change, outcome }) => {
    if (type === 'webhook.test') return { message: 'This is a test. Nothing happened.' }
    const [kind = '', id = ''] = subject.split(' ')
    if (type === 'submission.decided') return { id, state: outcome }
    return {
      id,
      seq: change,
      ...(outcome === null ? {} : { event: outcome }),
      ...(await nowOf[kind]?.(ports, id)),
    }
  }
