/** Conditions about the distance to other units as JSON. */
import Type, { type Static } from 'typebox'
import { EnumOf } from '#kernel/api/fields.ts'
import { UuidId } from '#kernel/api/route.ts'
import { limits } from '../limits.ts'
import { type DistanceCondition, ranges } from './condition.ts'

const range = EnumOf(
  ranges,
  'For `distance`: `within` this many metres of one of the other units, or `beyond` that from all of them.',
)
const metres = Type.Integer({
  example: 200,
  minimum: limits.distanceMetres.min,
  maximum: limits.distanceMetres.max,
  description: 'For `distance`. Measured at each position of the unit, to the latest position of each other unit.',
})
const otherUnits = Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
  maxItems: limits.othersMax,
  description:
    `For \`distance\`: the other units, together with those of \`group_ids\`. At most ${limits.othersMax}, and at most ` +
    `${limits.pairsMax} pairs with the units of the rule.`,
})
const otherGroups = Type.Array(UuidId, { maxItems: limits.othersMax, description: 'For `distance`.' })
const ageMinutes = Type.Integer({
  example: limits.otherAgeMinutes.usual,
  minimum: 1,
  maximum: limits.otherAgeMinutes.max,
  description:
    'For `distance`: another unit whose latest position is older than this is left out. ' +
    `Default: ${limits.otherAgeMinutes.usual}.`,
})
/** For a distance, next to the type. */
export const distanceInput = {
  range: Type.Optional(range),
  metres: Type.Optional(metres),
  unit_ids: Type.Optional(otherUnits),
  group_ids: Type.Optional(otherGroups),
  age_minutes: Type.Optional(ageMinutes),
}
export const distanceShape = {
  range: Type.Optional(Type.String({ example: 'within' })),
  metres: Type.Optional(Type.Integer({ example: 200 })),
  unit_ids: Type.Optional(Type.Array(Type.Integer())),
  group_ids: Type.Optional(Type.Array(Type.String())),
  age_minutes: Type.Optional(Type.Integer({ example: 30 })),
}

export const distanceOf = (
  input: { readonly [name in keyof typeof distanceInput]?: Static<(typeof distanceInput)[name]> },
  seconds: number,
): DistanceCondition => ({
  ...{ type: 'distance', range: input.range ?? 'within', metres: input.metres ?? 0, seconds },
  ...{ unitIds: [...new Set(input.unit_ids)], groupIds: [...new Set(input.group_ids)] },
  ageMinutes: input.age_minutes ?? limits.otherAgeMinutes.usual,
})

export const distanceToWire = ({ type, range, metres, unitIds, groupIds, ageMinutes }: DistanceCondition) => ({
  ...{ type, range, metres, unit_ids: unitIds, group_ids: groupIds, age_minutes: ageMinutes },
})
