import { Option, type Command } from 'commander'
import type { AuditHead, AuditRecord } from '#core/audit.ts'
import { Failure } from '#core/failure.ts'
import { withAuditReader } from '#maintenance/backup.ts'
import { verifyAudit } from '#queries/audit.ts'
import { auditHeadText, parseCount, parseNoted, print, table, withCorpus } from '#cli/terminal.ts'

const PAGE = 500
const SHOWN = 50

type VerifyOptions = { noted?: AuditHead; backup?: string; json?: boolean }

/** The head of the audit log in a backup. Throws `wrong_state` if that log is damaged. */
const headOfBackup = async (file: string): Promise<AuditHead> => {
  const backup = { engine: 'sqlite', path: file } as const
  const { head, fault } = await withAuditReader(backup, (audit) => verifyAudit(audit, null))
  if (fault !== null) throw new Failure('wrong_state', `The audit log of the backup: ${fault.message}`)
  return head
}

const verify = ({ noted, backup, json }: VerifyOptions): Promise<void> =>
  withCorpus(async ({ store }) => {
    const known = backup === undefined ? (noted ?? null) : await headOfBackup(backup)
    const { head, fault } = await verifyAudit(store.private.audit, known)
    process.exitCode = fault === null ? 0 : 1
    if (json === true) print(JSON.stringify({ ok: fault === null, ...head, fault }))
    else if (fault === null)
      print(
        `All ${head.count} rows are unchanged.\n${auditHeadText(head)}\nNote this line elsewhere; "longview audit verify --noted" compares with it.`,
      )
    else print(fault.message)
  })

const presented = ({ before, after, ...record }: AuditRecord) => ({
  ...record,
  before: before === null ? null : (JSON.parse(before) as unknown),
  after: after === null ? null : (JSON.parse(after) as unknown),
})

type ListOptions = { limit: number; actor?: string; act?: string; subject?: string; json?: boolean }

const list = ({ limit, actor, act, subject, json }: ListOptions): Promise<void> =>
  withCorpus(async ({ store }) => {
    const filter = { actor: actor ?? null, act: act ?? null, subject: subject ?? null }
    const found: AuditRecord[] = []
    for (let before: number | null = null; found.length < limit;) {
      const page = await store.private.audit.list(filter, before, Math.min(PAGE, limit - found.length))
      found.push(...page.records)
      before = page.next
      if (before === null) break
    }
    if (json === true) print(JSON.stringify(found.map(presented)))
    else if (found.length === 0) print('No actions are recorded.')
    else
      print(
        table([
          ['row', 'when', 'who', 'act', 'on', 'after'],
          ...found.map((record) => [
            String(record.seq),
            record.at,
            record.actor,
            record.act,
            record.subject,
            record.after ?? '',
          ]),
        ]),
      )
  })

export const addAudit = (program: Command): void => {
  const audit = program.command('audit').description('the log of every editorial action: list, verify')
  audit
    .command('list')
    .description('list actions, newest first')
    .option('--limit <n>', 'maximum number of rows', parseCount, SHOWN)
    .option('--actor <who>', 'only by cli, key:ID or editor:ID')
    .option('--act <act>', 'only this action, such as paper.accept')
    .option('--subject <id>', 'only on this paper, key, brief or editor')
    .option('--json', 'print an array')
    .action(list)
  audit
    .command('verify')
    .description('check the log for altered, removed and added rows; name the first one and exit with 1')
    .option('--noted <count:hash>', 'the line that an earlier verify printed', parseNoted)
    .addOption(new Option('--backup <file>', 'compare with the head of the log in a backup').conflicts('noted'))
    .option('--json', 'print {"ok","count","hash","fault"}')
    .action(verify)
}
