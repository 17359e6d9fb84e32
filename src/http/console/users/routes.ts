import type { Context } from 'hono'
import { addEditor } from '#actions/accounts/add-editor.ts'
import { changeRole } from '#actions/accounts/change-role.ts'
import type { Invitation } from '#actions/accounts/create-invitation.ts'
import { renewInvitation } from '#actions/accounts/renew-invitation.ts'
import { removeEditor } from '#actions/accounts/remove-editor.ts'
import { resetSecondFactor } from '#actions/second-factors/reset-second-factor.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { Failure, ValidationError } from '#core/failure.ts'
import { editorSchema } from '#schemas/editor-schema.ts'
import type { Store } from '#ports/store/store.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import { redisplayForm } from '#http/console/redisplay-form.ts'
import { readFormBody } from '#http/input/form-body.ts'
import { parseInput } from '#schemas/validate.ts'
import { readQuery } from '#http/input/query.ts'
import type { Route } from '#http/routing/route.ts'
import { adminRoute, htmlResponse, pageResponse, redirectResponse } from '#http/console/console-route.ts'
import { userIdFormSchema, userListQuery, roleFormSchema, type UserNotice } from './input.ts'
import { invitationCreatedPage, usersPage } from './pages/users.ts'

export type UserPorts = { store: Store; run: RunAction; houseName: string; publicUrl: () => string }

type Fields = Record<string, string>
type UsersPageState = {
  done?: UserNotice
  keys?: string
  values?: Fields
  error?: string
  errors?: readonly ValidationError[]
}

const usersRenderer = async (ports: UserPorts, context: Context) => {
  const users = await ports.store.private.editors.list()
  const editor = getCurrentEditor(context)
  return ({ done, keys, values = {}, error, errors = [] }: UsersPageState) =>
    usersPage(ports, {
      editor,
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

/** Runs the action of a form; when it fails, the page comes back with the reason. */
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

/** The link is in this reply and nowhere else, so the browser is not sent to another page. */
const invitationReply = (ports: UserPorts, context: Context, { editor, token, expiresAt }: Invitation): Reply => {
  const link = `${ports.publicUrl()}/console/link?token=${token}`
  return page(
    201,
    invitationCreatedPage(ports, { editor: getCurrentEditor(context), invited: editor, link, expiresAt }),
  )
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
  400: htmlResponse('Something is missing or wrong.'),
  404: htmlResponse('There is no such user.'),
}

export const userRoutes = (ports: UserPorts): Route[] => [
  {
    ...adminRoute,
    method: 'get',
    path: '/console/people',
    summary: 'Who may sign in, and in which role',
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
    summary: 'Gives a user another role',
    responses: { ...redirectResponse, ...formFailures },
    handle: saveRole(ports),
  },
  {
    ...adminRoute,
    needsConfirmation: true,
    method: 'post',
    path: '/console/people/second-factor',
    summary: 'Removes passkeys and one-time codes of a user who lost them',
    responses: { ...redirectResponse, ...formFailures },
    handle: submitReset(ports),
  },
  {
    ...adminRoute,
    needsConfirmation: true,
    method: 'post',
    path: '/console/people/remove',
    summary: 'Removes a user and revokes the keys whose secret they were shown; the last admin stays',
    responses: { ...redirectResponse, ...formFailures },
    handle: removeUser(ports),
  },
]
