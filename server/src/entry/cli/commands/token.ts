import { createToken, listTokens, revokeToken, yearSeconds } from '#identity/dealers/actions.ts'
import { tokenLevels } from '#identity/dealers/token.ts'
import { dialectNames } from '#kernel/api/dialects.ts'
import { seconds, secondsOrNull } from '#kernel/time/clock.ts'
import { command, flag, optional, required } from '../command.ts'
import { duration, id, oneOf, text, tokenId } from '../values.ts'

export const tokenCommands = [
  command({
    name: 'token create',
    about: 'Creates an access token for a dealer. It is shown once.',
    options: {
      dealer: required(id, 'The dealer.'),
      dialect: required(oneOf(dialectNames), 'API dialect of the token.'),
      level: optional(oneOf(tokenLevels), 'Level: full or read-only. Default: full.', 'full'),
      expires: optional(duration, 'How long it is valid, for example 30d. Default: 365d.', yearSeconds),
      name: optional(text('NAME'), 'Purpose of the token.', 'Created by the operator'),
      secrets: flag('Allows reading secrets in full, such as the card processor’s key.'),
    },
    async run(tool, { dealer, dialect, level, expires, name, secrets }) {
      const { ctx } = await tool.open()
      const token = { dealer, dialect, level, name, mayReadSecrets: secrets, ttlSeconds: expires }
      const { tokenId, accessToken } = await createToken(ctx, token)
      return { token_id: tokenId, access_token: accessToken }
    },
  }),
  command({
    name: 'token list',
    about: "Lists a dealer's access tokens, never with their secrets.",
    options: { dealer: required(id, 'The dealer.') },
    async run(tool, { dealer }) {
      const { ctx } = await tool.open()
      return (await listTokens(ctx, dealer)).map((token) => ({
        token_id: token.id,
        name: token.name,
        dialect: token.dialect,
        level: token.level,
        secrets: token.mayReadSecrets,
        created_at: seconds(token.createdAt),
        expires_at: seconds(token.expiresAt),
        last_used_at: secondsOrNull(token.lastUsedAt),
        revoked_at: secondsOrNull(token.revokedAt),
      }))
    },
  }),
  command({
    name: 'token revoke',
    about: 'Revokes an access token for good.',
    takes: { token: required(tokenId, 'The token’s id from token list.') },
    async run(tool, { token }) {
      const { ctx } = await tool.open()
      await revokeToken(ctx, token)
      return { token_id: token, revoked: true }
    },
  }),
]
