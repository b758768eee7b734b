import Type from 'typebox'
import { toWire as companyToWire } from '#identity/company/wire.ts'
import { EmailShape, TokenBody } from '#identity/credentials/fields.ts'
import { exact } from '#kernel/api/fields.ts'
import { bare, both, plainRoute, route } from '#kernel/api/route.ts'
import type { Call, PublicCall } from '#kernel/context.ts'
import { seconds } from '#kernel/time/clock.ts'
import { confirmRegistration, register } from './actions.ts'
import { readSignUpLinks, readSignUpOffer, type SignUpLink, signUp, switchSignUp } from './sign-up.ts'
import {
  ActivatedShape,
  RegistrationBody,
  SignUpBody,
  SignUpLinksShape,
  SignUpOfferBody,
  SignUpOfferShape,
} from './wire.ts'

const publicRoute = plainRoute<PublicCall>()
const tag = 'Activation'

const dealerTag = 'Accounts'
const links = both(SignUpLinksShape)
const linksToWire = (call: Call, own: readonly SignUpLink[]) => ({
  offered: call.config.signUpApps.filter((app) => call.apps.includes(app)),
  links: own,
})

export const dealerRoutes = [
  route({
    method: 'GET',
    path: '/sign-up-links',
    tag: dealerTag,
    summary: 'Read the sign-up links',
    description: 'One for each application that the operator has opened for sign-up.',
    replies: links,
    handle: async (call) => linksToWire(call, await readSignUpLinks(call)),
  }),
  route({
    method: 'PUT',
    path: '/sign-up-links',
    right: 'manage',
    tag: dealerTag,
    summary: 'Turn sign-up on or off',
    description:
      'Accounts of people who sign up belong to you; `link_app` names the application. Turning it off makes the links invalid; turning it on again creates new ones.',
    body: exact({ enabled: Type.Boolean() }),
    replies: links,
    handle: async (call, { body }) => linksToWire(call, await switchSignUp(call, body.enabled)),
  }),
]

export const publicRoutes = [
  publicRoute({
    method: 'POST',
    path: '/sign-up/offer',
    tag,
    summary: 'Read which dealer a sign-up link belongs to',
    body: SignUpOfferBody,
    reply: bare(SignUpOfferShape),
    handle: async (call, { body }) => {
      const offer = await readSignUpOffer(call, { clientId: body.client_id, key: body.key })
      return { app_id: offer.appId, company: companyToWire(offer.company), brand: offer.brand }
    },
  }),
  publicRoute({
    method: 'POST',
    path: '/sign-up',
    tag,
    summary: 'Sign up with a dealer’s link',
    description:
      'A link in an email completes it (`POST /client/registration/confirm`); it works once, within 24 hours. The answer is the same whether the address is free or not. Off unless the operator turned it on.',
    body: SignUpBody,
    reply: bare(EmailShape, 202),
    handle: async (call, { body }) => {
      const { client_id: clientId, key, email, password, lang } = body
      return { email: await signUp(call, { clientId, key, email, password, ...(lang && { lang }) }) }
    },
  }),
  publicRoute({
    method: 'POST',
    path: '/registration',
    tag,
    summary: 'Request the activation of an account',
    description:
      'Send the parts of the activation link, an email address and a password. A link in an email completes the activation; it works once, within 24 hours. ' +
      'Any wrong part of the activation link gets the same refusal.',
    body: RegistrationBody,
    reply: bare(EmailShape, 202),
    handle: async (call, { body }) => ({
      email: await register(call, {
        clientId: body.client_id,
        login: body.login,
        loginKey: body.login_key,
        email: body.email,
        password: body.password,
        ...(body.lang && { lang: body.lang }),
      }),
    }),
  }),
  publicRoute({
    method: 'POST',
    path: '/registration/confirm',
    tag,
    summary: 'Activate the account with the link from the email',
    body: TokenBody,
    reply: bare(ActivatedShape),
    handle: async (call, { body }) => {
      const { accountId, ack } = await confirmRegistration(call, body.token)
      return { account_id: accountId, ack: seconds(ack) }
    },
  }),
]
