/** The activation link by email: to the client of a new account, and again while it is not activated. */
import { randomBytes } from 'node:crypto'
import { type Account, isActivated } from '#identity/access/account.ts'
import { findProfile, setProfile } from '#identity/client-profiles/actions.ts'
import type { ClientProfile } from '#identity/client-profiles/client-profile.ts'
import { readCompany, requireApproved } from '#identity/company/actions.ts'
import { emailProblems } from '#identity/login/actions.ts'
import { changeUser, listUsers, type NewUser, userSorts } from '#identity/users/actions.ts'
import type { Sort } from '#kernel/api/lists.ts'
import { applicationById } from '#kernel/applications.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { Call } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, invalidField, notFound, type Problem } from '#kernel/errors.ts'
import { mayMail, postMail } from '#kernel/mail/outbox.ts'
import { loginUrlOf } from '#kernel/network/sites.ts'
import { activationMail } from './mail.ts'
import * as store from './store.ts'

interface Invited {
  readonly profile?: ClientProfile
  readonly isInvited?: boolean
}

export function inviteProblems({ profile, isInvited }: Invited): Problem[] {
  if (!isInvited) return []
  const email = profile?.email ?? null
  if (email !== null) return emailProblems('profile.email', email)
  return [invalidField('profile.email', 'profile.email must be given to send an invitation.')]
}

/** Called in the transaction that creates the account or its new key, so that every link in an email works. */
export async function mailLink(
  call: Call,
  { id, title, regApps }: Account,
  user: Pick<NewUser, 'name' | 'loginKey'>,
  { email, lang }: Pick<ClientProfile, 'email' | 'lang'>,
): Promise<void> {
  const to = email as string
  if (!(await mayMail(call, to, call.dealer, isNew))) {
    conflict('Too many emails have been sent to this address or by your company. Try again later.')
  }
  const app = regApps.map(applicationById).find((one) => one !== undefined)
  const link = { client_id: app?.clientId ?? '', login: user.name, login_key: user.loginKey, email: to }
  const url = `${loginUrlOf(call, call.dealer)}/registration/acknowledgment?${new URLSearchParams(link)}`
  const { name: company } = await readCompany(call)
  const mail = activationMail({ company, account: title === String(id) ? null : title, user: user.name, url, lang })
  await postMail(call, { ...mail, to, dealer: call.dealer, inNameOf: call.dealer, isAsked: true })
  await recordChange(call, { action: 'accounts.invite', subject: id, after: { email: to } })
}

/** Every link has a new key, so no email repeats an earlier one. */
const isNew = async () => false

/** With a new key: earlier links stop working. */
export const inviteClient = (caller: Call, id: number, given: string): Promise<{ email: string }> =>
  inTransaction(caller, async (call) => {
    const account = (await store.findForUpdate(call.db, call, id, call.clock.now())) ?? notFound('account')
    await requireApproved(call)
    const email = given.trim()
    call.validate(emailProblems('email', email))
    if (isActivated(account))
      conflict('This client has already activated its account. Ask it to sign in, or to reset its password.')
    const first = { sort: userSorts.id as Sort, isDescending: false, after: undefined, size: 1 }
    const [user] = await listUsers(call, { accountIds: [id] }, first)
    if (!user) return notFound('user')
    const loginKey = randomBytes(18).toString('base64url')
    await changeUser(call, user.id, { loginKey })
    const profile = await findProfile(call, id)
    if (profile.email === null) await setProfile(call, id, { ...profile, email })
    await mailLink(call, account, { name: user.name, loginKey }, { email, lang: profile.lang })
    return { email }
  })
