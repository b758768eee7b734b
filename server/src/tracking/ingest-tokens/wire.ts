import Type from 'typebox'
import { exact, oneLine, Time } from '#kernel/api/fields.ts'

export const NewIntakeTokenBody = exact({
  name: oneLine(1, 100, { example: 'ChirpStack in the harbour', description: 'The purpose of the token.' }),
})

export const IntakeTokenShape = Type.Object(
  { id: Type.String(), name: Type.String({ example: 'ChirpStack in the harbour' }), created_at: Time },
  { title: 'IntakeToken' },
)

export const IntakeTokenWithSecretShape = Type.Object(
  {
    ...IntakeTokenShape.properties,
    token: Type.String({
      example: 'wi_shownOnceAndThenNeverAgain',
      description: 'The token itself, shown here and never again.',
    }),
  },
  { title: 'IntakeTokenWithSecret' },
)

export const tokenWithSecretToWire = <T extends { readonly secret: string }>(token: T) => ({
  ...token,
  token: token.secret,
})
