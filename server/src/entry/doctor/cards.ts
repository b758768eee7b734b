/** Which processor handles card payments, and why: test cards must not pass for money unnoticed. */
import { whySandboxIsOpen } from '#kernel/cards/sandbox-opening.ts'
import type { Config } from '#kernel/config/config.ts'
import { type Check, good } from './check.ts'

export const cardsCheck: Check<Config> = {
  name: 'card payments',
  async run(config) {
    const why = whySandboxIsOpen(config)
    const own =
      config.stripeKey === undefined
        ? 'Stripe handles card payments for dealers with their own key.'
        : 'Stripe handles card payments for the platform and for dealers with their own key.'
    const others =
      why === undefined
        ? 'No one else can take card payments, and test cards are refused.'
        : `For everyone else, the sandbox handles them, and test cards work ${why}.`
    return good(`${own} ${others}`)
  },
}
