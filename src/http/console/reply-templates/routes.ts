import type { Context } from 'hono'
import { changeTemplate } from '#actions/change-template.ts'
import type { Failure } from '#core/failure.ts'
import { applyReplyTemplateOverrides, type ReplyTemplate } from '#core/review/reply-template.ts'
import { verdicts } from '#core/review/submission-state.ts'
import type { Clock } from '#ports/clock.ts'
import type { Ids } from '#ports/ids.ts'
import type { Store } from '#ports/store/store.ts'
import { actorOf, editorOf } from '#http/auth/authorize.ts'
import { HTML_TYPE, page, type Answer } from '#http/routing/reply.ts'
import { orFormAgain, seeOther } from '#http/input/redisplay-form.ts'
import { checkFields, readForm } from '#http/input/form-body.ts'
import type { Route } from '#http/routing/route.ts'
import { noteForm } from './input.ts'
import { notesPage, type TypedNote } from './pages/reply-templates.ts'

export type NotesPorts = { store: Store; clock: Clock; ids: Ids; houseName: string }

const NOTE_BYTES = 131_072

const show = async (ports: NotesPorts, context: Context, typed: TypedNote | null) => {
  const templates = applyReplyTemplateOverrides(await ports.store.read.replyTemplates.list())
  const done = context.req.query('done') === undefined ? null : 'It is saved.'
  return notesPage(ports, { editor: editorOf(context), templates, typed, done })
}

const showNotes = (ports: NotesPorts) => async (context: Context) => page(200, await show(ports, context, null))

/** What was typed, as far as it can be shown again. */
const typedNote = (fields: Record<string, string>, { message, details }: Failure): TypedNote => {
  const event = verdicts.find((each) => each === fields.event) ?? 'ask'
  const note: ReplyTemplate = { id: fields.id ?? '', event, name: fields.name ?? '', body: fields.body ?? '' }
  return { note, trouble: message, mistakes: details }
}

const saveNote =
  (ports: NotesPorts) =>
  async (context: Context): Promise<Answer> => {
    const { fields } = await readForm(context, NOTE_BYTES)
    const again = (failure: Failure) => show(ports, context, typedNote(fields, failure))
    return orFormAgain(async () => {
      const { id: given, event, name, body, act } = checkFields(noteForm, fields)
      const id = given === '' ? `note-${ports.ids.uuid()}`.slice(0, 40) : given
      const change = { id, event, name, body: act === 'remove' ? null : body }
      await changeTemplate(ports, { change, actor: actorOf(context) })
      return seeOther('/console/notes?done')
    }, again)
  }

const forEditors = { path: '/console/notes', access: 'editor', caching: 'none', anyOrigin: false } as const

export const notesRoutes = (ports: NotesPorts): Route[] => [
  {
    ...forEditors,
    method: 'get',
    summary: 'Notes that are ready to be used with a decision',
    answers: { 200: { description: 'The page.', type: HTML_TYPE } },
    handle: showNotes(ports),
  },
  {
    ...forEditors,
    method: 'post',
    summary: 'Changes, adds or removes a ready note',
    answers: {
      303: { description: 'Done; where to go on.' },
      400: { description: 'Something typed is wrong.', type: HTML_TYPE },
    },
    handle: saveNote(ports),
  },
]
