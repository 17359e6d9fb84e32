import type { Context } from 'hono'
import { dropFormDraft } from '#actions/form-drafts.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { Editor } from '#core/access/editor.ts'
import { type Failure, validationFailure } from '#core/failure.ts'
import { PAPER_ID } from '#core/papers/paper.ts'
import { papersFoundBy } from '#core/search/paper-filter.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'
import type { EditedField, EditedFields, EditedResource } from '#edited/edited-resource.ts'
import type { Html } from '#html.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import type { SelectablePaper } from '#http/console/pages/form.ts'
import { FORM_BYTES, type FormBody, formVersion, readFormBody } from '#http/input/body.ts'
import { checkedId, readQuery } from '#http/input/query.ts'
import { page, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { PrivatePaperReader, PublicPaperReader } from '#ports/store/papers.ts'
import type { Store } from '#ports/store/store.ts'
import { parseInput, validate } from '#schemas/validate.ts'
import { editorRoute, pageResponse, redirectResponse, redisplayForm, savedQuery } from './console-route.ts'

/** The fields of a form, valid or not. */
export type FormValues<Fields extends EditedFields> = {
  [Name in keyof Fields]: Fields[Name]['control']['kind'] extends 'papers' ? string[] : string
}

export type EditedView<Stored, Fields extends EditedFields> = {
  editor: Editor
  stored: Stored
  /** The version that the next save is based on. */
  version: number
  values: FormValues<Fields>
  /** The newer version, if somebody else saved one in the meantime. */
  current: FormValues<Fields> | null
  failure: Failure | null
  saved: boolean
  /** Whether the fields contain input that is not stored. */
  isUnsaved: boolean
  /** The chosen papers, the search text, and the papers that it found. */
  picker: { selected: readonly SelectablePaper[]; search: string; results: readonly SelectablePaper[] }
}

type FormPorts = { store: Store; run: RunAction }

type FormOptions<Stored, Fields extends EditedFields> = {
  /** The path of the list, such as `/console/gaps`. */
  path: string
  /** The name of the id in the path. */
  parameter?: 'id' | 'number'
  maxBytes?: number
  /** The values of a form that has other fields in place of some. */
  readValues?: (form: FormBody, values: FormValues<Fields>) => FormValues<Fields>
  /** Whether a preview also shows errors. */
  checksPreview?: boolean
  draw: (view: EditedView<Stored, Fields>) => Promise<Html>
  /** For a resource that editors can also add. */
  drawNew?: (view: EditedView<null, Fields>) => Promise<Html>
}

type RenderInput<Stored, Fields extends EditedFields> = { stored: Stored | null; search?: string } & Partial<
  Omit<EditedView<Stored, Fields>, 'stored' | 'picker'>
>

const mapFields = <Fields extends EditedFields>(
  fields: Fields,
  valueOf: (name: string, field: EditedField) => string | string[],
) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valueOf(name, field)])) as FormValues<Fields>

const emptyValue = (_: string, { control }: EditedField): string | string[] =>
  control.kind === 'papers' ? [] : control.kind === 'choice' ? control.initial : ''

const submittedValues = <Fields extends EditedFields>(fields: Fields, form: FormBody): FormValues<Fields> =>
  mapFields(fields, (name, { control }) => (control.kind === 'papers' ? form.getAll(name) : (form.fields[name] ?? '')))

const chosenPapers = (fields: EditedFields, values: Readonly<Record<string, string | string[]>>): string[] =>
  Object.keys(fields).flatMap((name) => (fields[name]?.control.kind === 'papers' ? (values[name] ?? []) : []))

/** The papers with these ids, in that order. */
const findPapersById = async (papers: PrivatePaperReader, ids: readonly string[]): Promise<SelectablePaper[]> => {
  const stored = await papers.findByIds(ids)
  return ids.map((id) => ({ id, title: stored.get(id)?.title ?? '(no such paper)' }))
}

const MAX_FOUND = 10

/** The first public papers that match an id or words, searched as in the library. */
const findPapers = async (papers: PublicPaperReader, text: string): Promise<SelectablePaper[]> => {
  const query = text.trim()
  if (query === '') return []
  if (PAPER_ID.test(query)) {
    const found = await papers.find(query)
    return found?.state === 'accepted' ? [found.paper] : []
  }
  return (await papers.list(papersFoundBy(parseSearchQuery(query)), null, MAX_FOUND)).papers
}

/** The routes of the form that edits one of `resource`: show, preview and save. A refused form keeps everything that was typed. */
export const editedForm = <
  Id extends string | number,
  Stored extends { version: number },
  Words,
  Fields extends EditedFields,
