import type { Context } from 'hono'
import { changePreferences } from '#actions/following/change-preferences.ts'
import { requestManagement } from '#actions/following/request-management.ts'
import type { RunAction } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import type { Store } from '#ports/store/store.ts'
import { getSubscription } from '#queries/following/get-subscription.ts'
import { refuseCrossOriginForm } from '#http/auth/origin-check.ts'
import { SUBSCRIBE_FORM_BYTES } from '#http/input/body-limits.ts'
import { readFormBody } from '#http/input/form-body.ts'
import { handleForm, type FormPorts } from '#http/reader/correspondence/handle-form.ts'
import { actionWithToken, tokenOf } from '#http/reader/correspondence/input.ts'
import { emptyForm } from '#http/reader/correspondence/pages/form.ts'
import { page, type Reply } from '#http/routing/reply.ts'
import { parseInput } from '#schemas/validate.ts'
import { linkForm, readPreferences } from './input.ts'
import { preferencesPage, subscriptionLinkPage, type PreferencesView } from './pages/preferences.ts'

export type PreferencesPorts = FormPorts & { store: Store; run: RunAction; houseName: string; canMail: boolean }

const show = async (
  { store, houseName }: PreferencesPorts,
  context: Context,
  done: PreferencesView['done'],
): Promise<Reply> => {
  const subscription = await getSubscription(store, { token: tokenOf(context) })
  const action = actionWithToken('/subscription', context)
  return page(200, preferencesPage({ houseName, subscription, action, done, filled: emptyForm }))
}

export const showPreferences =
  (ports: PreferencesPorts) =>
  async (context: Context): Promise<Reply> =>
    tokenOf(context) === '' ? page(200, subscriptionLinkPage(ports.houseName, emptyForm)) : show(ports, context, null)

export const savePreferences =
  (ports: PreferencesPorts) =>
  async (context: Context): Promise<Reply> => {
    const { store, run, publicUrl, clientNetworks } = ports
    refuseCrossOriginForm(context, publicUrl())
    const { subscriberId } = await getSubscription(store, { token: tokenOf(context) })
    const preferences = readPreferences((await readFormBody(context, SUBSCRIBE_FORM_BYTES)).fields)
    const done = await run(changePreferences, { subscriberId, preferences, client: clientNetworks(context) })
    return show(ports, context, done)
  }

export const requestLink = (ports: PreferencesPorts) =>
  handleForm(
    ports,
    {
      limit: SUBSCRIBE_FORM_BYTES,
      sentPath: '/subscription/sent',
      show: (filled) => subscriptionLinkPage(ports.houseName, filled),
    },
    (typed, context) => {
      if (!ports.canMail) throw new Failure('unavailable', 'This library sends no emails at present.')
      return ports.run(requestManagement, { ...parseInput(linkForm, typed), client: ports.clientNetworks(context) })
    },
  )
