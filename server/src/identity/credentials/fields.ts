import Type from 'typebox'
import { exact } from '#kernel/api/fields.ts'

export const Token = Type.String({
  example: 'wc_3vR0yQm7o1cJk2Xn8sLwT5uZb6aHdPfG4eKiNqVxYzA',
  minLength: 1,
  maxLength: 200,
  description: 'From the link in the email.',
})
export const EmailInput = Type.String({ minLength: 3, maxLength: 254 })
export const PasswordInput = Type.String({ minLength: 8, maxLength: 128 })
export const TokenBody = exact({ token: Token })
export const EmailShape = Type.Object({ email: Type.String({ description: 'The address the email was sent to.' }) })
