import type { Unit } from '../../api/generated.ts'
import { words } from '../../shared/texts/console.ts'
import { StateBadge } from '../blocks/StateBadge.tsx'
import { heardOf } from './unit.ts'

const tones = { connected: 'good', silent: 'warning', never: 'waiting' } as const

export function UnitStateBadge({ unit }: { unit: Pick<Unit, 'last_active'> }) {
  const heard = heardOf(unit, Date.now() / 1000)
  return <StateBadge tone={tones[heard]}>{words.units.states[heard]}</StateBadge>
}
