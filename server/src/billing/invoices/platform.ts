/** The platform's own account at a card processor. */
import { createHash } from 'node:crypto'
import type { Processor } from '#kernel/card-processor.ts'
import type { Config } from '#kernel/config/config.ts'
import type { Context } from '#kernel/context.ts'
import * as store from './store.ts'

export const livemodeOf = ({ stripeKey }: Pick<Config, 'stripeKey'>): boolean => /^.k_live_/.test(stripeKey ?? '')

/** Undefined: the key that it was created with was removed. */
export function processorOf({ cards, config }: Context, name: Processor['name']): Processor | undefined {
  if (name === 'sandbox') return cards.sandbox('platform')
  return config.stripeKey === undefined ? undefined : cards.stripe(config.stripeKey)
}

export const currentProcessor = ({ cards, config }: Context): Processor =>
  config.stripeKey === undefined ? cards.sandbox('platform') : cards.stripe(config.stripeKey)

/** Identifies the account without revealing the key. */
const accountOf = ({ config }: Context, { name }: Processor): string =>
  name === 'sandbox'
    ? ''
    : createHash('sha256')
        .update(config.stripeKey ?? '')
        .digest('hex')
        .slice(0, 16)

/** The last part of the URL for the platform's events; a dealer never has it. */
export const platformEndpoint = 'platform'

const secretLabel = (webhookId: string) => `platform_endpoints.secret:${webhookId}`

/** Without it payments are still found, only later, so a payer does not wait for it. */
export async function ensureEndpoint(ctx: Context, processor: Processor): Promise<void> {
  const account = accountOf(ctx, processor)
  const known = await store.listEndpoints(ctx.db)
  if (known.some((endpoint) => endpoint.processor === processor.name && endpoint.account === account)) return
  try {
    const { id, secret } = await processor.registerWebhook(`${ctx.config.publicUrl}/webhooks/${platformEndpoint}`)
    const isFirst = await store.insertEndpoint(ctx.db, {
      processor: processor.name,
      account,
      webhookId: id,
      secretSealed: ctx.vault.seal(secret, secretLabel(id)),
      createdAt: ctx.clock.now(),
    })
    if (!isFirst) await processor.removeWebhook(id)
  } catch (err) {
    ctx.log.warn({ err }, 'The card processor will not send events about invoices. Waymark polls for payments instead.')
  }
}

export const secretOf = ({ vault }: Pick<Context, 'vault'>, { webhookId, secretSealed }: store.Endpoint): string =>
  vault.open(secretSealed, secretLabel(webhookId))
