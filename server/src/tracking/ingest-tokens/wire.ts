import Type from 'typebox'
import { exact, oneLine, Time } from '#kernel/api/fields.ts'

export const NewIntakeTokenBody = exact({ name: oneLine(1, 100, { description: 'The purpose of the token.' }) })

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

export const tokenWithSecretToWire = <T extends { readonly secret: string }>(token: T) => ({
  ...token,
  token: token.secret,
})
