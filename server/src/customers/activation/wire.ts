import Type from 'typebox'
import { EmailInput, PasswordInput } from '#identity/credentials/fields.ts'
import { exact, Time } from '#kernel/api/fields.ts'

export const RegistrationBody = exact({
  client_id: Type.String({ maxLength: 100, description: 'From the activation link, like `login` and `login_key`.' }),
  login: Type.String({ maxLength: 200 }),
  login_key: Type.String({ maxLength: 200 }),
  email: EmailInput,
  password: PasswordInput,
  lang: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 35,
      description: 'The language of the email, if the user has none yet.',
    }),
  ),
})

export const ActivatedShape = Type.Object({ account_id: Type.Integer(), ack: Time })
