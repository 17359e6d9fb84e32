import type { Context } from 'hono'
import { addEditor, changeRole, linkEditor, removeEditor, type Invited } from '#actions/editors.ts'
import type { Failure, ValidationError } from '#core/failure.ts'
import { editorSchema } from '#schemas/editor-schema.ts'
import type { Clock } from '#ports/clock.ts'
import type { Ids } from '#ports/ids.ts'
import type { Store } from '#ports/store/store.ts'
import { actorOf, editorOf } from '#http/auth/authorize.ts'
import { HTML_TYPE, page, type Answer } from '#http/routing/reply.ts'
import { orFormAgain, seeOther } from '#http/input/redisplay-form.ts'
import { checkFields, readForm } from '#http/input/form-body.ts'
import { readQuery } from '#http/input/query.ts'
import type { Route } from '#http/routing/route.ts'
import { editorId, peopleQuery, roleForm, type Outcome } from './input.ts'
import { linkMadePage, peoplePage } from './pages/users.ts'

export type PeoplePorts = { store: Store; clock: Clock; ids: Ids; houseName: string; publicUrl: () => string }

type Fields = Record<string, string>
type Said = { done?: Outcome; typed?: Fields; trouble?: string; mistakes?: readonly ValidationError[] }

const peopleAsTheyAre = async (ports: PeoplePorts, context: Context) => {
  const people = await ports.store.read.editors.list()
  const editor = editorOf(context)
  return ({ done, typed = {}, trouble, mistakes = [] }: Said) =>
    peoplePage(ports, { editor, people, typed, done: done ?? null, trouble: trouble ?? null, mistakes })
}

const showPeople =
  (ports: PeoplePorts) =>
  async (context: Context): Promise<Answer> => {
    const { done } = readQuery(context, peopleQuery)
    const show = await peopleAsTheyAre(ports, context)
    return page(200, show({ done }))
  }

/** Does what a form asks for; when that is refused, the page comes back with the reason. */
const formAct =
  (act: (ports: PeoplePorts, context: Context, fields: Fields) => Promise<Answer>) =>
  (ports: PeoplePorts) =>
  async (context: Context): Promise<Answer> => {
    const { fields } = await readForm(context)
    const show = await peopleAsTheyAre(ports, context)
    return orFormAgain(
      () => act(ports, context, fields),
      ({ message, details }: Failure) => show({ typed: fields, trouble: message, mistakes: details }),
    )
  }

/** The link is in this answer and nowhere else, so there is no other page to go on to. */
const linkMade = (ports: PeoplePorts, context: Context, { editor, token, expiresAt }: Invited): Answer => {
  const link = `${ports.publicUrl()}/console/link?token=${token}`
  return page(201, linkMadePage(ports, { editor: editorOf(context), invited: editor, link, expiresAt }))
}

const add = formAct(async (ports, context, fields) => {
  const person = checkFields(editorSchema, fields)
  return linkMade(ports, context, await addEditor(ports, { ...person, actor: actorOf(context) }))
})

const link = formAct(async (ports, context, fields) => {
  const { id } = checkFields(editorId, fields)
  return linkMade(ports, context, await linkEditor(ports, { id, actor: actorOf(context) }))
})

const setRole = formAct(async (ports, context, fields) => {
  await changeRole(ports, { ...checkFields(roleForm, fields), actor: actorOf(context) })
  return seeOther('/console/people?done=role')
})

const remove = formAct(async (ports, context, fields) => {
  await removeEditor(ports, { ...checkFields(editorId, fields), actor: actorOf(context) })
  return seeOther('/console/people?done=removed')
})

const forAdmins = { access: 'admin', caching: 'none', anyOrigin: false } as const
const aPage = (description: string) => ({ description, type: HTML_TYPE })
const refusals = { 400: aPage('Something is missing or wrong.'), 404: aPage('There is no such editor.') }

export const peopleRoutes = (ports: PeoplePorts): Route[] => [
  {
    ...forAdmins,
    method: 'get',
    path: '/console/people',
    summary: 'Who may come in, and as what',
    query: peopleQuery,
    answers: { 200: aPage('The page.') },
    handle: showPeople(ports),
  },
  {
    ...forAdmins,
    method: 'post',
    path: '/console/people',
    summary: 'Adds an editor and shows a link, once',
    answers: { 201: aPage('The link.'), ...refusals },
    handle: add(ports),
  },
  {
    ...forAdmins,
    method: 'post',
    path: '/console/people/link',
    summary: 'Makes a new link for an editor and shows it, once',
    answers: { 201: aPage('The link.'), ...refusals },
    handle: link(ports),
  },
  {
    ...forAdmins,
    method: 'post',
    path: '/console/people/role',
    summary: 'Gives an editor another role',
    answers: { 303: { description: 'Done; where to go on.' }, ...refusals },
    handle: setRole(ports),
  },
  {
    ...forAdmins,
    method: 'post',
    path: '/console/people/remove',
    summary: 'Removes an editor; the last admin stays',
    answers: { 303: { description: 'Done; where to go on.' }, ...refusals },
    handle: remove(ports),
  },
]
