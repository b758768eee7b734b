/** People sign up with a dealer's link: they have no account until the address is confirmed. */
import { randomBytes } from 'node:crypto'
import { readBrand, readCompany } from '#identity/company/actions.ts'
import { findBySignUpKey, readSignUpKey, setSignUp } from '#identity/dealers/actions.ts'
import { emailProblems } from '#identity/login/actions.ts'
import { weakProblems } from '#identity/login/password.ts'
import { countGuess, countRequest } from '#identity/login-throttle/actions.ts'
import { throttleKey } from '#identity/login-throttle/throttle.ts'
import { linkHash, linkSeconds, newLinkSecret } from '#identity/one-time-links/one-time-link.ts'
import { claimUser, findByEmail } from '#identity/users/actions.ts'
import { dialects } from '#kernel/api/dialects.ts'
import { type AppId, applicationById, applications } from '#kernel/applications.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import { asClient, type Call, type Context, isServedAt, type PublicCall } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { refuse } from '#kernel/errors.ts'
import { randomId, uuidv7 } from '#kernel/ids.ts'
import { mayMail, postMail } from '#kernel/mail/outbox.ts'
import { loginUrlOf } from '#kernel/network/sites.ts'
import { claimAccount, createAccount } from '../accounts/actions.ts'
import { confirmMail } from './mail.ts'
import { notifyOwner } from './notify-owner.ts'
import * as store from './sign-up-store.ts'

export interface SignUpLink {
  readonly appId: AppId
  readonly url: string
}

/** The dealer's links, one for each application that the operator has opened and the dealer knows. */
const linksOf = (call: Call, key: string | null): SignUpLink[] =>
  key === null
    ? []
    : call.config.signUpApps
        .filter((app) => call.apps.includes(app))
        .map((appId) => ({
          appId,
          url: `${loginUrlOf(call, call.dealer)}/registration/sign-up?client_id=${applicationById(appId)?.clientId}&key=${key}`,
        }))

export const readSignUpLinks = async (call: Call): Promise<SignUpLink[]> =>
  linksOf(call, await readSignUpKey(call, call.dealer))

export const switchSignUp = async (call: Call, isEnabled: boolean): Promise<SignUpLink[]> =>
  linksOf(call, await setSignUp(call, isEnabled))

export interface LinkParts {
  readonly clientId: string
  readonly key: string
}

interface Place {
  readonly dealer: number
  readonly app: AppId
}

const wrongLink = 'This sign-up link is not valid. Ask your provider for a new one.'

/** Where a link leads. Every wrong link gets the same sentence; misses are counted. */
async function follow(call: PublicCall, { clientId, key }: LinkParts): Promise<Place> {
  const app = applications.find((one) => one.clientId === clientId)?.id
  const dealer = await findBySignUpKey(call, key)
  const isOpen = app !== undefined && call.config.signUpApps.includes(app)
  const isHere = dealer !== undefined && isServedAt(call.site, dealer.id)
  if (isOpen && isHere && dialects[dealer.dialect].apps.includes(app)) return { dealer: dealer.id, app }
  await countGuess(call, throttleKey('link', '', call.actor.address))
  return refuse('FAILED_VALIDATION', wrongLink)
}

/** The dealer and the application behind this link. */
export async function readSignUpOffer(call: PublicCall, parts: LinkParts) {
  call.validate()
  const { dealer, app } = await follow(call, parts)
  const of = { db: call.db, dealer }
  return { appId: app, company: await readCompany(of), brand: await readBrand(of) }
}

export interface SignUp extends LinkParts {
  readonly email: string
  readonly password: string
  readonly lang?: string
}

/** Returns the address of the email. Only the email says whether the address is free. */
export async function signUp(caller: PublicCall, input: SignUp): Promise<string> {
  const email = input.email.trim()
  caller.validate([...emailProblems('email', email), ...weakProblems('password', input.password, email)])
  const place = await follow(caller, input)
  await countRequest(caller, throttleKey('sign-up', email, caller.actor.address))
  const passwordHash = await caller.vault.hashSecret(input.password)
  await inTransaction(caller, (call) => askForConfirmation(call, place, email, passwordHash, input.lang ?? null))
  return email
}

async function askForConfirmation(
  call: PublicCall,
  { dealer, app }: Place,
  email: string,
  passwordHash: string,
  lang: string | null,
): Promise<void> {
  const owner = await findByEmail(call, email)
  if (owner) return notifyOwner(call, owner)
  const isRepeat = () => store.setPassword(call.db, dealer, email, passwordHash)
  if (!(await mayMail(call, email, dealer, isRepeat))) return
  const now = call.clock.now()
  const secret = newLinkSecret()
  const expiresAt = new Date(now.getTime() + linkSeconds('registration') * 1000)
  const row = { id: uuidv7(now), hash: linkHash(secret), dealerId: dealer, appId: app, email, passwordHash, lang }
  await store.put(call.db, { ...row, createdAt: now, expiresAt })
  const company = await readCompany({ db: call.db, dealer })
  const url = `${loginUrlOf(call, dealer)}/registration/confirm?token=${secret}`
  const mail = confirmMail({ lang, company: company.name, url })
  await postMail(call, { ...mail, to: email, dealer, inNameOf: dealer, carriesSecret: true, isAsked: true })
}

/** Undefined: the link is not one of a sign-up. Creates account, user, activation and address in one transaction. */
export const confirmSignUp = (
  caller: PublicCall,
  token: string,
  staleLink: string,
): Promise<{ accountId: number; ack: Date } | undefined> =>
  inTransaction(caller, async (ctx) => {
    const row = await store.take(ctx.db, linkHash(token), ctx.clock.now())
    if (!row) return undefined
    const { dealerId: dealer, appId, email, passwordHash } = row
    if (!isServedAt(ctx.site, dealer)) refuse('FAILED_VALIDATION', staleLink)
    const visitor: Call = { ...ctx, dealer, apps: [appId] }
    // No one ever signs in with these: the address and the chosen password replace them at once.
    const user = { name: `client-${randomId()}`, loginKey: randomBytes(24).toString('base64url'), description: null }
    const input = { regApps: [appId], title: undefined, description: undefined, user, linkApp: appId }
    const created = await createAccount(visitor, input)
    const call = asClient(visitor, created.user.id, created.id)
    const account = (await claimAccount(call, created.id)) ?? refuse('FAILED_VALIDATION', staleLink)
    // Someone else may have taken the address meanwhile; then nothing is created.
    if (!(await claimUser(call, created.user.id, { email, passwordHash }))) refuse('FAILED_VALIDATION', staleLink)
    await recordChange(call, {
      dealer,
      action: 'users.claim',
      subject: created.user.id,
      before: { email: null, enabled: false },
      after: { email, enabled: true },
    })
    return { accountId: created.id, ack: account.ack as Date }
  })

export const forgetSignUps = (ctx: Pick<Context, 'db' | 'clock'>, most: number): Promise<number> =>
  store.removeExpired(ctx.db, ctx.clock.now(), most)
