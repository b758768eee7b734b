/** The second factor of a login: an authenticator application, with recovery codes for the day it is lost. */
import { recordChange } from '../audit/actions.ts'
import { type ClientCall, type Context, inTransaction } from '../context.ts'
import { badValue, conflict, notFound } from '../errors.ts'
import * as store from './store.ts'
import {
  base32,
  matchingStep,
  newRecoveryCode,
  newTotpSecret,
  recoveryCodesMax,
  recoveryHash,
  totpUri,
} from './totp.ts'

const label = (userId: string) => `second_factors.secret:${userId}`
const secretOf = (ctx: Pick<Context, 'vault'>, userId: string, sealed: Buffer) =>
  Buffer.from(ctx.vault.open(sealed, label(userId)), 'base64')

/** The secret for the authenticator application. It counts once a code of it was shown. */
export const beginFactor = (caller: ClientCall, name: string): Promise<{ secret: string; uri: string }> =>
  inTransaction(caller, async (call) => {
    const known = await store.findForUpdate(call.db, call.user)
    if (known?.confirmedAt) conflict('There is a second factor already. Remove it first.')
    const secret = newTotpSecret()
    await store.insert(call.db, call.user, call.vault.seal(secret.toString('base64'), label(call.user)))
    return { secret: base32(secret), uri: totpUri(secret, new URL(call.config.loginUrl).hostname, name) }
  })

/** Codes that open a login once each, shown here and never again. */
export const confirmFactor = (caller: ClientCall, code: string): Promise<readonly string[]> =>
  inTransaction(caller, async (call) => {
    const factor = (await store.findForUpdate(call.db, call.user)) ?? notFound('second factor')
    if (factor.confirmedAt) conflict('The second factor is confirmed already.')
    const secret = secretOf(call, call.user, factor.secretSealed)
    const step = matchingStep(secret, code, call.clock.now(), factor.lastStep)
    call.judge(step === undefined ? [badValue('code', 'code must be the one that the application shows now.')] : [])
    await store.save(call.db, call.user, { confirmedAt: call.clock.now(), lastStep: step as number })
    const codes = Array.from({ length: recoveryCodesMax }, newRecoveryCode)
    await store.insertRecoveryCodes(call.db, call.user, codes.map(recoveryHash))
    await recordChange(call, { dealer: call.dealer, action: 'factors.confirm', subject: call.user })
    return codes
  })

export const removeFactor = (caller: ClientCall): Promise<void> =>
  inTransaction(caller, async (call) => {
    if (!(await store.remove(call.db, call.user))) notFound('second factor')
    await recordChange(call, { dealer: call.dealer, action: 'factors.remove', subject: call.user })
  })

export const hasFactor = async (ctx: Pick<Context, 'db'>, userId: string): Promise<boolean> =>
  ((await store.find(ctx.db, userId))?.confirmedAt ?? null) !== null

export type FactorVerdict = 'right' | 'missing' | 'wrong'

/** A code of the application or a recovery code; either works once. Users without a second factor need none. */
export const judgeFactor = (
  context: Pick<Context, 'db' | 'clock' | 'vault'>,
  userId: string,
  code: string | undefined,
): Promise<FactorVerdict> =>
  inTransaction(context, async (ctx) => {
    const factor = await store.findForUpdate(ctx.db, userId)
    if (!factor?.confirmedAt) return 'right'
    if (code === undefined) return 'missing'
    const step = matchingStep(secretOf(ctx, userId, factor.secretSealed), code, ctx.clock.now(), factor.lastStep)
    if (step !== undefined) {
      await store.save(ctx.db, userId, { lastStep: step })
      return 'right'
    }
    return (await store.takeRecoveryCode(ctx.db, userId, recoveryHash(code))) ? 'right' : 'wrong'
  })
