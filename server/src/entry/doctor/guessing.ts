/** Whether guessing is so frequent that unknown browsers and networks are locked out. */

import { listGuessed } from '#identity/login-throttle/actions.ts'
import type { Context } from '#kernel/context.ts'
import { bad, type Check, good } from './check.ts'

export const guessingCheck: Check<Context> = {
  name: 'guessing',
  async run(ctx) {
    const guessed = await listGuessed(ctx)
    if (guessed.length === 0) return good('No unusual number of failed sign-ins.')
    return bad(
      `Someone is guessing secrets (${guessed.join(', ')}). For an hour only known browsers and networks can sign in. ` +
        'Find the addresses in your proxy’s log and block them there.',
    )
  },
}
