import Type from 'typebox'
import { ClientBrandShape, ClientCompanyProfileShape } from '#identity/company/wire.ts'
import { EmailInput, PasswordInput } from '#identity/credentials/fields.ts'
import { exact, like, Time } from '#kernel/api/fields.ts'
import { consumerApp } from '#kernel/applications.ts'

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

const linkParts = {
  client_id: Type.String({ maxLength: 100, description: 'From the sign-up link, like `key`.' }),
  key: Type.String({ maxLength: 100, example: 'q3b1XWm0c7Yd2Lk9' }),
}
export const SignUpOfferBody = exact(linkParts)
export const SignUpBody = exact({
  ...linkParts,
  email: EmailInput,
  password: like(PasswordInput, 'a quiet blue harbour'),
  lang: RegistrationBody.properties.lang,
})

export const SignUpOfferShape = Type.Object(
  { app_id: Type.String(), company: ClientCompanyProfileShape, brand: ClientBrandShape },
  { title: 'SignUpOffer' },
)

export const SignUpLinksShape = Type.Object(
  {
    offered: Type.Array(Type.String(), {
      example: [consumerApp],
      description: 'Applications in which the operator lets people sign up.',
    }),
    links: Type.Array(
      Type.Object({
        app_id: Type.String(),
        url: Type.String({
          example:
            'https://tracking.example.com/registration/sign-up?client_id=00010000000000000300&key=q3b1XWm0c7Yd2Lk9',
        }),
      }),
      { description: 'Empty while sign-up is off.' },
    ),
  },
  { title: 'SignUpLinks' },
)
