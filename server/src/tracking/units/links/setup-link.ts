/** A short link to the set-up of a unit. Nothing is stored: the link is signed and contains its own end. */
import { timingSafeEqual } from 'node:crypto'
import type { Context } from '#kernel/context.ts'
import { refuse } from '#kernel/errors.ts'
import { publicUrlOf } from '#kernel/network/sites.ts'
import { isLegacyUnit, type Unit } from '../unit.ts'
import { findLinked } from './link-store.ts'

type Signing = Pick<Context, 'vault' | 'clock' | 'config' | 'sites'>

const validDays = 30
const dayMs = 86_400_000
/** Unit and last day: six bytes and two. */
const saidBytes = 8
const signatureBytes = 12

const signatureOf = ({ vault }: Pick<Context, 'vault'>, said: Buffer): Buffer =>
  vault.sign(said, 'setup link').subarray(0, signatureBytes)

/** The same link for a whole day. Null: there is no set-up tool for this model. */
export function setupLink(ctx: Signing, unit: Unit): string | null {
  if (isLegacyUnit(unit)) return null
  const said = Buffer.alloc(saidBytes)
  said.writeUIntBE(unit.id, 0, 6)
  said.writeUInt16BE(Math.floor(ctx.clock.now().getTime() / dayMs) + validDays, 6)
  return `${publicUrlOf(ctx, unit.dealerId)}/s#${Buffer.concat([said, signatureOf(ctx, said)]).toString('base64url')}`
}

/** One answer for a wrong or expired link, and for a deleted unit. */
export async function followSetupLink(ctx: Pick<Context, 'vault' | 'clock' | 'db'>, link: string): Promise<Unit> {
  const bytes = Buffer.from(link, 'base64url')
  const [said, signature] = [bytes.subarray(0, saidBytes), bytes.subarray(saidBytes)]
  const isOurs = signature.length === signatureBytes && timingSafeEqual(signature, signatureOf(ctx, said))
  const isOver = !isOurs || said.readUInt16BE(6) < Math.floor(ctx.clock.now().getTime() / dayMs)
  const unit = isOver ? undefined : await findLinked(ctx.db, said.readUIntBE(0, 6))
  return unit && !isLegacyUnit(unit)
    ? unit
    : refuse('NOT_FOUND', 'This link doesn’t work: it is incomplete or expired. Ask for a new one.')
}
