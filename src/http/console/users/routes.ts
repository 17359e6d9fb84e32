import type { Context } from 'hono'
import { z } from 'zod'
import { addEditor, changeRole, type Invitation, removeEditor, renewInvitation } from '#actions/editors.ts'
import type { RunAction } from '#actions/run-action.ts'
import { resetSecondFactor } from '#actions/second-factors.ts'
import { roles } from '#core/access/editor.ts'
import type { SecondFactorRole } from '#core/access/session.ts'
import type { Failure, ValidationError } from '#core/failure.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { adminRoute, htmlResponse, pageResponse, redirectResponse, redisplayForm } from '#http/console/console-route.ts'
import { readFormBody } from '#http/input/body.ts'
import { readQuery } from '#http/input/query.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { Store } from '#ports/store/store.ts'
import { editorSchema } from '#schemas/fields.ts'
import { parseInput } from '#schemas/validate.ts'
import { type ShownInvitation, type UserNotice, userNotices, usersPage } from './pages.ts'
import type { LiveSite } from '#ports/site.ts'

const userListQuery = z.strictObject({
  done: z.enum(userNotices).optional(),
  /** Keys that were revoked with the removal. */
  keys: z
    .string()
    .regex(/^k_\w{1,40}(?:,k_\w{1,40})*$/u)
    .max(5_000)
    .optional(),
})

const userIdFormSchema = z.object({ id: z.string().max(100) })

const roleFormSchema = z.object({ id: z.string().max(100), role: z.enum(roles) })

export type UserPorts = {
  store: Store
  run: RunAction
  site: LiveSite
  publicUrl: () => string
  secondFactorRole: SecondFactorRole
}

type Fields = Record<string, string>
type UsersPageState = {
  invitation?: ShownInvitation
  done?: UserNotice
  keys?: string
  values?: Fields
  error?: string
  errors?: readonly ValidationError[]
}

const usersRenderer = async (ports: UserPorts, context: Context) => {
  const users = await ports.store.private.editors.list()
  const editor = getCurrentEditor(context)
  return ({ invitation, done, keys, values = {}, error, errors = [] }: UsersPageState) =>
    usersPage(ports, {
      editor,
      invitation: invitation ?? null,
      users,
      values,
      done: done ?? null,
      keys: keys?.split(',') ?? [],
      error: error ?? null,
      errors,
    })
}

const showUsers =
  (ports: UserPorts) =>
  async (context: Context): Promise<Reply> => {
    const { done, keys } = readQuery(context, userListQuery)
    const show = await usersRenderer(ports, context)
    return page(200, show({ done, keys }))
  }

/** Runs the action of a form; if it is refused, shows the page again with the reason. */
const formHandler =
  (act: (ports: UserPorts, context: Context, fields: Fields) => Promise<Reply>) =>
  (ports: UserPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const show = await usersRenderer(ports, context)
    return redisplayForm(
      () => act(ports, context, fields),
      ({ message, details }: Failure) => show({ values: fields, error: message, errors: details }),
    )
  }

/** Not a redirect, since the link is shown in this reply and nowhere else. */
const invitationReply = async (
  ports: UserPorts,
  context: Context,
  { editor, token, expiresAt }: Invitation,
): Promise<Reply> => {
  const link = `${ports.publicUrl()}/console/link?token=${token}`
  const show = await usersRenderer(ports, context)
  return page(201, show({ invitation: { invited: editor, link, expiresAt } }))
}

const addUser = formHandler(async (ports, context, fields) => {
  const person = parseInput(editorSchema, fields)
  return invitationReply(ports, context, await ports.run(addEditor, { ...person, actor: getCurrentActor(context) }))
})

const submitRenewal = formHandler(async (ports, context, fields) => {
  const { id } = parseInput(userIdFormSchema, fields)
  return invitationReply(ports, context, await ports.run(renewInvitation, { id, actor: getCurrentActor(context) }))
})

const saveRole = formHandler(async (ports, context, fields) => {
  await ports.run(changeRole, { ...parseInput(roleFormSchema, fields), actor: getCurrentActor(context) })
  return seeOther('/console/people?done=role')
})

const submitReset = formHandler(async (ports, context, fields) => {
  await ports.run(resetSecondFactor, { ...parseInput(userIdFormSchema, fields), actor: getCurrentActor(context) })
  return seeOther('/console/people?done=reset')
})

const removeUser = formHandler(async (ports, context, fields) => {
  const removed = { ...parseInput(userIdFormSchema, fields), actor: getCurrentActor(context) }
  const keys = await ports.run(removeEditor, removed)
  return seeOther(`/console/people?done=removed${keys.length === 0 ? '' : `&keys=${keys.join(',')}`}`)
})

const formFailures = {
  400: htmlResponse('A field is invalid.'),
  404: htmlResponse('There is no such user.'),
}

export const userRoutes = (ports: UserPorts): Route[] => [
  {
    ...adminRoute,
    method: 'get',
    path: '/console/people',
    summary: 'Who may sign in, and with which role',
    query: userListQuery,
    responses: pageResponse,
    handle: showUsers(ports),
  },
  {
    ...adminRoute,
    needsConfirmation: true,
    method: 'post',
    path: '/console/people',
    summary: 'Adds a user and shows a sign-in link once',
    responses: { 201: htmlResponse('The link.'), ...formFailures },
    handle: addUser(ports),
  },
  {
    ...adminRoute,
    needsConfirmation: true,
    method: 'post',
    path: '/console/people/link',
    summary: 'Creates a new sign-in link for a user and shows it once',
    responses: { 201: htmlResponse('The link.'), ...formFailures },
    handle: submitRenewal(ports),
  },
  {
    ...adminRoute,
    needsConfirmation: true,
    method: 'post',
    path: '/console/people/role',
    summary: 'Changes the role of a user',
    responses: { ...redirectResponse, ...formFailures },
    handle: saveRole(ports),
  },
  {
    ...adminRoute,
    needsConfirmation: true,
    method: 'post',
    path: '/console/people/second-factor',
    summary: 'Removes the passkeys and one-time codes of a user who lost them',
    responses: { ...redirectResponse, ...formFailures },
    handle: submitReset(ports),
  },
  {
    ...adminRoute,
    needsConfirmation: true,
    method: 'post',
    path: '/console/people/remove',
    summary: 'Removes a user and revokes the keys whose secrets they have seen; the last admin cannot be removed',
    responses: { ...redirectResponse, ...formFailures },
    handle: removeUser(ports),
  },
]
