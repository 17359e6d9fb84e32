import type { ActionContext } from '#actions/run-action.ts'
import { isLiveKey } from '#core/access/api-key.ts'
import { editorActor } from '#core/access/editor.ts'
import type { AuditRecord } from '#core/audit/audit-chain.ts'

const PAGE = 200
const issuingActs = ['key.create', 'key.rotate'] as const

/** Every record that a filter finds, newest first. */
const allRecords = async (
  tx: ActionContext,
  filter: { actor: string | null; act: string | null; subject: string | null },
): Promise<AuditRecord[]> => {
  const found: AuditRecord[] = []
  for (let before: number | null = null; ;) {
    const page = await tx.audit.list(filter, before, PAGE)
    found.push(...page.records)
    if (page.next === null) return found
    before = page.next
  }
}

/** Whether somebody was shown a secret of this key that still works: the present one, or the one before in its overlap. */
const knowsSecret = async (tx: ActionContext, keyId: string, actor: string): Promise<boolean> => {
  const records = await allRecords(tx, { actor: null, act: null, subject: keyId })
  const [last, before] = records.filter(({ act }) => issuingActs.some((issuing) => issuing === act))
  if (last?.actor === actor) return true
  if (last === undefined || before?.actor !== actor) return false
  const { previousUntil } = JSON.parse(last.after ?? '{}') as { previousUntil?: string }
  return previousUntil !== undefined && previousUntil > tx.now.toISOString()
}

/** Ids of the live keys whose secret an editor was shown when creating or rotating them. */
export const findIssuedKeys = async (tx: ActionContext, editor: { id: string }): Promise<string[]> => {
  const actor = editorActor(editor)
  const subjects = new Set<string>()
  for (const act of issuingActs)
    for (const { subject } of await allRecords(tx, { actor, act, subject: null })) subjects.add(subject)
  const issued: string[] = []
  for (const id of subjects) {
    const key = await tx.keys.find(id)
    if (key !== null && isLiveKey(key, tx.now) && (await knowsSecret(tx, id, actor))) issued.push(id)
  }
  return issued
}
