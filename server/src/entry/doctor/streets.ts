/** Whether the map has streets where units are. Everything works without them, so this is never a problem. */
import { readAddressFigures, readCoverage } from '#insights/addresses/coverage.ts'
import type { Context } from '#kernel/context.ts'
import { type Check, good } from './check.ts'

const number = (count: number) => count.toLocaleString('en-US')

export const streetsCheck: Check<Context> = {
  name: 'streets',
  async run(ctx) {
    const { units, covered, missing } = await readCoverage(ctx)
    if (units === 0) return undefined
    const { stored, waiting } = await readAddressFigures(ctx)
    const where = `The map has streets for ${number(covered)} of ${number(units)} units with a position.`
    const addresses = `About ${number(stored)} addresses are stored, and ${number(waiting)} are waiting to be looked up.`
    const [most] = missing
    const how = most && !ctx.config.mapStyleUrl ? ` To get streets for ${number(most.units)} more: ${most.command}` : ''
    return good(`${where} ${addresses}${how}`)
  },
}