>(
  { store, run }: FormPorts,
  resource: EditedResource<Id, Stored, Words, Fields>,
  {
    path,
    parameter = 'id',
    maxBytes = FORM_BYTES,
    readValues = (_form, values) => values,
    checksPreview = false,
    draw,
    drawNew,
  }: FormOptions<NoInfer<Stored>, NoInfer<Fields>>,
) => {
  const { fields } = resource
  const textId = (context: Context): string => checkedId(context.req.param(parameter) ?? '')
  const get = (context: Context): Promise<Stored> => resource.get(store.private, resource.parseId(textId(context)))
  const find = async (context: Context): Promise<Stored | null> => (textId(context) === '' ? null : get(context))

  /** Removes what the editor had typed, now that it is stored. */
  const dropDraft = (context: Context): Promise<void> => {
    const form = `${path.slice('/console/'.length)}/${textId(context) || 'new'}`
    return run(dropFormDraft, { editorId: getCurrentEditor(context).id, form })
  }

  const storedValues = (stored: Stored | null): FormValues<Fields> => {
    if (stored === null) return mapFields(fields, emptyValue)
    const shown: Readonly<Record<string, unknown>> = resource.present(stored)
    return mapFields(fields, (name) => (shown[name] ?? '') as string | string[])
  }

  const render = async (
    context: Context,
    { stored, search = '', ...given }: RenderInput<Stored, Fields>,
  ): Promise<Html> => {
    const values = given.values ?? storedValues(stored)
    const { papers } = store.private
    const view = {
      editor: getCurrentEditor(context),
      version: stored?.version ?? 0,
      current: null,
      failure: null,
      saved: false,
      isUnsaved: given.values !== undefined,
      ...given,
      values,
      picker: {
        selected: await findPapersById(papers, chosenPapers(fields, values)),
        search,
        results: await findPapers(papers, search),
      },
    }
    if (stored !== null) return draw({ ...view, stored })
    if (drawNew === undefined) throw new Error(`no form adds a ${resource.noun}`)
    return drawNew({ ...view, stored })
  }

  const readForm = async (context: Context) => {
    const form = await readFormBody(context, maxBytes)
    const values = readValues(form, submittedValues(fields, form))
    return { values, version: formVersion(form.fields), search: form.fields.find ?? '', stored: await find(context) }
  }

  type RouteText = Pick<Route, 'path' | 'summary'>
  type Adding = (words: Words, actor: string) => Promise<{ id: Id; version: number }>

  return {
    render,

    /** The form of a stored one or, if the path contains no id, of a new one. */
    show: (text: RouteText): Route => ({
      ...editorRoute,
      ...text,
      method: 'get',
      ...(text.path.endsWith(`:${parameter}`) && { query: savedQuery }),
      responses: pageResponse,
      handle: async (context) => {
        const stored = await find(context)
        const saved = stored !== null && readQuery(context, savedQuery).saved !== undefined
        return page(200, await render(context, { stored, saved }))
      },
    }),

    /** The form with its preview and search results; stores nothing. */
    preview: (text: RouteText): Route => ({
      ...editorRoute,
      ...text,
      method: 'post',
      responses: pageResponse,
      handle: async (context) => {
        const typed = await readForm(context)
        const checked = validate(resource.input, typed.values)
        const failure = checksPreview && !checked.ok ? validationFailure(checked.errors) : null
        return page(200, await render(context, { ...typed, failure }))
      },
    }),

    /** Stores the form as a new version; `add` is for a path without an id. */
    save: (text: RouteText, add?: Adding): Route => ({
      ...editorRoute,
      ...text,
      method: 'post',
      responses: redirectResponse,
      handle: async (context) => {
        const typed = await readForm(context)
        const actor = getCurrentActor(context)
        return redisplayForm(
          async () => {
            const words = parseInput(resource.input, typed.values)
            if (add !== undefined) {
              const added = await add(words, actor)
              await dropDraft(context)
              return seeOther(`${path}/${added.id}?saved=${added.version}`)
            }
            const id = resource.parseId(textId(context))
            const saved = await run(resource.edit, { id, words, version: typed.version, actor })
            await dropDraft(context)
            return seeOther(`${path}/${textId(context)}?saved=${saved}`)
          },
          async (failure) => {
            if (failure.code !== 'stale') return render(context, { ...typed, failure })
            // The page shows the newer version, so the next save may be based on it.
            const stored = await get(context)
            const { version } = stored
            return render(context, { ...typed, stored, version, current: storedValues(stored), failure })
          },
        )
      },
    }),
  }
}
