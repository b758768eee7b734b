/** A client makes an account its own: the link of the dealer, an address and a password, then a link by mail. */

import { readCompany } from '#identity/company/actions.ts'
import { emailProblems, verifySecret } from '#identity/login/actions.ts'
import { attempt } from '#identity/login-throttle/actions.ts'
import { throttleKey } from '#identity/login-throttle/throttle.ts'
import { followLink, makeLink, requireLink, setLinkPassword } from '#identity/one-time-links/actions.ts'
import { type Credentials, claimUser, findByEmail, findByName, findCredentials } from '#identity/users/actions.ts'
import { applications } from '#kernel/applications.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import { asClient, type Call, isServedAt, type PublicCall } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { refuse } from '#kernel/errors.ts'
import { mayMail, postMail } from '#kernel/mail/outbox.ts'
import { loginUrlOf } from '#kernel/sites.ts'
import { claimAccount } from '../accounts/actions.ts'
import { confirmMail } from './mail.ts'
import { confirmSignUp } from './sign-up.ts'
import { tellOwner } from './tell-owner.ts'

export interface Registration {
  readonly clientId: string
  readonly login: string
  readonly loginKey: string
  readonly email: string
  readonly password: string
  /** Read on the page; what the dealer has set for the user goes before. */
  readonly lang?: string
}

/** One sentence for every wrong part, and for a link that was tried too often. */
const wrongLink =
  'This activation link is not valid. After ten wrong attempts it is locked for an hour. Ask your provider for a new link.'

/** Where the mail went. Whether the address is free is said in the mail and nowhere else. */
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

/** The key is judged whatever else is wrong, so that every wrong link takes the same time. */
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
    const owner = await findByEmail(call, email)
    if (owner) return tellOwner(call, owner)
    // A second click within the minute: the link that is on its way will do, with the password as it was chosen last.
    const isRepeat = () => setLinkPassword(call, user.id, email, passwordHash)
    if (!(await mayMail(call, email, user.dealerId, isRepeat))) return
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

/** Activation, e-mail, password and all that begins with them: one transaction. */
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
    // The address may have become somebody else's meanwhile; the account then stays as it was.
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
