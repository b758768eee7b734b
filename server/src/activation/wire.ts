import Type from 'typebox'
import { Time } from '../http/fields.ts'

export const Token = Type.String({ minLength: 1, maxLength: 200, description: 'From the link in the mail.' })
export const EmailInput = Type.String({ minLength: 3, maxLength: 254 })
export const PasswordInput = Type.String({ minLength: 8, maxLength: 128 })

export const RegistrationBody = Type.Object(
  {
    client_id: Type.String({ maxLength: 100, description: 'From the activation link, like `login` and `login_key`.' }),
    login: Type.String({ maxLength: 200 }),
    login_key: Type.String({ maxLength: 200 }),
    email: EmailInput,
    password: PasswordInput,
    lang: Type.Optional(
      Type.String({
        minLength: 2,
        maxLength: 35,
        description: 'The language of the mail, if the user has none yet.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const TokenBody = Type.Object({ token: Token }, { additionalProperties: false })

export const EmailShape = Type.Object({ email: Type.String({ description: 'Where the mail went.' }) })

export const ActivatedShape = Type.Object({ account_id: Type.Integer(), ack: Time })
