import Type from 'typebox'
import { dialectNames } from '#kernel/api/dialects.ts'
import { exact, like, oneLine, Time, TimeInput, TimeOrNull } from '#kernel/api/fields.ts'
import { fromSeconds } from '#kernel/time/clock.ts'
import { type ListedToken, tokenLevels } from './token.ts'

const Dialect = Type.Unsafe<(typeof dialectNames)[number]>({
  type: 'string',
  enum: [...dialectNames],
  description: 'The dialect of the token.',
})
const Level = Type.Unsafe<(typeof tokenLevels)[number]>({
  type: 'string',
  enum: [...tokenLevels],
  description: '`full`, or `read` for operations that change nothing.',
})

export const NewTokenBody = exact({
  name: oneLine(1, 100, { example: 'Our ERP', description: 'The purpose of the token.' }),
  dialect: Dialect,
  level: Level,
  secrets: Type.Optional(
    Type.Boolean({
      example: false,
      description: 'Whether it can read secrets in full, such as the key of the card processor.',
    }),
  ),
  expires_at: TimeInput,
})

const fields = {
  id: Type.String(),
  name: Type.String({ example: 'Our ERP' }),
  dialect: Dialect,
  level: Level,
  secrets: Type.Boolean({ example: false }),
  created_at: Time,
  expires_at: Time,
  last_used_at: TimeOrNull,
  revoked_at: like(TimeOrNull, null),
}
export const TokenShape = Type.Object(fields, { title: 'AccessToken' })
export const NewTokenShape = Type.Object(
  {
    ...fields,
    access_token: Type.String({
      example: 'wm_3vR0yQm7o1cJk2Xn8sLwT5uZb6aHdPfG4eKiNqVxYzA',
      description: 'The secret. It is shown only once.',
    }),
  },
  { title: 'CreatedAccessToken' },
)

export const fromWire = (body: {
  name: string
  dialect: (typeof dialectNames)[number]
  level: (typeof tokenLevels)[number]
  secrets?: boolean
  expires_at: number
}) => ({
  name: body.name,
  dialect: body.dialect,
  level: body.level,
  mayReadSecrets: body.secrets ?? false,
  expiresAt: fromSeconds(body.expires_at),
})

export const toWire = (token: ListedToken) => ({ ...token, secrets: token.mayReadSecrets })
