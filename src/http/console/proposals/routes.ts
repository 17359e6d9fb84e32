import type { Context } from 'hono'
import { z } from 'zod'
import { decideProposal } from '#actions/imports.ts'
import type { RunAction } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { type ProposedRevision, withProposed } from '#core/imports/imported-record.ts'
import { paperDiff } from '#core/papers/paper-diff.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { editorRoute, pageResponse, redirectResponse } from '#http/console/console-route.ts'
import { readQuery } from '#http/input/query.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { Store } from '#ports/store/store.ts'
import { proposalsPage, type ShownProposal } from './pages.ts'
import type { LiveSite } from '#ports/site.ts'

const proposalId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/u, { error: 'must be the number of a proposal' })
  .transform(Number)

/** `after` is the last proposal of the previous page, `decided` the one that was just decided. */
const proposalPageQuery = z.strictObject({ after: proposalId.optional(), decided: proposalId.optional() })

export type ProposalPorts = { store: Store; run: RunAction; site: LiveSite }

const PAGE_SIZE = 10

/** The changes to the current version of each paper, which may have been edited since the record was imported. */
const withChanges = async (
  { store }: ProposalPorts,
  proposals: readonly ProposedRevision[],
): Promise<ShownProposal[]> => {
  const papers = await store.private.papers.findByIds([...new Set(proposals.map(({ paperId }) => paperId))])
  return proposals.map((proposal) => {
    const paper = papers.get(proposal.paperId)
    const changes = paper === undefined ? [] : paperDiff(paper, withProposed(paper, proposal))
    return { proposal, changes }
  })
}

const show =
  (ports: ProposalPorts) =>
  async (context: Context): Promise<Reply> => {
    const { after = null, decided = null } = readQuery(context, proposalPageQuery)
    const { imports } = ports.store.private
    const found = await imports.listProposals('open', after, PAGE_SIZE + 1)
    const view = {
      words: ports.site.current(),
      editor: getCurrentEditor(context),
      proposals: await withChanges(ports, found.slice(0, PAGE_SIZE)),
      open: await imports.countOpenProposals(),
      isFirst: after === null,
      isLast: found.length <= PAGE_SIZE,
      decided: decided === null ? null : await imports.findProposal(decided),
    }
    return page(200, proposalsPage(ports, view))
  }

const decide =
  ({ run }: ProposalPorts, decision: 'take' | 'leave') =>
  async (context: Context): Promise<Reply> => {
    const given = context.req.param('id') ?? ''
    if (!/^[1-9]\d{0,14}$/u.test(given)) throw new Failure('not_found', 'There is no such proposal.')
    await run(decideProposal, { id: Number(given), decision, actor: getCurrentActor(context) })
    return seeOther(`/console/proposals?decided=${given}`)
  }

export const proposalRoutes = (ports: ProposalPorts): Route[] => [
  {
    ...editorRoute,
    method: 'get',
    path: '/console/proposals',
    summary: 'Changes to public papers that imported records propose, oldest first',
    query: proposalPageQuery,
    responses: pageResponse,
    handle: show(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/proposals/:id/take',
    summary: 'Accepts the proposal as a new version of the paper',
    responses: redirectResponse,
    handle: decide(ports, 'take'),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/proposals/:id/leave',
    summary: 'Keeps the paper as it is',
    responses: redirectResponse,
    handle: decide(ports, 'leave'),
  },
]
