/** A person who opens the link of a bill and pays, at the sandbox or at Stripe's double. */
import { pay } from '#kernel/cards/sandbox-pay.ts'
import type { Context } from '#kernel/context.ts'

const goodCard = { number: '4242424242424242', month: 12, year: 2030, cvc: '123', holder: 'A. Payer' }

export async function payAtSandbox(ctx: Context, sessionId: string, number = goodCard.number): Promise<void> {
  const actor = { kind: 'visitor', id: 'link', address: null, requestId: null } as const
  await pay({ ...ctx, actor, validate: () => {} }, sessionId, { ...goodCard, number })
}
