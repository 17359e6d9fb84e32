import type { Context } from 'hono'
import { deleteOwnData } from '#actions/following/delete-own-data.ts'
import { getRequest } from '#actions/following/get-request.ts'
import { confirmMove } from '#actions/following/confirm-move.ts'
import { requestMove } from '#actions/following/request-move.ts'
import { Failure } from '#core/failure.ts'
import { formAttempts } from '#core/quota.ts'
import type { Clock } from '#ports/clock.ts'
import { readOwnData } from '#queries/following/read-own-data.ts'
import { refuseCrossOriginForm } from '#http/auth/origin-check.ts'
import { SUBSCRIBE_FORM_BYTES } from '#http/input/body-limits.ts'
import { readFormBody } from '#http/input/form-body.ts'
import { actionWithToken, tokenOf } from '#http/reader/correspondence/input.ts'
import { emptyForm, type FormState } from '#http/reader/correspondence/pages/form.ts'
import { failureHeaders } from '#http/routing/failure-headers.ts'
import { json, page, type Reply } from '#http/routing/reply.ts'
import { statusCodes } from '#http/routing/status-codes.ts'
import { parseInput } from '#schemas/validate.ts'
import { linkForm } from './input.ts'
import { confirmMovePage, deletedPage, movedPage, moveSentPage, ownDataPage } from './pages/own-data.ts'
import type { PreferencesPorts } from './show-preferences.ts'

export type OwnDataPorts = PreferencesPorts & { clock: Clock }

const readData = async ({ store, clock }: OwnDataPorts, context: Context) => {
  const { following } = store.private
  const request = await getRequest({ following, now: clock.now() }, { token: tokenOf(context), purpose: 'manage' })
  return readOwnData(store.private, request)
}

const ownData = async (ports: OwnDataPorts, context: Context, filled: FormState) =>
  ownDataPage({
    houseName: ports.houseName,
    data: await readData(ports, context),
    action: actionWithToken('/subscription/data', context),
    jsonAddress: actionWithToken('/subscription/data.json', context),
    filled,
  })

export const showOwnData =
  (ports: OwnDataPorts) =>
  async (context: Context): Promise<Reply> =>
    page(200, await ownData(ports, context, emptyForm))

export const downloadOwnData =
  (ports: OwnDataPorts) =>
  async (context: Context): Promise<Reply> =>
    json(200, await readData(ports, context), { 'Content-Disposition': 'attachment; filename="my-data.json"' })

/** Moves the subscription to another address, or deletes everything, as the form says. */
export const changeOwnData =
  (ports: OwnDataPorts) =>
  async (context: Context): Promise<Reply> => {
    const { run, houseName, clientNetworks, limitAttempts, publicUrl } = ports
    refuseCrossOriginForm(context, publicUrl())
    const token = tokenOf(context)
    const values = (await readFormBody(context, SUBSCRIBE_FORM_BYTES)).fields
    if (values.action === 'delete') {
      await run(deleteOwnData, { token })
      return page(200, deletedPage(houseName))
    }
    const client = clientNetworks(context)
    try {
      await limitAttempts({ counted: formAttempts(client) }, async () =>
        run(requestMove, { token, ...parseInput(linkForm, values), client }),
      )
    } catch (error) {
      if (!(error instanceof Failure) || error.code === 'not_found') throw error
      return page(
        statusCodes[error.code],
        await ownData(ports, context, { values, failure: error }),
        failureHeaders(error),
      )
    }
    return page(200, moveSentPage(houseName))
  }

export const showMove =
  ({ store, clock, houseName }: OwnDataPorts) =>
  async (context: Context): Promise<Reply> => {
    const { following } = store.private
    await getRequest({ following, now: clock.now() }, { token: tokenOf(context), purpose: 'move' })
    return page(200, confirmMovePage(houseName, actionWithToken('/subscription/move', context)))
  }

export const move =
  ({ run, houseName }: OwnDataPorts) =>
  async (context: Context): Promise<Reply> => {
    await run(confirmMove, { token: tokenOf(context) })
    return page(200, movedPage(houseName))
  }
