import type { Context } from 'hono'
import { editSettings } from '#actions/editorial/settings.ts'
import { dropFormDraft } from '#actions/form-drafts.ts'
import type { RunAction } from '#actions/run-action.ts'
import { type Failure, validationFailure } from '#core/failure.ts'
import { completeSettings } from '#core/settings.ts'
import { presentSettings, readSettings, settingsInput } from '#edited/settings.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { adminRoute, pageResponse, redirectResponse, redisplayForm, savedQuery } from '#http/console/console-route.ts'
import { formVersion, readFormBody, SETTINGS_FORM_BYTES } from '#http/input/body.ts'
import { readQuery } from '#http/input/query.ts'
import { JSON_TYPE, page, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { LiveSite } from '#ports/site.ts'
import type { Store } from '#ports/store/store.ts'
import { renderLinkedTexts } from '#queries/rendered-texts.ts'
import { parseStrictJson } from '#schemas/parse-strict-json.ts'
import { parseInput, validate } from '#schemas/validate.ts'
import { objectOf, type SettingsValues, submittedValues, valuesOf } from './input.ts'
import { DRAFT, settingsPage, type SettingsView } from './pages.ts'

type Ports = { store: Store; run: RunAction; markdown: MarkdownRenderer; site: LiveSite }

const PATH = '/console/settings'

type Rendered = Partial<SettingsView> & { imported?: Failure | null }

const stored = async ({ store, site }: Ports) => {
  const { stored: given, version } = await store.private.settings.get()
  return { version, values: valuesOf(completeSettings(given, site.defaults)) }
}

/** The settings as they would be answered once these values are saved; null while there are errors. */
const presentValues = async ({ store, site: { defaults } }: Ports, values: SettingsValues) => {
  const checked = validate(settingsInput, objectOf(values))
  if (!checked.ok) return null
  const chapters = await store.private.chapters.list()
  return presentSettings({ settings: completeSettings(checked.value.words, defaults), chapters })
}

const render = async (ports: Ports, context: Context, given: Rendered = {}) => {
  const view = {
    editor: getCurrentEditor(context),
    ...(await stored(ports)),
    current: null,
    failure: null,
    saved: false,
    imported: null,
    isUnsaved: given.values !== undefined,
    ...given,
  }
  const texts = { ...ports, related: ports.store.private.related }
  return settingsPage(
    ports,
    { ...view, presented: await presentValues(ports, view.values) },
    await renderLinkedTexts(texts, [view.values.texts.about ?? '']),
  )
}

const readForm = async (context: Context) => {
  const form = await readFormBody(context, SETTINGS_FORM_BYTES)
  return { form, values: submittedValues(form), version: formVersion(form.fields) }
}

/** The form again, based on the version that somebody else saved in the meantime. */
const renderRefused = async (ports: Ports, context: Context, typed: Rendered & { failure: Failure }) => {
  if (typed.failure.code !== 'stale') return render(ports, context, typed)
  const { version, values } = await stored(ports)
  return render(ports, context, { ...typed, version, current: values })
}

type Submitted = { object: unknown; version: number }

const store = async ({ run, site: { defaults } }: Ports, context: Context, { object, version }: Submitted) => {
  const given = parseInput(settingsInput, object)
  const actor = getCurrentActor(context)
  const saved = await run(editSettings, { ...given, seen: null, defaults, version, actor })
  await run(dropFormDraft, { editorId: getCurrentEditor(context).id, form: DRAFT })
  return seeOther(`${PATH}?saved=${saved}`)
}

const save = (ports: Ports) => async (context: Context) => {
  const { values, version } = await readForm(context)
  return redisplayForm(
    () => store(ports, context, { object: objectOf(values), version }),
    (failure) => renderRefused(ports, context, { values, version, failure }),
  )
}

const importFile = (ports: Ports) => async (context: Context) => {
  const { form, version } = await readForm(context)
  return redisplayForm(
    async () => store(ports, context, { object: parseStrictJson(form.fields.json ?? ''), version }),
    (imported) => render(ports, context, { imported }),
  )
}

export const settingsRoutes = (ports: Ports): Route[] => [
  {
    ...adminRoute,
    method: 'get',
    path: PATH,
    summary: 'The form of the settings of the library',
    query: savedQuery,
    responses: pageResponse,
    handle: async (context) =>
      page(200, await render(ports, context, { saved: readQuery(context, savedQuery).saved !== undefined })),
  },
  {
    ...adminRoute,
    method: 'post',
    path: PATH,
    summary: 'Changes the settings of the library',
    responses: redirectResponse,
    handle: save(ports),
  },
  {
    ...adminRoute,
    method: 'post',
    path: `${PATH}/preview`,
    summary: 'Previews the settings; stores nothing',
    responses: pageResponse,
    handle: async (context) => {
      const { values, version } = await readForm(context)
      const checked = validate(settingsInput, objectOf(values))
      const failure = checked.ok ? null : validationFailure(checked.errors)
      return page(200, await render(ports, context, { values, version, failure }))
    },
  },
  {
    ...adminRoute,
    method: 'get',
    path: `${PATH}/export`,
    summary: 'All settings as a file of JSON',
    responses: { 200: { description: 'The file.', type: JSON_TYPE } },
    handle: async () => ({
      status: 200,
      body: JSON.stringify(presentSettings(await readSettings(ports.store.private, ports.site.defaults)), null, 2),
      type: JSON_TYPE,
      headers: { 'Content-Disposition': 'attachment; filename="settings.json"' },
    }),
  },
  {
    ...adminRoute,
    method: 'post',
    path: `${PATH}/import`,
    summary: 'Replaces the settings with those of a file',
    responses: redirectResponse,
    handle: importFile(ports),
  },
]
