import { areCodesActive } from '#core/access/one-time-code.ts'
import type { Role } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'
import { lacksSecondFactor } from '#core/access/second-factor.ts'
import type { Store } from '#ports/store/store.ts'
import type { Route } from '#http/routing/route.ts'
import type { CurrentSession } from './current-session.ts'

type Ports = { store: Store; secondFactorRole: Role | null }

/** Whether an editor has any second factor that a sign-in could use. */
export const hasSecondFactor = async ({ private: read }: Store, editorId: string): Promise<boolean> => {
  const codes = await read.secondFactors.find(editorId)
  return areCodesActive(codes) || (await read.passkeys.listByEditor(editorId)).length > 0
}

/**
 * Holds back who must have a second factor and has not given one. Who has none yet may set one up and nothing else; who
 * has one must use it, or a stolen passphrase could add another. Throws `second_factor_missing`.
 */
export const requireSecondFactor =
  ({ store, secondFactorRole }: Ports) =>
  async ({ beforeSecondFactor }: Pick<Route, 'beforeSecondFactor'>, current: CurrentSession): Promise<void> => {
    const { session, editor } = current
    if (!lacksSecondFactor(session, editor.role, secondFactorRole) || beforeSecondFactor === 'always') return
    if (beforeSecondFactor === 'to set one up' && !(await hasSecondFactor(store, editor.id))) return
    throw new Failure(
      'second_factor_missing',
      `The role ${editor.role} needs a passkey or one-time codes here; nothing was done. See /console/second-factor.`,
    )
  }
