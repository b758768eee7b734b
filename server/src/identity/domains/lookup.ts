/** Queries DNS for the owner of a domain and where it points. */
import type { Resolver } from 'node:dns/promises'
import type { Context } from '#kernel/context.ts'
import { recordsOf, resolverOf, Unanswered } from '#kernel/network/dns.ts'
import { codeName, type Domain } from './domain.ts'

type Asking = Pick<Context, 'config' | 'outbound' | 'vault'>

const addressesOf = async (resolver: Resolver, name: string): Promise<readonly string[]> =>
  /^[\d.]+$|:/.test(name)
    ? [name]
    : (await Promise.all([recordsOf(() => resolver.resolve4(name)), recordsOf(() => resolver.resolve6(name))])).flat()

/** What is missing, as a sentence for the dealer; null: the domain is its own and points here. Undefined: no answer. */
export async function lookUp(
  ctx: Asking,
  { host, code }: Pick<Domain, 'host' | 'code'>,
): Promise<string | null | undefined> {
  const resolver = resolverOf(ctx.config)
  const own = new URL(ctx.config.publicUrl).hostname.replace(/^\[|\]$/g, '')
  try {
    const texts = await recordsOf(() => resolver.resolveTxt(codeName(host)))
    if (!texts.some((parts) => parts.join('').trim() === code)) {
      return texts.length === 0
        ? `There is no TXT record at ${codeName(host)} yet. Create it with the value shown, then check again.`
        : `The TXT record at ${codeName(host)} has another value. Copy the value shown, then check again.`
    }
    if ((await recordsOf(() => resolver.resolveCname(host))).some((name) => name.toLowerCase() === own)) return null
    const [theirs, ours] = [await addressesOf(resolver, host), await addressesOf(resolver, own)]
    if (theirs.some((address) => ours.includes(address)) || (await answersAsWeDo(ctx, host))) return null
    return theirs.length === 0
      ? `${host} leads nowhere yet. Create its CNAME record, then check again.`
      : `${host} points to another server. Set its CNAME record to ${own}, then check again.`
  } catch (error) {
    if (error instanceof Unanswered) return undefined
    throw error
  }
}

/** Only this installation can compute it for this host. */
export const ownAnswer = ({ vault }: Pick<Context, 'vault'>, host: string): string =>
  vault.sign(Buffer.from(host), 'domain').toString('base64url')

/** The dealer may have its own proxy in front, whose addresses DNS shows instead of ours. */
async function answersAsWeDo(ctx: Asking, host: string): Promise<boolean> {
  const answer = await ctx.outbound.ask(`https://${host}/.well-known/waymark-domain`, {}, '')
  return 'text' in answer && answer.status === 200 && answer.text.trim() === ownAnswer(ctx, host)
}
