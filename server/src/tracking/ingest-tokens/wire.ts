import Type from 'typebox'
import { oneLine, Time } from '#kernel/api/fields.ts'
import { seconds } from '#kernel/time/clock.ts'
import type { IntakeToken } from './token.ts'

export const NewIntakeTokenBody = Type.Object(
  { name: oneLine(1, 100, { description: 'The purpose of the token.' }) },
  { additionalProperties: false },
)

export const IntakeTokenShape = Type.Object(
  { id: Type.String(), name: Type.String(), created_at: Time },
  { title: 'IntakeToken' },
)

export const IntakeTokenWithSecretShape = Type.Object(
  {
    ...IntakeTokenShape.properties,
    token: Type.String({ description: 'The token itself, shown here and never again.' }),
  },
  { title: 'IntakeTokenWithSecret' },
)

export const tokenToWire = ({ id, name, createdAt }: IntakeToken) => ({ id, name, created_at: seconds(createdAt) })

export const tokenWithSecretToWire = (token: IntakeToken & { readonly secret: string }) => ({
  ...tokenToWire(token),
  token: token.secret,
})
