import type { Context } from 'hono'
import { decideProposal } from '#actions/imports/decide-proposal.ts'
import type { RunAction } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { withProposed } from '#core/imports/enrich-paper.ts'
import type { ProposedRevision } from '#core/imports/proposed-revision.ts'
import { paperDiff } from '#core/papers/paper-diff.ts'
import type { Store } from '#ports/store/store.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { readQuery } from '#http/input/query.ts'
import { page, seeOther, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { editorRoute, pageResponse, redirectResponse } from '#http/console/console-route.ts'
import { proposalPageQuery } from './input.ts'
import { proposalsPage, type ShownProposal } from './pages/proposals.ts'

export type ProposalPorts = { store: Store; run: RunAction; houseName: string }

const PAGE_SIZE = 10

/** What taking each would change in its paper as it is now, which may have been written since the record came in. */
const withChanges = async (
  { store }: ProposalPorts,
  proposals: readonly ProposedRevision[],
): Promise<ShownProposal[]> => {
  const papers = await store.private.papers.findByIds([...new Set(proposals.map(({ paperId }) => paperId))])
  return proposals.map((proposal) => {
    const paper = papers.get(proposal.paperId)
    const changes = paper === undefined ? [] : paperDiff(paper, withProposed(paper, proposal.fields))
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
    summary: 'What records propose for public papers, oldest first',
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
