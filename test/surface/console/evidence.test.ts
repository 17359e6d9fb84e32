import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { saveBriefDraft } from '#actions/editorial/briefs.ts'
import { addGap } from '#actions/editorial/gaps.ts'
import { formAt, markupOf } from '../../support/markup.ts'
import { actsOf } from '../../support/service/editing.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { jsonOf } from '../../support/service/responses.ts'
import { submitInto } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'

const service = await startTestService({ after })
await service.accept(
  leastPaper({ id: 'p1', title: 'Memory', abstract: 'Agents forget within an hour.' }),
  leastPaper({ id: 'p2', title: 'Cited', houseCommentary: 'Costs halve. They forget [p9].' }),
)
const QUOTE = '[p1 "Agents forget within an hour"]'
const gap = {
  title: 'Open',
  severity: 'high' as const,
  explanation: `They forget ${QUOTE}. They lose [p1 "Agents lose all within an hour"]. Nobody looked [search: q=memory = 0].`,
  paperIds: [],
}
const { id } = await service.run(addGap, { gap, actor: 'test' })
const editor = await signedIn(service, 'editor')
const pageAt = async (path: string): Promise<string> => (await editor.get(path)).text()
const path = `/console/gaps/${id}/evidence`
const judge = (fields: Record<string, string>): Promise<Response> =>
  editor.post(path, { subject: `gap:${id}`, number: '1', mark: QUOTE, ...fields })
const supportOf = async (): Promise<unknown> =>
  (await jsonOf<{ evidence: { support: string | null }[] }>(await service.get(`/api/v1/gaps/${id}/evidence`)))
    .evidence[0]?.support

test('a stored text says what does not hold, with what was found instead', async () => {
  const form = await pageAt(`/console/gaps/${id}`)
  assert.match(form, /2 marks do not hold:/u)
  assert.match(form, /<u><code>\[p1 &quot;Agents lose all within an hour&quot;\]<\/code><\/u>/u)
  assert.match(form, /The authors have it in other words\.[^]*<del>forget<\/del>/u)
  assert.match(form, /The search finds 1\./u)
  const paper = await pageAt('/console/papers/p2/edit')
  assert.match(paper, /One mark does not hold:[^]*There is no public paper p9\./u)
  assert.match(paper, /1 sentence with a number or a comparison and without evidence/u)
})

test('an editor judges whether a quotation bears its sentence, which readers see with name and date', async () => {
  assert.match(await pageAt(path), /Nobody has judged yet/u)
  assert.equal(await supportOf(), null)
  assert.equal((await judge({ support: 'partly' })).status, 303)
  assert.equal(await supportOf(), 'partly')
  assert.match(
    await (await service.get(`/gaps/${id}`)).text(),
    /It bears its sentence in part, says <bdi>[^<]+<\/bdi> \(<time/u,
  )
  const shown = /says <bdi>(?<name>[^<]+)<\/bdi>/u.exec(await pageAt(`/console/gaps/${id}/evidence`))?.groups?.['name']
  const [act] = await actsOf(service, 'evidence.judge')
  assert.deepEqual(act?.after, { mark: QUOTE, support: 'partly', by: shown })
  const admin = await signedIn(service, 'admin')
  const log = await (await admin.get('/console/audit?act=evidence.judge')).text()
  assert.match(log, new RegExp(`<dt>by</dt><dd><div[^>]*><ins>${shown}</ins>`, 'u'))
  assert.equal((await judge({ support: '' })).status, 303)
  assert.equal(await supportOf(), null)
})

test('a judgement of a mark that is no longer there, or of another text, is refused with a reason', async () => {
  const stale = await judge({ support: 'yes', mark: '[p1]' })
  assert.equal(stale.status, 412)
  assert.match(await stale.text(), /no longer has this mark/u)
  assert.equal((await judge({ support: 'yes', subject: 'paper:p2' })).status, 400)
  assert.equal((await judge({ support: 'maybe' })).status, 400)
  assert.equal((await editor.get('/console/gaps/g99/evidence')).status, 404)
})

test('publishing a brief asks once more about marks that do not hold', async () => {
  const words = { title: 'B', summary: 'Half of it [p9]. Read p1.', take: 'Good [p1].', featured: ['p1'] }
  const version = await service.run(saveBriefDraft, { id: '2026-w47', words, version: null, actor: 'test' })
  const publishing = '/console/briefs/2026-w47/publish'
  assert.match(await pageAt(publishing), /\[p9\] after “Half of it\.”: There is no public paper p9\./u)
  const publish = async (fields: Record<string, string>): Promise<number> =>
    (await editor.post(publishing, { version: String(version), sure: 'yes', ...fields })).status
  assert.notEqual(await publish({}), 303)
  assert.equal(await publish({ doubts: 'accepted' }), 303)
  assert.match(await pageAt('/console/briefs/2026-w47/evidence'), /There is no public paper p9\./u)
})

test('the form of a decision says what does not hold of a commentary, stored or typed', async () => {
  await submitInto(service, {
    key: await service.key(),
    state: 'pending',
    paper: leastPaper({ id: 'p3', title: 'Submitted', houseCommentary: 'They forget [p9], as it says [p3].' }),
  })
  const form = await pageAt('/console/queue/p3')
  assert.match(form, /One mark does not hold:[^]*They forget, as it says\.[^]*There is no public paper p9\./u)
  assert.doesNotMatch(form, /no public paper p3/u)
  const typed = formAt(form, '/console/queue/p3/decide', {
    houseCommentary: `They forget ${QUOTE}. They lose [p1 "all of it"].`,
  })
  const preview = await markupOf(await editor.post('/console/queue/p3/preview', typed))
  assert.match(preview, /One mark does not hold:[^]*The stored words of the authors of p1 do not have it\./u)
  assert.doesNotMatch(preview, /p9/u)
})
