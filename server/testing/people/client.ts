/** A client as its own pages see it: activated by the link, signed in, using its session. */
import assert from 'node:assert/strict'
import { applications, consumerApp } from '#kernel/applications.ts'
import { listMails } from '#kernel/mail/outbox.ts'
import type { Answer, Caller, TestApi } from '../api.ts'
import { anUnclaimedAccount, fresh, newUser } from '../builders.ts'

export const goodPassword = 'a quiet blue harbour'

export interface Client {
  readonly account: { readonly id: number; readonly reg_apps: readonly string[] }
  readonly user: { readonly id: string; readonly name: string }
  readonly email: string
  readonly token: string
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

export const clientIdOf = (app: string): string => applications.find(({ id }) => id === app)?.clientId ?? ''

/** The newest email to an address. */
export async function mailTo(api: TestApi, to: string): Promise<{ subject: string; text: string } | undefined> {
  return (await listMails(api.ctx)).findLast((mail) => mail.to === to)
}

export const tokenIn = (mail: { text: string } | undefined): string => {
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  assert.ok(token, 'The mail has no link.')
  return token
}

/** The contents of the dealer's link, with an address and a password. */
export const registrationOf = (
  account: { reg_apps: readonly string[]; user: { name: string } },
  change: Record<string, unknown> = {},
) => ({
  client_id: clientIdOf(account.reg_apps[0] as string),
  login: account.user.name,
  login_key: 'secret-key',
  email: `${fresh('client')}@example.com`,
  password: goodPassword,
  ...change,
})

/** Follows the link, reads the email and confirms. */
export async function activate(
  api: TestApi,
  account: { reg_apps: readonly string[]; user: { name: string } },
): Promise<string> {
  const registration = registrationOf(account)
  const asked = await api.ask('POST', '/client/registration', registration)
  assert.equal(asked.status, 202, asked.text)
  const token = tokenIn(await mailTo(api, registration.email as string))
  const confirmed = await api.ask('POST', '/client/registration/confirm', { token })
  assert.equal(confirmed.status, 200, confirmed.text)
  return registration.email as string
}

export const askAs =
  (api: TestApi, token: string): Client['ask'] =>
  (method, path, body, headers = {}) =>
    api.ask(method, `/client${path}`, body, { authorization: `Bearer ${token}`, ...headers })

export async function logIn(api: TestApi, login: string, password = goodPassword): Promise<string> {
  const answer = await api.ask('POST', '/client/sessions', { login, password })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.token
}

/** The client of an account that its dealer has activated, with a password set by the dealer. */
export async function askFor(api: TestApi, dealer: Caller, user: Client['user']): Promise<Client['ask']> {
  const set = { new_password: goodPassword, repeat_password: goodPassword }
  await dealer.ask('PUT', `/users/${user.id}/password`, set)
  return askAs(api, await logIn(api, user.name))
}

/** For an account that waits for its client, or by default a new account of consumer_app. */
export async function aClient(
  api: TestApi,
  dealer: Caller,
  // biome-ignore lint/suspicious/noExplicitAny: an account as some answer has it.
  account?: any,
): Promise<Client> {
  const own = account ?? (await anUnclaimedAccount(dealer, [consumerApp], newUser()))
  const email = await activate(api, own)
  const token = await logIn(api, email)
  return { account: own, user: own.user, email, token, ask: askAs(api, token) }
}

/** A dealer's key to a client's application. */
export async function serviceKey(dealer: Caller, userId: string, app: string, type = 'service'): Promise<string> {
  const answer = await dealer.ask('PUT', `/users/${userId}/appToken/${app}?token_type=${type}`)
  assert.equal(answer.status, 200, answer.text)
  return (answer.body.data ?? answer.body).key
}
