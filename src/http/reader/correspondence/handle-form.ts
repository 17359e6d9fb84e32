import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import { formAttempts, type ClientNetworks } from '#core/quota.ts'
import type { Html } from '#html.ts'
import { refuseCrossOriginForm } from '#http/auth/origin-check.ts'
import type { LimitAttempts } from '#http/input/attempt-limit.ts'
import { readFormBody } from '#http/input/form-body.ts'
import { failureHeaders } from '#http/routing/failure-headers.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import { statusCodes } from '#http/routing/status-codes.ts'
import type { Log } from '#ports/log.ts'
import type { FormState } from './pages/form.ts'

export type FormPorts = {
  log: Log
  clientNetworks: (context: Context) => ClientNetworks
  limitAttempts: LimitAttempts
  publicUrl: () => string
}

type PostedForm = { limit: number; sentPath: string; show: (filled: FormState) => Html | Promise<Html> }

/** Passes a form to `act`; when that refuses it, shows the form again with the entered values. */
export const handleForm =
  (
    ports: FormPorts,
    { limit, sentPath, show }: PostedForm,
    act: (typed: Record<string, string>, context: Context) => Promise<unknown>,
  ) =>
  async (context: Context): Promise<Reply> => {
    refuseCrossOriginForm(context, ports.publicUrl())
    const values = (await readFormBody(context, limit)).fields
    try {
      await ports.limitAttempts({ counted: formAttempts(ports.clientNetworks(context)) }, () => act(values, context))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const status = statusCodes[error.code]
      if (status >= 500) ports.log.error({ err: error }, 'a form could not be stored')
      return page(status, await show({ values, failure: error }), failureHeaders(error))
    }
    return seeOther(sentPath)
  }
