import type { Context } from 'hono'
import { publishBriefDraft, unreadyFailure } from '#actions/editorial/briefs.ts'
import type { BriefDraft } from '#core/editorial/brief.ts'
import { isFault } from '#core/editorial/brief-checks.ts'
import { assertVersion } from '#core/editorial/version.ts'
import { type Failure, validationFailure } from '#core/failure.ts'
import { briefDrafts } from '#edited/brief-drafts.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { redisplayForm, savedQuery } from '#http/console/console-route.ts'
import { isSure } from '#http/console/pages/ask-again.ts'
import { formVersion, readFormBody } from '#http/input/body.ts'
import { pathId, readQuery } from '#http/input/query.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import { evidencePortsOf } from '#http/console/evidence/present.ts'
import { examineText } from '#queries/evidence.ts'
import { checkBrief } from '#queries/brief-checks.ts'
import { type BriefPorts, parseSendValues, readSendValues } from './mailing.ts'
import { nothingToSend, type SendValues } from './pages/mailing.ts'
import { DOUBTS_FIELD, publishPage } from './pages/publishing.ts'

/** Publishing a draft: what it lacks, what will happen, and one button. */

/** What speaks against publishing it, seen now. */
export const findingsOf = ({ store, clock, ...ports }: BriefPorts, draft: BriefDraft) =>
  checkBrief(
    { ...ports, reader: store.private, examine: (text) => examineText(evidencePortsOf({ store, clock }), text) },
    draft,
    clock.now(),
  )

type Given = {
  draft: BriefDraft
  sending?: SendValues
  send?: { at: Date | null } | null
  failure?: Failure | null
  saved?: string | null
}

const render = async (
  ports: BriefPorts,
  context: Context,
  { sending = nothingToSend, send = null, failure = null, saved = null, draft }: Given,
): Promise<{ toString(): string }> => {
  const { mailings, webhooks } = ports.store.private
  const endpoints = await webhooks.list()
  return publishPage(ports, {
    editor: getCurrentEditor(context),
    draft,
    findings: await findingsOf(ports, draft),
    sending,
    send,
    subscribers: await mailings.countRecipients(),
    webhooks: endpoints.filter(
      ({ kind, state, events }) => kind === 'webhook' && state === 'active' && events.includes('brief.published'),
    ).length,
    hasHub: ports.websubHub !== null,
    failure,
    saved,
  })
}

export const showPublishing =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Reply> => {
    const { saved = null } = readQuery(context, savedQuery)
    const draft = await briefDrafts.get(ports.store.private, pathId(context))
    return page(200, await render(ports, context, { draft, saved }))
  }

/** Publishes the stored draft, if it is still the version that the editor saw, is ready, and the page above was answered. */
export const publishDraft =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Reply> => {
    const form = await readFormBody(context)
    const sending = readSendValues(form)
    const id = pathId(context)
    const draft = await briefDrafts.get(ports.store.private, id)
    return redisplayForm(
      async () => {
        const send = parseSendValues(sending, ports.canMail)
        if (send !== null && send.at !== null && send.at < ports.clock.now())
          throw validationFailure([{ path: 'at', message: 'is in the past; choose now, or a later time' }])
        const version = formVersion(form.fields)
        assertVersion(`The draft ${id}`, version, draft.version)
        const findings = await findingsOf(ports, draft)
        const faults = findings.filter(isFault)
        if (faults.length > 0) throw unreadyFailure(faults)
        const isAnswered = isSure(form) && (findings.length === 0 || form.fields[DOUBTS_FIELD] === 'accepted')
        if (!isAnswered) return page(200, await render(ports, context, { draft, sending, send }))
        await ports.run(publishBriefDraft, { id, version, send, mustBeReady: true, actor: getCurrentActor(context) })
        return seeOther(`/console/briefs?published=${id}`)
      },
      (failure) => render(ports, context, { draft, sending, failure }),
    )
  }
