import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createToken, revokeToken, yearSeconds } from '#identity/dealers/actions.ts'
import { seconds } from '#kernel/time/clock.ts'
import { openApi } from '#testing/api.ts'
import { authenticator } from './auth.ts'

const api = await openApi()

const aToken = async () => {
  const { dealer } = await api.dealer('provider')
  const settings = { dealer, dialect: 'provider', level: 'full', name: 'A', mayReadSecrets: false } as const
  return createToken(api.ctx, { ...settings, ttlSeconds: yearSeconds })
}
const requestWith = (headers: Record<string, string>) => ({ headers }) as unknown as FastifyRequest
const reply = {} as FastifyReply

test('a token is taken from its own header first, then as Bearer, in any case', async () => {
  const [own, bearer] = [await aToken(), await aToken()]
  const auth = authenticator(api.ctx, { on: () => {}, isListening: () => true })
  const idOf = async (headers: Record<string, string>) =>
    (await auth.authenticate(requestWith(headers), reply, undefined)).id
  const authorization = `bEARER  ${bearer.accessToken}`
  assert.equal(await idOf({ authorization }), bearer.tokenId)
  assert.equal(await idOf({ 'x-accesstoken': ` ${own.accessToken} `, authorization }), own.tokenId)
  await assert.rejects(
    idOf({ 'x-accesstoken': '', authorization: `Token ${bearer.accessToken}` }),
    /valid access token/,
  )
  await auth.close()
})

test('a revoked token is refused as soon as the notification arrives, and at once if none can arrive', async () => {
  const { tokenId, accessToken } = await aToken()
  let hear: (payload: string) => void = () => {}
  let isListening = true
  const notifications = {
    on: (_channel: string, listener: (payload: string) => void) => {
      hear = listener
    },
    isListening: () => isListening,
  }
  const auth = authenticator(api.ctx, notifications)
  const ask = () => auth.authenticate(requestWith({ 'x-accesstoken': accessToken }), reply, undefined)
  await ask()
  await revokeToken(api.ctx, tokenId)
  assert.equal((await ask()).id, tokenId, 'kept in memory')
  hear(tokenId)
  await assert.rejects(ask(), /valid access token/)

  const other = await aToken()
  const askOther = () => auth.authenticate(requestWith({ 'x-accesstoken': other.accessToken }), reply, undefined)
  await askOther()
  isListening = false
  await revokeToken(api.ctx, other.tokenId)
  await assert.rejects(askOther(), /valid access token/)
  await auth.close()
})

test('a token’s last use is recorded, and never set back', async () => {
  const { tokenId, accessToken } = await aToken()
  const auth = authenticator(api.ctx, { on: () => {}, isListening: () => true })
  const lastUsed = () =>
    api.ctx.db.selectFrom('accessTokens').select('lastUsedAt').where('id', '=', tokenId).executeTakeFirstOrThrow()
  assert.equal((await lastUsed()).lastUsedAt, null)
  await auth.authenticate(requestWith({ 'x-accesstoken': accessToken }), reply, undefined)
  await auth.close()
  assert.deepEqual((await lastUsed()).lastUsedAt, api.ctx.clock.now())
})

test('after an answer that a token is revoked it is refused, however soon the next request comes', async () => {
  const dealer = await api.dealer('provider')
  for (let round = 0; round < 30; round++) {
    const body = { name: 'A', dialect: 'provider', level: 'read', expires_at: seconds(api.ctx.clock.now()) + 3600 }
    const { id, access_token } = (await dealer.ask('POST', '/tokens', body)).body
    const ask = () => api.ask('GET', '/provider/company', undefined, { 'x-accesstoken': access_token })
    assert.equal((await ask()).status, 200)
    await dealer.ask('DELETE', `/tokens/${id}`)
    assert.equal((await ask()).status, 401)
  }
})
