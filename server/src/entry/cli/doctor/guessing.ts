/** Whether so many secrets are guessed that unknown browsers and networks are kept out. */

import { listGuessed } from '#identity/login-throttle/actions.ts'
import type { Context } from '#kernel/context.ts'
import { bad, type Check, good } from './examine.ts'

export const guessingCheck: Check<Context> = {
  name: 'guessing',
  async run(ctx) {
    const guessed = await listGuessed(ctx)
    if (guessed.length === 0) return good('No secret was guessed at more often than an hour allows.')
    return bad(
      `Somebody is guessing (${guessed.join(', ')}). For an hour only known browsers and networks may try. ` +
        'Find the addresses in the log of your proxy, and keep them out there.',
    )
  },
}
