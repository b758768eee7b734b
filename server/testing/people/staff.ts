/** People of a dealer's team and of the platform's own, as the console sees them. */
import assert from 'node:assert/strict'
import { createPerson } from '#identity/staff/actions.ts'
import type { Role } from '#identity/staff/right.ts'
import { operator } from '#kernel/audit/actions.ts'
import type { Answer, TestApi } from '../api.ts'
import { fresh } from '../builders.ts'
import { goodPassword } from './client.ts'

export interface StaffMember {
  readonly id: string
  readonly email: string
  readonly token: string
  /** Sends a request with the session as Bearer; takes the whole path. */
  ask(method: string, url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

export async function aPerson(api: TestApi, dealerId: number | null, role: Role): Promise<StaffMember> {
  const email = `${fresh(role)}@example.com`
  const { personId } = await createPerson(api.ctx, operator('test'), {
    dealerId,
    role,
    name: `A ${role}`,
    email,
    password: goodPassword,
  })
  return { id: personId, email, ...(await signIn(api, email)) }
}

export async function signIn(
  api: TestApi,
  email: string,
  password = goodPassword,
): Promise<Pick<StaffMember, 'token' | 'ask'>> {
  const { status, body, text } = await api.ask('POST', '/console/sessions', { login: email, password })
  assert.equal(status, 201, text)
  return { token: body.token, ask: askAsPerson(api, body.token) }
}

export const askAsPerson =
  (api: TestApi, token: string): StaffMember['ask'] =>
  (method, url, body, headers = {}) =>
    api.ask(method, url, body, { authorization: `Bearer ${token}`, ...headers })

/** From the link in an email of the console. */
export const secretIn = (mail: { readonly text: string } | undefined): string => {
  const secret = /\/console#\w+=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  assert.ok(secret, 'The mail has no link.')
  return secret
}
