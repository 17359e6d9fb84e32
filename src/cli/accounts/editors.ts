import { InvalidArgumentError, type Command } from 'commander'
import { addEditor } from '#actions/accounts/add-editor.ts'
import { changeRole } from '#actions/accounts/change-role.ts'
import type { Invitation } from '#actions/accounts/create-invitation.ts'
import { renewInvitation } from '#actions/accounts/renew-invitation.ts'
import { removeEditor } from '#actions/accounts/remove-editor.ts'
import { resetSecondFactor } from '#actions/second-factors/reset-second-factor.ts'
import { isRole, roles, type Role } from '#core/access/editor.ts'
import { INVITATION_VALID_HOURS } from '#core/access/invitation.ts'
import { editorSchema } from '#schemas/editor-schema.ts'
import { parseInput } from '#schemas/validate.ts'
import type { Config } from '#config.ts'
import { print, table } from '#cli/terminal/print.ts'
import { withCorpus } from '#cli/terminal/with-corpus.ts'

const ACTOR = 'cli'

const parseRole = (text: string): Role => {
  if (!isRole(text)) throw new InvalidArgumentError(`Roles are ${roles.join(', ')}.`)
  return text
}

const linkTo = ({ publicUrl, host, port }: Config, token: string): string =>
  `${publicUrl ?? `http://${host}:${port}`}/console/link?token=${token}`

const printLink = ({ editor, token, expiresAt }: Invitation, config: Config, json: boolean | undefined): void => {
  const link = linkTo(config, token)
  if (json === true) print(JSON.stringify({ id: editor.id, link, expiresAt }))
  else
    print(
      `${link}\nThis is shown only now. It lets ${editor.name} (${editor.id}, ${editor.role}) set a passphrase, once, until ${expiresAt}.`,
    )
}

type Json = { json?: boolean }

const add = (name: string, email: string, { role, json }: Json & { role: Role }): Promise<void> =>
  withCorpus(async (corpus, config) => {
    const person = parseInput(editorSchema, { name, email, role })
    printLink(await corpus.run(addEditor, { ...person, actor: ACTOR }), config, json)
  })

const link = (id: string, { json }: Json): Promise<void> =>
  withCorpus(async (corpus, config) => {
    printLink(await corpus.run(renewInvitation, { id, actor: ACTOR }), config, json)
  })

const list = ({ json }: Json): Promise<void> =>
  withCorpus(async ({ store }) => {
    const editors = await store.private.editors.list()
    if (json === true) print(JSON.stringify(editors))
    else if (editors.length === 0) print('There are no editors; "longview editors add NAME EMAIL" adds one.')
    else
      print(
        table([
          ['id', 'name', 'email', 'role', 'signs in by'],
          ...editors.map(({ id, name, email, role, removedAt, hasPassphrase, passkeys }) => [
            id,
            name,
            email ?? '',
            role,
            removedAt !== null
              ? 'removed'
              : [hasPassphrase && 'passphrase', passkeys > 0 && 'passkey'].filter((way) => way !== false).join(', ') ||
                'link',
          ]),
        ]),
      )
  })

const setRole = (id: string, role: Role, { json }: Json): Promise<void> =>
  withCorpus(async (corpus) => {
    await corpus.run(changeRole, { id, role, actor: ACTOR })
    print(json === true ? JSON.stringify({ id, role }) : `${id} is ${role}.`)
  })

const remove = (id: string, { json }: Json): Promise<void> =>
  withCorpus(async (corpus) => {
    const keys = await corpus.run(removeEditor, { id, actor: ACTOR })
    if (json === true) print(JSON.stringify({ id, removed: true, keys }))
    else
      print(
        `${id} is removed and signed out everywhere.${keys.length === 0 ? '' : `\nRevoked with their keys: ${keys.join(', ')}.`}`,
      )
  })

const resetFactor = (id: string, { json }: Json): Promise<void> =>
  withCorpus(async (corpus) => {
    await corpus.run(resetSecondFactor, { id, actor: ACTOR })
    print(
      json === true
        ? JSON.stringify({ id, reset: true })
        : `${id} has no passkeys and one-time codes any more and is signed out everywhere; the passphrase stays.`,
    )
  })

export const addEditors = (program: Command): void => {
  const editors = program
    .command('editors')
    .description('accounts of the console: add, link, list, role, reset-second-factor, remove')
  editors
    .command('add')
    .description(
      `add an editor and print a link to set a passphrase, good once and for ${INVITATION_VALID_HOURS} hours`,
    )
    .argument('<name>', 'name as the console shows it')
    .argument('<email>', 'address to sign in with')
    .option('--role <role>', `one of ${roles.join(', ')}`, parseRole, 'editor' as Role)
    .option('--json', 'print {"id","link","expiresAt"}')
    .action(add)
  editors
    .command('link')
    .description('print a new link with which an editor sets a new passphrase; earlier links stop working')
    .argument('<id>', 'id from "longview editors list"')
    .option('--json', 'print {"id","link","expiresAt"}')
    .action(link)
  editors.command('list').description('list all editors').option('--json', 'print an array').action(list)
  editors
    .command('role')
    .description('change the role of an editor; it applies from the next request on')
    .argument('<id>', 'id from "longview editors list"')
    .argument('<role>', `one of ${roles.join(', ')}`, parseRole)
    .option('--json', 'print {"id","role"}')
    .action(setRole)
  editors
    .command('reset-second-factor')
    .description(
      'remove the passkeys, one-time codes and recovery codes of an editor who lost them, and end their sessions',
    )
    .argument('<id>', 'id from "longview editors list"')
    .option('--json', 'print {"id","reset"}')
    .action(resetFactor)
  editors
    .command('remove')
    .description(
      'remove an editor, end their sessions and revoke the keys whose secret they were shown; the last admin stays',
    )
    .argument('<id>', 'id from "longview editors list"')
    .option('--json', 'print {"id","removed","keys"}')
    .action(remove)
}
