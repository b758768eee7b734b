/** Which processor handles card payments, and why: test cards must not pass for money unnoticed. */
import { whySandboxIsOpen } from '#kernel/cards/sandbox-opening.ts'
import type { Config } from '#kernel/config/config.ts'
import { type Check, good } from './check.ts'

export const cardsCheck: Check<Config> = {
  name: 'card payments',
  async run(config) {
    const why = whySandboxIsOpen(config)
    const without =
      why === undefined ? 'nobody, and test cards are refused' : `the sandbox, which takes test cards ${why}`
    return good(
      config.stripeKey === undefined
        ? `Handled by ${without}; for dealers with their own key by Stripe.`
        : `Handled by Stripe for the platform and dealers with their own key; for other dealers by ${without}.`,
    )
  },
}
