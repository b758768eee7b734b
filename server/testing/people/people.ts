/** Another person of a client's account: invited, signed up from the email, signed in. */
import assert from 'node:assert/strict'
import type { ClientRole } from '#identity/access/role.ts'
import type { TestApi } from '../api.ts'
import { fresh } from '../builders.ts'
import { askAs, type Client, goodPassword, logIn, mailTo, tokenIn } from './client.ts'

export interface JoinedPerson {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly token: string
  readonly ask: Client['ask']
}

export interface ListedIds {
  readonly unit_ids?: readonly number[]
  readonly group_ids?: readonly string[]
  readonly geofence_ids?: readonly string[]
}

export async function invited(api: TestApi, owner: Client['ask'], role: ClientRole, lists: ListedIds = {}) {
  const email = `${fresh('person')}@example.com`
  const made = await owner('POST', '/people/invitations', { email, role, ...lists })
  assert.equal(made.status, 201, made.text)
  return { id: made.body.id as string, email, token: tokenIn(await mailTo(api, email)) }
}

export const accept = (api: TestApi, token: string, username = fresh('person'), password = goodPassword) =>
  api.ask('POST', '/client/people/invitations/accept', { token, username, password })

export async function aPersonOf(
  api: TestApi,
  owner: Client['ask'],
  role: ClientRole,
  lists: ListedIds = {},
): Promise<JoinedPerson> {
  const { email, token: link } = await invited(api, owner, role, lists)
  const name = fresh('person')
  const joined = await accept(api, link, name)
  assert.equal(joined.status, 201, joined.text)
  const token = await logIn(api, email)
  const ask = askAs(api, token)
  const { id } = (await ask('GET', '/me')).body.user
  return { id, name, email, token, ask }
}
