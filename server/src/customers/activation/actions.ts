/** A client activates its account: the dealer's link, an email address and a password, then a link by email. */

import { readCompany } from '#identity/company/actions.ts'
import { emailProblems, verifySecret } from '#identity/login/actions.ts'
import { attempt } from '#identity/login-throttle/actions.ts'
import { throttleKey } from '#identity/login-throttle/throttle.ts'
import { followLink, makeLink, requireLink, setLinkPassword } from '#identity/one-time-links/actions.ts'
import {
  type Credentials,
  claimUser,
  findByEmail,
  findByName,
  findCredentials,
  lockLoginKey,
} from '#identity/users/actions.ts'
import { applications } from '#kernel/applications.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import { asClient, type Call, isServedAt, type PublicCall } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { refuse } from '#kernel/errors.ts'
import { mayMail, postMail } from '#kernel/mail/outbox.ts'
import { loginUrlOf } from '#kernel/network/sites.ts'
import { claimAccount } from '../accounts/actions.ts'
import { confirmMail } from './mail.ts'
import { notifyOwner } from './notify-owner.ts'
import { confirmSignUp } from './sign-up.ts'

export interface Registration {
  readonly clientId: string
  readonly login: string
  readonly loginKey: string
  readonly email: string
  readonly password: string
  /** The language of the page; one that the dealer has set for the user takes precedence. */
  readonly lang?: string
}

/** One sentence for every wrong part, and for a link that was tried too often. */
const wrongLink =
  'This activation link is not valid. After ten wrong attempts it is locked for an hour. Ask your provider for a new link.'

/** Returns the address of the email. Only the email says whether the address is free. */
export async function register(call: PublicCall, input: Registration): Promise<string> {
  const email = input.email.trim()
  call.validate(emailProblems('email', email))
  const throttle = throttleKey('login key', input.login, call.actor.address)
  const verdict = await attempt(call, throttle, () => verifyLink(call, input))
  if (!verdict?.isRight) return refuse('FAILED_VALIDATION', wrongLink)
  const passwordHash = await call.vault.hashSecret(input.password)
  await askForConfirmation(call, verdict.user, email, passwordHash, input.lang)
  return email
}

type Verdict = { readonly isRight: false } | { readonly isRight: true; readonly user: Credentials }

/** The key is always checked, so that every wrong link takes the same time. */
async function verifyLink(call: PublicCall, { clientId, login, loginKey }: Registration): Promise<Verdict> {
  const user = await findByName(call, login)
  const isKey = await verifySecret(call.vault, user?.loginKeyHash, loginKey)
  const app = applications.find((one) => one.clientId === clientId)
  const isHere = user !== undefined && isServedAt(call.site, user.dealerId)
  const isRight = isKey && isHere && user.ack === null && app !== undefined && user.regApps.includes(app.id)
  return isRight ? { isRight, user: user as Credentials } : { isRight: false }
}

const askForConfirmation = (
  caller: PublicCall,
  user: Credentials,
  email: string,
  passwordHash: string,
  lang: string | undefined,
): Promise<void> =>
  inTransaction(asClient(caller, user.id, user.accountId), async (call) => {
    // Verifying takes time. A new key has withdrawn this link meanwhile.
    if (!(await lockLoginKey(call, user))) refuse('FAILED_VALIDATION', wrongLink)
    const owner = await findByEmail(call, email)
    if (owner) return notifyOwner(call, owner)
    // A second click within the minute: the link already sent works, with the password chosen last.
    const isRepeat = () => setLinkPassword(call, user.id, email, passwordHash)
    // Only somebody with the login key gets this far, so the dealer's invitations cannot use up what this one needs.
    if (!(await mayMail(call, email, undefined, isRepeat))) return
    const secret = await makeLink(call, { userId: user.id }, { purpose: 'registration', email, passwordHash })
    const company = await readCompany({ db: call.db, dealer: user.dealerId })
    const url = `${loginUrlOf(call, user.dealerId)}/registration/confirm?token=${secret}`
    const mail = confirmMail({ lang: user.lang ?? lang ?? null, company: company.name, url })
    const sender = { dealer: user.dealerId, inNameOf: user.dealerId, carriesSecret: true }
    await postMail(call, { ...mail, ...sender, to: email, isAsked: true })
    await recordChange(call, {
      dealer: user.dealerId,
      action: 'activation.register',
      subject: user.accountId,
      after: { email },
    })
  })

const staleLink =
  'This link is no longer valid. A link works once within 24 hours, and a newer one replaces it. Request a new link.'

/** Activation, email, password and everything that begins with them, in one transaction. */
export async function confirmRegistration(
  caller: PublicCall,
  token: string,
): Promise<{ accountId: number; ack: Date }> {
  caller.validate()
  const signedUp = await confirmSignUp(caller, token, staleLink)
  if (signedUp) return signedUp
  await requireLink(caller, 'registration', token, staleLink)
  return inTransaction(caller, async (ctx) => {
    const link = (await followLink(ctx, 'registration', token)) ?? refuse('FAILED_VALIDATION', staleLink)
    const user = (await findCredentials(ctx, link.userId as string)) ?? refuse('FAILED_VALIDATION', staleLink)
    if (!isServedAt(ctx.site, user.dealerId)) refuse('FAILED_VALIDATION', staleLink)
    const call: Call = { ...asClient(ctx, user.id, user.accountId), dealer: user.dealerId, apps: user.regApps }
    const account = (await claimAccount(call, user.accountId)) ?? refuse('FAILED_VALIDATION', staleLink)
    const { email } = link
    // Someone else may have taken the address meanwhile; the account then stays as it was.
    if (!(await claimUser(call, user.id, { email, passwordHash: link.passwordHash as string }))) {
      refuse('FAILED_VALIDATION', staleLink)
    }
    await recordChange(call, {
      dealer: user.dealerId,
      action: 'users.claim',
      subject: user.id,
      before: { email: null, enabled: false },
      after: { email, enabled: true },
    })
    return { accountId: user.accountId, ack: account.ack as Date }
  })
}
