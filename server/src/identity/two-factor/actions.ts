/** Two-factor authentication of a login: an authenticator application, with recovery codes in case it is lost. */
import { recordChange } from '#kernel/audit/actions.ts'
import type { ActorContext, Call, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, invalidField, notFound } from '#kernel/errors.ts'
import { loginUrlOf } from '#kernel/network/sites.ts'
import { consume, refund, reopen } from '../login-throttle/actions.ts'
import { type ThrottleKey, throttleKey } from '../login-throttle/throttle.ts'
import type { Owner } from '../one-time-links/one-time-link.ts'
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

/** A request of the owner, from their account or the console. */
export interface OwnCall extends ActorContext, Pick<Call, 'validate'> {
  /** Null: the owner belongs to the platform's staff. */
  readonly dealer: number | null
}

const idOf = (owner: Owner) => ('userId' in owner ? owner.userId : owner.personId)
/** Ties the sealed secret to its owner. */
export const secretLabel = (ownerId: string): string => `second_factors.secret:${ownerId}`
const label = (owner: Owner) => secretLabel(idOf(owner))
const secretOf = (ctx: Pick<Context, 'vault'>, owner: Owner, sealed: Buffer) =>
  Buffer.from(ctx.vault.open(sealed, label(owner)), 'base64')

/** The secret for the authenticator application. It takes effect once a code from it was entered. */
export const beginFactor = (caller: OwnCall, owner: Owner, name: string): Promise<{ secret: string; uri: string }> =>
  inTransaction(caller, async (call) => {
    const known = await store.findForUpdate(call.db, owner)
    if (known?.confirmedAt) conflict('Two-factor authentication is already on. Turn it off first.')
    const secret = newTotpSecret()
    await store.insert(call.db, owner, call.vault.seal(secret.toString('base64'), label(owner)))
    const isClient = 'userId' in owner && call.dealer !== null
    const url = isClient ? loginUrlOf(call, call.dealer) : call.config.loginUrl
    return { secret: base32(secret), uri: totpUri(secret, new URL(url).hostname, name) }
  })

/** Returns recovery codes that each work once and are not shown again. */
export const confirmFactor = (caller: OwnCall, owner: Owner, code: string): Promise<readonly string[]> =>
  inTransaction(caller, async (call) => {
    const factor = (await store.findForUpdate(call.db, owner)) ?? notFound('authenticator')
    if (factor.confirmedAt) conflict('Two-factor authentication is already confirmed. Nothing is left to do.')
    const secret = secretOf(call, owner, factor.secretSealed)
    const step = matchingStep(secret, code, call.clock.now(), factor.lastStep)
    call.validate(
      step === undefined ? [invalidField('code', 'code must be the current code in the authenticator app.')] : [],
    )
    await store.save(call.db, owner, { confirmedAt: call.clock.now(), lastStep: step as number })
    const codes = Array.from({ length: recoveryCodesMax }, newRecoveryCode)
    await store.insertRecoveryCodes(call.db, owner, codes.map(recoveryHash))
    await recordChange(call, { action: 'factors.confirm', subject: idOf(owner) })
    return codes
  })

export const removeFactor = (caller: OwnCall, owner: Owner): Promise<void> =>
  inTransaction(caller, async (call) => {
    if (!(await store.remove(call.db, owner))) notFound('authenticator')
    await recordChange(call, { action: 'factors.remove', subject: idOf(owner) })
  })

export const hasFactor = async (ctx: Pick<Context, 'db'>, owner: Owner): Promise<boolean> =>
  ((await store.find(ctx.db, owner))?.confirmedAt ?? null) !== null

export type FactorVerdict = 'right' | 'missing' | 'wrong'

const codeThrottle = (owner: Owner): ThrottleKey => throttleKey('code', idOf(owner), null)

/**
 * Accepts a code of the application or a recovery code, each once. Without two-factor authentication no code is needed.
 * Ten wrong codes in an hour lock it for an hour, whatever else is sent in between.
 */
export const verifyFactor = (
  context: Pick<Context, 'db' | 'clock' | 'vault'>,
  owner: Owner,
  code: string | undefined,
): Promise<FactorVerdict> =>
  inTransaction(context, async (ctx) => {
    const factor = await store.findForUpdate(ctx.db, owner)
    if (!factor?.confirmedAt) return 'right'
    if (code === undefined) return 'missing'
    if (!(await consume(ctx, codeThrottle(owner)))) return 'wrong'
    if (!(await isCode(ctx, owner, factor, code))) return 'wrong'
    await refund(ctx, codeThrottle(owner))
    return 'right'
  })

async function isCode(
  ctx: Pick<Context, 'db' | 'clock' | 'vault'>,
  owner: Owner,
  factor: { readonly secretSealed: Buffer; readonly lastStep: number },
  code: string,
): Promise<boolean> {
  // First, because it works although the key that opens the secret was lost.
  if (await store.takeRecoveryCode(ctx.db, owner, recoveryHash(code))) return true
  const step = matchingStep(secretOf(ctx, owner, factor.secretSealed), code, ctx.clock.now(), factor.lastStep)
  if (step === undefined) return false
  await store.save(ctx.db, owner, { lastStep: step })
  return true
}

/** A session was opened: nothing less proves that earlier wrong codes were the owner's. */
export const forgetWrongCodes = (ctx: Pick<Context, 'db'>, owner: Owner): Promise<void> =>
  reopen(ctx, codeThrottle(owner))
