import Type from 'typebox'
import { EmailInput, PasswordInput } from '#identity/credentials/fields.ts'
import { exact, like, Time } from '#kernel/api/fields.ts'

export const RegistrationBody = exact({
  client_id: Type.String({
    example: '00010000000000000500',
    maxLength: 100,
    description: 'From the activation link, like `login` and `login_key`.',
  }),
  login: Type.String({ example: 'office@example.com', maxLength: 200 }),
  login_key: Type.String({ example: 'k7-otter-lamp', maxLength: 200 }),
  email: EmailInput,
  password: like(PasswordInput, 'a quiet blue harbour'),
  lang: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 35,
      description: 'The language of the email, if the user has none yet.',
    }),
  ),
})

export const ActivatedShape = Type.Object({ account_id: Type.Integer(), ack: Time })
