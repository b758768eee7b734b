import type { Credentials } from '#identity/users/actions.ts'
import type { PublicCall } from '#kernel/context.ts'
import { postMail } from '#kernel/mail/outbox.ts'
import { loginUrlOf } from '#kernel/network/sites.ts'
import { inUseMail } from './mail.ts'

/** The address that was entered has an account: notifies its owner at most once an hour. */
export async function notifyOwner(call: PublicCall, owner: Credentials): Promise<void> {
  const hour = Math.floor(call.clock.now().getTime() / 3_600_000)
  const mail = inUseMail({ lang: owner.lang, url: `${loginUrlOf(call, owner.dealerId)}/login` })
  await postMail(call, {
    ...mail,
    to: owner.email as string,
    inNameOf: owner.dealerId,
    key: `email-in-use:${owner.id}:${hour}`,
  })
}
